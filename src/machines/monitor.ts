import type { Fingerprint } from '../core/fingerprint.ts'
import type { BodyRun } from '../runtime/body-run.ts'
import { describe } from '../runtime/describe.ts'
import type { Context } from './definition.ts'
import { addValue } from './data-print.ts'
import { type CompiledMachine, type CompiledState, type Handler, unknownState } from './machine.ts'
import type { Message } from './mailbox.ts'

const mostTransitions = 10_000

/** A machine that watches. It handles what it sees at once, within the step, and has no way to change the program. */
export class Monitor {
  current: CompiledState
  /** How often it has become hot. */
  heats = 0
  private readonly data: unknown
  private readonly raised: Message[] = []
  private readonly observed: ReadonlySet<string>
  private readonly context: Context<object, unknown>
  private message: Message | undefined = undefined

  constructor(
    private readonly run: BodyRun,
    readonly name: string,
    private readonly type: CompiledMachine,
    observed: readonly string[],
  ) {
    this.current = type.initial
    this.data = type.makeData()
    this.observed = new Set(observed)
    this.context = this.makeContext()
  }

  begin(unhandled: (message: Message) => void): void {
    this.enter(this.type.initial)
    this.settleRaised(unhandled)
  }

  /** Whether it wants to see messages of this name when they are sent. */
  observes(event: string): boolean {
    return this.observed.has(event)
  }

  /** Whether some state of it names this event. */
  knows(event: string): boolean {
    return this.type.events.has(event)
  }

  see(message: Message, unhandled: (message: Message) => void): void {
    this.handle(message, unhandled)
    this.settleRaised(unhandled)
  }

  addTo(into: Fingerprint): void {
    into.number(this.current.index)
    addValue(into, this.data, this.name)
  }

  private settleRaised(unhandled: (message: Message) => void): void {
    for (let count = 0; this.raised.length > 0; count++) {
      if (count === mostTransitions) this.refuseEndless()
      const next = this.raised.shift()
      if (next !== undefined) this.handle(next, unhandled)
    }
  }

  private handle(message: Message, unhandled: (message: Message) => void): void {
    const reaction = this.current.reactions.get(message.event)
    this.message = message
    if (reaction === undefined || reaction.kind === 'defer') unhandled(message)
    else if (reaction.kind === 'go') this.go(reaction.state)
    else if (reaction.kind === 'handle') this.follow(reaction.handler(this.context, message.payload))
    this.message = undefined
  }

  private follow(result: unknown): void {
    if (result === undefined) return
    const state = this.type.states.get(result as string)
    if (state === undefined)
      throw unknownState(`The monitor ${this.name} in state ${this.current.name}`, result, this.type.states)
    this.go(state)
  }

  private go(state: CompiledState): void {
    this.current.exit?.(this.context, undefined)
    this.enter(state)
  }

  private enter(state: CompiledState): void {
    let next: CompiledState | undefined = state
    for (let count = 0; next !== undefined; count++) {
      if (count === mostTransitions) this.refuseEndless()
      if (this.run.recorder !== undefined && next !== this.current) {
        this.run.recorder.note('machine', this.name, `${this.current.name} → ${next.name}`)
      }
      if (next.hot && !(this.current.hot && this.heats > 0)) this.heats++
      this.current = next
      const entry: Handler | undefined = next.entry
      const result: unknown = entry?.(this.context, undefined)
      const target: CompiledState | undefined =
        result === undefined ? undefined : this.type.states.get(result as string)
      if (result !== undefined && target === undefined) this.follow(result)
      if (target !== undefined) next.exit?.(this.context, undefined)
      next = target
    }
  }

  private refuseEndless(): never {
    this.run.refuse(
      `The monitor ${this.name} does not come to rest: ${mostTransitions} transitions in one step.`,
      'An entry that always returns a state, or an event that is raised again by its own handler, never ends.',
    )
  }

  private makeContext(): Context<object, unknown> {
    const { run, name, data, raised } = this
    const never = (what: string) => (): void => run.guard(what) // which refuses: a monitor is looking
    const sender = (): string => this.message?.sender ?? ''
    const context = {
      get sender(): string {
        return sender()
      },
      data,
      raise: (event: string, payload?: unknown) =>
        void raised.push({ event, payload, sender: name, answering: undefined }),
      log: (...values: unknown[]) =>
        run.recorder?.note(
          'log',
          name,
          values.map((value) => (typeof value === 'string' ? value : describe(value))).join(' '),
        ),
    }
    Object.defineProperty(context, 'self', { get: never('self') })
    for (const what of ['reply', 'halt', 'create', 'choose', 'after', 'cancel', 'announce', 'signal']) {
      Object.assign(context, { [what]: never(what) })
    }
    return context as unknown as Context<object, unknown>
  }
}
