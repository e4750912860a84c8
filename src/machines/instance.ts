import { inspect } from 'node:util'
import { InterlaceError } from '../core/errors.ts'
import type { BodyRun } from '../runtime/body-run.ts'
import type { Timer } from '../runtime/clock.ts'
import type { Operation, Process } from '../runtime/process.ts'
import { isThenable } from '../runtime/thenable.ts'
import type { Context } from './definition.ts'
import { copyOf, type CompiledMachine, type CompiledState, type Handler, unknownState } from './machine.ts'
import { Mailbox, type Message } from './mailbox.ts'
import { describeItem, describeMessage, type Item, type Receiver } from './outbox.ts'

/** Transitions and raised events within one step, before it is taken for endless. */
const mostTransitions = 10_000

/** What a machine needs of the execution it lives in. */
export interface Surroundings {
  /** The machine whose handler is running. */
  handling: Instance | undefined
  contextOf(machine: Instance): Context<object, unknown>
  send(to: Instance, event: string, payload: unknown): void
  ask(to: Instance, event: string, payload: unknown): Promise<unknown>
  /** Something leaves an outbox. */
  happen(item: Item): void
  unhandled(machine: Instance, message: Message): void
  failed(machine: Instance, error: unknown): void
  /** What may go wrong, if anything. */
  readonly faults: { crashes(machine: Instance): boolean; keepsData(machine: Instance): boolean } | undefined
}

/** A machine in an execution. It is its own pending operation: a send, a creation, a dequeue, each of them a step. */
export class Instance implements Operation, Receiver {
  process: Process | undefined = undefined
  ready = false
  deadline = Infinity
  stack: string | undefined = undefined
  /** `starting`: created, and not yet begun. `down`: crashed. `halted`: it will never do anything again. */
  phase: 'unborn' | 'starting' | 'running' | 'down' | 'halted' = 'unborn'
  current: CompiledState
  data: unknown
  /** The message at hand. */
  message: Message | undefined = undefined
  readonly mailbox = new Mailbox()
  readonly outbox: Item[] = []
  /** Events to be handled before anything from the mailbox. */
  raised: Message[] | undefined = undefined
  timers: Map<string, Timer> | undefined = undefined
  /** Where it says that it has changed, when somebody keeps its fingerprint. */
  changes: Set<Instance> | undefined = undefined
  readonly slot: Process
  /** The place of the message that it handles next; -1: there is none. */
  private next = -1
  /** What it began with, for when it has crashed. */
  private first: unknown = undefined
  private context: Context<object, unknown> | undefined = undefined

  constructor(
    readonly system: Surroundings,
    readonly run: BodyRun,
    readonly index: number,
    readonly name: string,
    readonly type: CompiledMachine,
    private readonly given: object | undefined,
  ) {
    this.current = type.initial
    const data = type.makeData()
    this.data = given === undefined ? data : { ...(data as object), ...given }
    this.slot = run.create(name)
    this.process = this.slot
    this.slot.operation = this
  }

  get state(): string | undefined {
    return this.phase === 'running' ? this.current.name : undefined
  }

  get waiting(): number {
    return this.mailbox.size
  }

  get halted(): boolean {
    return this.phase === 'halted'
  }

  send(event: string, payload?: unknown): void {
    this.system.send(this, event, payload)
  }

  ask(event: string, payload?: unknown): Promise<unknown> {
    return this.system.ask(this, event, payload)
  }

  /** It exists from now on: its first step is to enter its initial state. */
  begin(): void {
    this.phase = 'starting'
    this.changed()
  }

  /** A message has reached it. */
  receive(message: Message, first = false): void {
    if (this.phase === 'halted' || this.phase === 'down') {
      if (this.run.recorder !== undefined)
        this.note(`drops ${message.event}: it ${this.phase === 'down' ? 'is down' : 'has halted'}`)
      return
    }
    if (first) this.mailbox.addFirst(message)
    else this.mailbox.add(message)
    if (this.run.recorder !== undefined && this.phase === 'running' && this.defers(message)) {
      this.note(`defers ${message.event}`)
    }
    this.changed()
  }

  /** Whether it can take a step is looked at again. */
  changed(): void {
    this.changes?.add(this)
    const ready = this.canGoOn()
    if (ready === this.ready) return
    if (ready) this.run.ready(this, this.run.deadline())
    else this.run.unready(this)
  }

  release(): void {
    const { system, slot } = this
    this.process = slot
    slot.operation = this // it has another one at once, if only to wait for
    system.handling = this
    this.run.inhabited++
    try {
      this.step()
    } catch (error) {
      system.failed(this, error)
    }
    system.handling = undefined
    this.changes?.add(this)
    this.ready = this.canGoOn()
    if (this.ready) this.deadline = this.run.deadline()
    else if (this.phase === 'halted') this.finish()
  }

  describe(): string {
    const [item] = this.outbox
    if (item !== undefined) return describeItem(item)
    if (this.phase === 'starting') return 'starts'
    if (this.phase === 'down') return 'restarts'
    const message = this.mailbox.at(this.next)
    if (message === undefined || this.type.isBag) return 'receives'
    return `receives ${describeMessage(message)} from ${message.sender}`
  }

  awaits(): string {
    if (this.phase !== 'running') return 'its start'
    const deferred = [...this.mailbox].map(({ event }) => event)
    const beside = deferred.length === 0 ? '' : `, with ${deferred.join(', ')} deferred`
    return `a message, in state ${this.current.name}${beside}`
  }

  /** Ends it by its own will: what it has sent still leaves. */
  halt(): void {
    this.phase = 'halted'
    this.mailbox.clear()
    this.raised = undefined
    for (const timer of this.timers?.values() ?? []) this.run.clockwork.remove(timer)
    this.timers = undefined
  }

  /** Ends it in the middle of what it does: what it has not sent yet is lost. */
  crash(mayComeBack: boolean): void {
    this.halt()
    this.outbox.length = 0
    if (mayComeBack) this.phase = 'down'
  }

  note(text: string, kind: 'machine' | 'fault' = 'machine'): void {
    this.run.recorder?.note(kind, this.name, text)
  }

  [inspect.custom](): string {
    return this.name
  }

  private finish(): void {
    this.slot.operation = undefined
    this.process = undefined
    this.slot.done = true
  }

  private canGoOn(): boolean {
    if (this.outbox.length > 0) return true
    if (this.phase === 'running') return (this.next = this.mailbox.nextFor(this.current)) >= 0
    return this.phase === 'starting' || this.phase === 'down'
  }

  private step(): void {
    const { faults } = this.system
    if (this.phase === 'starting') {
      this.begun()
      if (faults?.crashes(this) === true) return
    }
    this.proceed()
    faults?.crashes(this)
  }

  private proceed(): void {
    if (this.outbox.length > 0) {
      const item = this.outbox.shift()
      if (item !== undefined) this.system.happen(item)
    } else if (this.phase === 'running') this.dequeue()
    else {
      if (this.phase === 'down') this.restart()
      this.phase = 'running'
      this.enter(this.type.initial)
      this.settleRaised()
    }
  }

  /** What it was created with may have been completed since, and may be shared: from now on it has its own. */
  private begun(): void {
    if (this.given !== undefined) this.data = copyOf(this.data)
    if (this.system.faults !== undefined) this.first = copyOf(this.data)
  }

  private restart(): void {
    const kept = this.system.faults?.keepsData(this) === true
    if (!kept) {
      const before = this.data as Record<string, unknown>
      const fresh = copyOf(this.first) as Record<string, unknown>
      for (const field of this.type.durable) fresh[field] = before[field]
      this.data = fresh
    }
    this.context = undefined
    this.note(kept ? 'is back, with its data' : 'is back', 'fault')
  }

  private dequeue(): void {
    const message = this.type.isBag ? this.takeAny() : this.mailbox.take(this.next)
    if (message === undefined) throw new Error(`${this.name} was taken with nothing to receive`)
    this.handle(message)
    this.settleRaised()
  }

  /** In a bag, each message that is not deferred may be the next one. */
  private takeAny(): Message | undefined {
    const { mailbox, current, run } = this
    const places: number[] = []
    for (let place = mailbox.nextFor(current); place >= 0; place = mailbox.nextFor(current, place + 1)) {
      places.push(place)
    }
    const delays = run.host.choose(places.length)
    const message = mailbox.take(places[delays] ?? 0)
    if (run.recorder !== undefined && message !== undefined) {
      run.recorder.note('machine', this.name, `receives ${describeMessage(message)} from ${message.sender}`, delays)
    }
    return message
  }

  private handle(message: Message): void {
    const reaction = this.current.reactions.get(message.event)
    this.message = message
    if (reaction === undefined || reaction.kind === 'defer') this.system.unhandled(this, message)
    else if (reaction.kind === 'handle') this.follow(this.call(reaction.handler, message.payload))
    else if (reaction.kind === 'go') this.go(reaction.state)
    else if (this.run.recorder !== undefined) this.note(`ignores ${message.event}`)
    this.message = undefined
  }

  private settleRaised(): void {
    for (let count = 0; this.raised !== undefined && this.raised.length > 0; count++) {
      if (count === mostTransitions) this.refuseEndless()
      const message = this.raised.shift()
      if (message !== undefined) this.handle(message)
    }
  }

  private call(handler: Handler, payload: unknown): unknown {
    this.context ??= this.system.contextOf(this)
    return handler(this.context, payload)
  }

  /** What a handler returns is the transition. */
  private follow(result: unknown): void {
    if (result === undefined) return
    const state = this.type.states.get(result as string)
    if (state === undefined) this.refuseResult(result)
    else if (this.phase === 'running') this.go(state)
  }

  private go(state: CompiledState): void {
    if (this.current.exit !== undefined) this.leave(this.current.exit)
    if (this.phase === 'running') this.enter(state)
  }

  private enter(state: CompiledState): void {
    let next = state
    for (let count = 0; count < mostTransitions; count++) {
      if (this.run.recorder !== undefined)
        this.note(next === this.current ? `is ${next.name}` : `${this.current.name} → ${next.name}`)
      this.current = next
      const result = next.entry === undefined ? undefined : this.call(next.entry, undefined)
      if (result === undefined || this.phase !== 'running') return
      const target = this.type.states.get(result as string)
      if (target === undefined) this.refuseResult(result)
      else {
        if (next.exit !== undefined) this.leave(next.exit)
        next = target
      }
    }
    this.refuseEndless()
  }

  private leave(exit: Handler): void {
    const result = this.call(exit, undefined)
    if (isThenable(result)) this.refuseResult(result)
  }

  private defers(message: Message): boolean {
    return this.current.reactions.get(message.event)?.kind === 'defer'
  }

  private refuseResult(result: unknown): void {
    if (isThenable(result)) {
      result.then(undefined, () => undefined) // its failure would only hide the cause
      this.run.refuse(
        `A handler of ${this.name} in state ${this.current.name} is async.`,
        'A handler is a plain function: send a message to go on later, or write that part as a process of the body.',
      )
    }
    const error = unknownState(`A handler of ${this.name} in state ${this.current.name}`, result, this.type.states)
    if (error instanceof InterlaceError) this.run.misuse ??= error
    throw error
  }

  private refuseEndless(): void {
    this.run.refuse(
      `${this.name} does not come to rest: ${mostTransitions} transitions in one step.`,
      'An entry that always returns a state, or an event that is raised again by its own handler, never ends.',
    )
  }
}
