import { misuse } from '../core/errors.ts'
import { active } from '../runtime/active.ts'
import { describe } from '../runtime/describe.ts'
import { checkDefinition } from './checked-definition.ts'
import type { Context, Machine, MachineDefinition, StateDefinition } from './definition.ts'
import { copyOf } from './plain.ts'

export type Handler = (context: Context<object, unknown>, payload: unknown) => unknown

/** What a state does with an event. */
export type Reaction =
  | { readonly kind: 'defer' | 'ignore' }
  | { readonly kind: 'go'; readonly state: CompiledState }
  | { readonly kind: 'handle'; readonly handler: Handler }

/** A state, made ready for running: everything about an event is found in one look. */
export interface CompiledState {
  readonly name: string
  readonly index: number
  readonly entry: Handler | undefined
  readonly exit: Handler | undefined
  readonly hot: boolean
  readonly defers: boolean
  readonly reactions: ReadonlyMap<string, Reaction>
}

export interface CompiledMachine {
  /** Tells it apart from all others, in every execution. */
  readonly number: number
  /** The step of an execution in which it was written down; 0: outside of any. */
  readonly step: number
  readonly initial: CompiledState
  readonly states: ReadonlyMap<string, CompiledState>
  /** Every event that is named in some state. */
  readonly events: ReadonlySet<string>
  readonly makeData: () => unknown
  readonly isBag: boolean
  readonly durable: readonly string[]
}

type AnyDefinition = Omit<MachineDefinition<Record<string, unknown>, unknown, string>, 'mailbox'> & {
  readonly mailbox?: unknown
}
type AnyState = StateDefinition<Record<string, unknown>, unknown, string>

const compiled = new WeakMap<object, CompiledMachine>()

/** Writes down a message-passing state machine, with P's semantics. */
export function machine<Protocol extends object, Data, State extends string>(
  definition: MachineDefinition<Protocol, Data, State>,
): Machine<Protocol, Data, State> {
  checkDefinition(definition)
  const made = { definition }
  compiled.set(made, compile(definition as unknown as AnyDefinition))
  return made
}

export function compiledOf(value: unknown): CompiledMachine | undefined {
  return typeof value === 'object' && value !== null ? compiled.get(value) : undefined
}

function compile({ states, initial, data, mailbox = 'fifo', durable = [] }: AnyDefinition): CompiledMachine {
  const byName = new Map<string, CompiledState & { readonly reactions: Map<string, Reaction> }>()
  for (const [name, state] of Object.entries<AnyState>(states)) byName.set(name, emptyState(name, byName.size, state))
  for (const [name, state] of Object.entries<AnyState>(states)) addReactions(name, state, byName)
  const first = byName.get(initial)
  if (first === undefined) throw unknownState('The initial state', initial, byName)
  if (mailbox !== 'fifo' && mailbox !== 'bag') {
    throw misuse(`A machine has the mailbox ${JSON.stringify(mailbox)}.`, "It is 'fifo' or 'bag'.")
  }
  return {
    ...numbered(),
    initial: first,
    states: byName,
    events: new Set([...byName.values()].flatMap(({ reactions }) => [...reactions.keys()])),
    makeData: typeof data === 'function' ? (data as () => unknown) : () => copyOf(data),
    isBag: mailbox === 'bag',
    durable,
  }
}

let written = 0
const writtenIn = new WeakMap<object, number>()

/** Those that a body writes down are counted anew in each execution: the same one has the same number. */
function numbered(): Pick<CompiledMachine, 'number' | 'step'> {
  const { run } = active
  if (run === undefined) return { number: ++written, step: 0 }
  const count = (writtenIn.get(run) ?? 0) + 1
  writtenIn.set(run, count)
  return { number: -count, step: run.taken }
}

function emptyState(name: string, index: number, { entry, exit, hot = false, defer = [] }: AnyState) {
  return {
    name,
    index,
    entry: entry as Handler | undefined,
    exit: exit as Handler | undefined,
    hot,
    defers: defer.length > 0,
    reactions: new Map<string, Reaction>(),
  }
}

function addReactions(
  name: string,
  { on = {}, defer = [], ignore = [] }: AnyState,
  states: ReadonlyMap<string, CompiledState & { readonly reactions: Map<string, Reaction> }>,
): void {
  const add = (event: string, reaction: Reaction): void => {
    const reactions = states.get(name)?.reactions
    if (reactions?.has(event) === true) {
      throw misuse(`The state ${name} names the event ${event} twice.`, 'It is handled, deferred or ignored.')
    }
    reactions?.set(event, reaction)
  }
  for (const [event, target] of Object.entries(on)) {
    if (typeof target === 'function') {
      add(event, { kind: 'handle', handler: target as Handler })
      continue
    }
    const state = states.get(String(target))
    if (state === undefined) throw unknownState(`On ${event}, the state ${name}`, target, states)
    add(event, { kind: 'go', state })
  }
  for (const event of defer) add(event, { kind: 'defer' })
  for (const event of ignore) add(event, { kind: 'ignore' })
}

/** The error of a transition to a state that is not there. */
export function unknownState(who: string, target: unknown, states: ReadonlyMap<string, unknown>): Error {
  return misuse(
    `${who} goes to ${typeof target === 'string' ? JSON.stringify(target) : describe(target)}.`,
    `The states are ${[...states.keys()].join(', ')}.`,
  )
}
