import { inspect } from 'node:util'
import type { BodyRun } from '../runtime/body-run.ts'
import type { Timer } from '../runtime/clock.ts'
import type { Operation, Process } from '../runtime/process.ts'
import { historyOf } from '../runtime/process-order.ts'
import { isThenable } from '../runtime/thenable.ts'
import type { Context } from './definition.ts'
import type { CompiledMachine, CompiledState, Handler } from './machine.ts'
import { Mailbox, type Message } from './mailbox.ts'
import { describeItem, describeReceipt, type Item, type Receiver } from './outbox.ts'
import { awaitedText, pendingText, rememberedText } from './pending-text.ts'
import { copyOf } from './plain.ts'
import { mostTransitions, refuseEndless, refuseResult } from './refused-handlers.ts'

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
  /** What it began with, for when it has crashed. */
  first: unknown = undefined
  /** The place of the message that it handles next; -1: there is none. */
  private next = -1
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
    this.data = this.made()
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

  /** It exists from now on: its first step is to enter its initial state. What a machine has given it is its own. */
  begin(byMachine = false): void {
    if (byMachine && this.given !== undefined) this.data = copyOf(this.data)
    this.touch()
    this.phase = 'starting'
    this.changed()
  }

  /** A message has reached it. */
  receive(message: Message, first = false): void {
    this.touch()
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
    return pendingText(this, this.mailbox.at(this.next))
  }

  awaits(): string {
    return awaitedText(this)
  }

  /** Ends it by its own will: what it has sent still leaves. */
  halt(): void {
    this.phase = 'halted'
    if (this.run.recorder !== undefined) for (const { event } of this.mailbox) this.note(`drops ${event}`)
    this.mailbox.clear()
    this.raised = undefined
    for (const timer of this.timers?.values() ?? []) this.run.clockwork.remove(timer)
    this.timers = undefined
  }

  /** Ends it in the middle of what it does: what it has not sent yet is lost. */
  crash(mayComeBack: boolean): void {
    this.halt()
    if (this.run.recorder !== undefined) for (const item of this.outbox) this.note(`never ${describeItem(item)}`)
    this.outbox.length = 0
    if (mayComeBack) this.phase = 'down'
  }

  note(text: string, kind: 'machine' | 'fault' = 'machine'): void {
    this.run.recorder?.note(kind, this.name, text)
  }

  [inspect.custom](): string {
    return this.name
  }

  /** Whoever acts upon it comes before what it does next. */
  private touch(): void {
    this.run.order?.touch(historyOf(this.slot).thing)
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

  /** What the body has created it with may have been completed since, and may be shared: from now on it has its own. */
  private begun(): void {
    if (this.given !== undefined) this.data = copyOf(this.data)
    if (this.system.faults !== undefined) this.first = copyOf(this.data)
  }

  private made(): unknown {
    const data = this.type.makeData()
    return this.given === undefined ? data : { ...(data as object), ...this.given }
  }

  private restart(): void {
    const kept = this.system.faults?.keepsData(this) === true
    if (!kept) {
      const before = this.data as Record<string, unknown>
      // Faults that were asked for later than it began find what it was given.
      const fresh = copyOf(this.first ?? this.made()) as Record<string, unknown>
      for (const field of this.type.durable) fresh[field] = before[field]
      this.data = fresh
    }
    this.current = this.type.initial
    this.context = undefined
    if (this.run.recorder !== undefined) this.note(rememberedText(kept, this.type), 'fault')
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
    const places = mailbox.placesFor(current)
    const delays = run.host.choose(places.length)
    const message = mailbox.take(places[delays] ?? 0)
    if (message !== undefined) run.recorder?.note('machine', this.name, describeReceipt(message), delays)
    return message
  }

  private handle(message: Message): void {
    const reaction = this.current.reactions.get(message.event)
    this.message = message
    if (reaction === undefined || reaction.kind === 'defer') this.system.unhandled(this, message)
    else if (reaction.kind === 'handle') {
      const state = this.targetOf(this.call(reaction.handler, message.payload))
      if (state !== undefined) this.go(state)
    } else if (reaction.kind === 'go') this.go(reaction.state)
    else if (this.run.recorder !== undefined) this.note(`ignores ${message.event}`)
    this.message = undefined
  }

  private settleRaised(): void {
    for (let count = 0; this.raised !== undefined && this.raised.length > 0; count++) {
      if (count === mostTransitions) refuseEndless(this.run, this.name)
      const message = this.raised.shift()
      if (message !== undefined) this.handle(message)
    }
  }

  private call(handler: Handler, payload: unknown): unknown {
    this.context ??= this.system.contextOf(this)
    return handler(this.context, payload)
  }

  private go(state: CompiledState): void {
    this.leave()
    this.enter(state)
  }

  private enter(state: CompiledState): void {
    let next: CompiledState | undefined = state
    for (let count = 0; next !== undefined && this.phase === 'running'; count++) {
      if (count === mostTransitions) refuseEndless(this.run, this.name)
      if (this.run.recorder !== undefined) {
        this.note(next === this.current ? `is ${next.name}` : `${this.current.name} → ${next.name}`)
      }
      this.current = next
      next = next.entry === undefined ? undefined : this.targetOf(this.call(next.entry, undefined))
      if (next !== undefined) this.leave()
    }
  }

  private leave(): void {
    const { exit } = this.current
    if (exit === undefined) return
    const result = this.call(exit, undefined)
    if (isThenable(result)) refuseResult(this, result)
  }

  /** What a handler returns is the transition; one that has halted makes none. */
  private targetOf(result: unknown): CompiledState | undefined {
    if (result === undefined) return undefined
    const state = this.type.states.get(result as string) ?? refuseResult(this, result)
    return this.phase === 'running' ? state : undefined
  }

  private defers(message: Message): boolean {
    return this.current.reactions.get(message.event)?.kind === 'defer'
  }
}
