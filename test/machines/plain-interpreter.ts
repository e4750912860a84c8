import type { Context, Machine, Ref, Runtime, StateDefinition } from '../../src/index.ts'

type State = StateDefinition<Record<string, unknown>, object, string>
type Handler = (context: Context<object, object>, payload: unknown) => string | undefined

interface Message {
  readonly event: string
  readonly payload: unknown
  readonly sender: string
}

interface Model {
  readonly name: string
  readonly definition: Machine<Record<string, unknown>, object, string>['definition']
  readonly ref: Ref<object>
  readonly data: object
  state: string
  phase: 'unborn' | 'starting' | 'running'
  readonly mailbox: Message[]
  readonly outbox: ((Message & { readonly to: Model }) | { readonly creates: Model })[]
}

/** What a program of machines can do, by P's rules: one that has nothing in common with the engine but the definitions. */
export interface Counted {
  readonly states: number
  /** What goes wrong, with the fewest steps that lead there. */
  readonly violations: Readonly<Record<string, number>>
}

/**
 * Visits all states of a body that creates machines and monitors, and does nothing else. A step is a start, a dequeue with
 * its handler, or one item that leaves an outbox.
 */
export function countStates(body: (runtime: Runtime) => unknown): Counted {
  const seen = new Set<string>()
  const violations: Record<string, number> = {}
  const ways: { readonly script: readonly number[]; readonly steps: number }[] = []
  function visit(script: readonly number[], steps: number): void {
    const scripts = [script]
    for (let next = scripts.pop(); next !== undefined; next = scripts.pop()) {
      const { decisions, others, state, violation, isOver } = run(body, next, steps)
      scripts.push(...others)
      if (seen.has(state)) continue
      seen.add(state)
      if (violation !== undefined) violations[violation] ??= steps
      if (!isOver) ways.push({ script: decisions, steps })
    }
  }
  visit([], 0)
  for (const { script, steps } of ways) visit(script, steps + 1)
  return { states: seen.size, violations }
}

/** Takes so many steps as a script says, and the first option wherever it says nothing any more. */
function run(body: (runtime: Runtime) => unknown, script: readonly number[], steps: number) {
  const decisions: number[] = []
  const others: (readonly number[])[] = []
  const models: Model[] = []
  const checks: (() => void)[] = []
  let handling: Model | undefined
  let violation: string | undefined

  function decide(options: number): number {
    const given = script[decisions.length]
    if (given === undefined) for (let other = 1; other < options; other++) others.push([...decisions, other])
    decisions.push(given ?? 0)
    return given ?? 0
  }

  function create(name: string, { definition }: { definition: unknown }, given?: object): Ref<object> {
    const written = definition as Model['definition']
    const data = typeof written.data === 'function' ? (written.data as () => object)() : structuredClone(written.data)
    const model: Model = {
      name,
      definition: written,
      data: Object.assign(data, given),
      state: written.initial,
      phase: handling === undefined ? 'starting' : 'unborn',
      mailbox: [],
      outbox: [],
      ref: {
        name,
        get state() {
          return model.phase === 'running' ? model.state : undefined
        },
        get data() {
          return model.data
        },
        send(event: string, payload?: unknown) {
          handling?.outbox.push({ to: model, event, payload, sender: handling.name })
        },
      } as Ref<object>,
    }
    models.push(model)
    handling?.outbox.push({ creates: model })
    return model.ref
  }

  function contextOf(model: Model): Context<object, object> {
    const choose = (...options: readonly unknown[]): unknown => options[decide(options.length)]
    return { self: model.ref, data: model.data, create, choose } as unknown as Context<object, object>
  }

  function enter(model: Model, state: string | undefined): void {
    for (let next = state; next !== undefined;) {
      model.state = next
      next = (stateOf(model).entry as Handler | undefined)?.(contextOf(model), undefined)
    }
  }

  function handle(model: Model, { event, payload }: Message): void {
    const { on = {}, ignore = [] } = stateOf(model)
    const reaction = on[event] as string | Handler | undefined
    if (reaction === undefined && !ignore.includes(event)) {
      violation = `${event} in ${model.state} of ${model.name} is unhandled`
    }
    enter(model, typeof reaction === 'function' ? reaction(contextOf(model), payload) : reaction)
  }

  function takeStep(model: Model): void {
    const item = model.outbox.shift()
    handling = model
    if (item !== undefined && 'creates' in item) item.creates.phase = 'starting'
    else if (item !== undefined) item.to.mailbox.push(item)
    else if (model.phase === 'starting') {
      model.phase = 'running'
      enter(model, model.state)
    } else {
      const places = placesOf(model)
      const [message] = model.mailbox.splice(places[places.length > 1 ? decide(places.length) : 0] ?? 0, 1)
      if (message !== undefined) handle(model, message)
    }
    handling = undefined
  }

  void body({
    create,
    monitor: (_name: string, check: () => void) => void checks.push(check),
    quiet: () => new Promise(() => undefined),
  } as unknown as Runtime)
  for (let step = 0; step < steps; step++) {
    const enabled = models.filter(isEnabled)
    const model = enabled[decide(enabled.length)]
    if (model !== undefined) takeStep(model)
    for (const check of checks) {
      try {
        check()
      } catch (error) {
        violation ??= (error as Error).message
      }
    }
  }
  const isOver = violation !== undefined || !models.some(isEnabled)
  return { decisions, others, state: `${JSON.stringify(models.map(write))} ${violation ?? ''}`, violation, isOver }
}

function stateOf({ definition, state }: Model): State {
  const states: Readonly<Record<string, State>> = definition.states
  return states[state] ?? {}
}

/** The places in a mailbox from which the next message may come. */
function placesOf(model: Model): readonly number[] {
  const { defer = [] } = stateOf(model)
  const places = [...model.mailbox.keys()].filter((place) => !defer.includes(model.mailbox[place]?.event ?? ''))
  return model.definition.mailbox === 'bag' ? places : places.slice(0, 1)
}

function isEnabled(model: Model): boolean {
  if (model.phase === 'running') return model.outbox.length > 0 || placesOf(model).length > 0
  return model.phase === 'starting'
}

function write({ name, state, phase, data, mailbox, outbox }: Model): unknown {
  const sent = outbox.map((item) => ('creates' in item ? item.creates.name : [item.to.name, ...writeMessage(item)]))
  return [name, state, phase, writeValue(data), mailbox.map(writeMessage), sent]
}

function writeMessage({ event, payload, sender }: Message): readonly unknown[] {
  return [event, sender, writeValue(payload)]
}

function writeValue(value: unknown): unknown {
  if (value === undefined) return 'undefined'
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(writeValue)
  if ('send' in value) return (value as Ref<object>).name
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, part]) => [key, writeValue(part)])
}
