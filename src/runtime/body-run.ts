import { InterlaceError, misuse } from '../core/errors.ts'
import { Fingerprint } from '../core/fingerprint.ts'
import type { Failure, HotMonitor, Outcome, Waiting } from '../core/outcome.ts'
import { clock, type ProcessId } from '../core/process.ts'
import type { Host, Run } from '../core/program.ts'
import type { Recorder } from '../core/trace.ts'
import { active, type ActiveRun } from './active.ts'
import type { BodyWorld, Named } from './body-world.ts'
import { Clock, describeTimer } from './clock.ts'
import { captureAnew } from './deferred.ts'
import { HappensBefore } from './happens-before.ts'
import type { Inhabitants } from './inhabitants.ts'
import { learning } from './learning-host.ts'
import type { Operation, Process } from './process.ts'
import { beginStep, beginTimer, historyOf, touchOwner } from './process-order.ts'
import { ProcessTable } from './process-table.ts'
import { drain } from './quiescence.ts'
import { badName, meddling, tooLate } from './refusals.ts'
import { Snapshots } from './snapshots.ts'
import { stackBelow } from './stack.ts'
import { Start } from './start.ts'

const none: readonly HotMonitor[] = []

/** One execution of an async body: its processes, their pending operations, its clock. */
export class BodyRun implements Run, ActiveRun {
  readonly choices: readonly ProcessId[]
  readonly order: HappensBefore | undefined
  readonly clockwork: Clock
  readonly host: Host
  readonly recorder: Recorder | undefined
  looks = 0
  ticks = 0
  outcome: Outcome | undefined = undefined
  misuse: InterlaceError | undefined = undefined
  private readonly processes: ProcessTable
  private readonly main: Process
  /** What else than async processes lives here, if anything does. */
  inhabitants: Inhabitants | undefined = undefined
  private snapshots: Snapshots | undefined = undefined
  private generator: (() => number) | undefined = undefined
  private failure: Outcome | undefined = undefined
  /** Steps taken, and those of them that the inhabitants took. */
  taken = 0
  inhabited = 0
  /** The monitor that is looking. */
  watching: string | undefined = undefined
  private seals = 0
  /** Equal for equal choices of the body's own. */
  private chosen: Fingerprint | undefined = undefined
  private bodyIsDone = false
  private value: unknown = undefined
  private isOver = false
  /** Whether a step is over after a turn of the event loop only. */
  private readonly turns: boolean

  constructor(
    host: Host,
    private readonly world: BodyWorld,
    body: (run: BodyRun) => unknown,
  ) {
    this.order = world.happensBefore ? new HappensBefore() : undefined
    this.host = this.order === undefined ? host : learning(this.order, host)
    this.clockwork = new Clock(this.order)
    this.recorder = host.recorder
    this.turns = !world.synchronous
    active.isPromiseless = true
    captureAnew()
    this.processes = new ProcessTable(host)
    this.choices = this.processes.choices
    this.main = this.processes.main
    const done = (value: unknown): void => {
      this.bodyIsDone = true
      this.value = value
    }
    const failed = (error: unknown): void => this.fail(error, 'body')
    this.issue(new Start(this, this.main, () => body(this), done, failed, this.deadline()), this.main)
  }

  // What the engine asks

  get clock(): boolean {
    const { due } = this.clockwork
    return due !== Infinity && this.processes.canWaitUntil(due)
  }

  get sealed(): boolean {
    return this.seals > 0
  }

  isEnabled(process: ProcessId): boolean {
    return this.processes.isEnabled(process)
  }

  nameOf(process: ProcessId): string {
    return this.processes.get(process)?.name ?? `process ${process}`
  }

  take(choice: ProcessId): void {
    this.looks = 0
    this.ticks = 0
    this.taken++
    if (this.recorder !== undefined) this.world.listen(true)
    if (choice === clock) this.fireTimer()
    else this.release(choice)
    if (this.turns) return
    if (!active.isPromiseless || this.ticks > 0) drain()
    active.mark = 0
    if (this.recorder !== undefined) this.world.listen(false)
  }

  settle(waited: number): void {
    this.processes.settle()
    if (this.order !== undefined || this.inhabitants !== undefined || this.recorder !== undefined) this.settleOthers()
    if (this.failure !== undefined || waited > 0 || this.choices.length === 0) this.lookForTheEnd(waited)
  }

  isAwaitingOutside(waited: number): boolean {
    return this.world.isBusy(waited)
  }

  waiting(): readonly Waiting[] {
    const wrong = this.world.findFakeTimers()
    if (wrong !== undefined) throw wrong
    return this.processes.waiting()
  }

  end(): void {
    this.isOver = true
    if (this.clockwork.due !== Infinity) this.clockwork.clear()
    this.world.ended(this)
  }

  hot(): readonly HotMonitor[] {
    return this.inhabitants?.hot ?? none
  }

  /** Where the explorer's order is the only one, equal orders so far may go on differently. */
  happened(into: Fingerprint): boolean {
    if (this.order === undefined || this.seals > 0) return false
    this.order.addTo(into)
    return true
  }

  /** What async code knows cannot be seen: a state is known as long as no more than the body's start was async. */
  fingerprint(into: Fingerprint): boolean {
    const { inhabitants } = this
    if (inhabitants === undefined || this.generator !== undefined || this.seals > 0) return false
    // Whatever async code has seen since the body began may be remembered in a variable.
    if (this.taken !== this.inhabited + 1) return false
    if (!this.processes.areKnown((operation) => inhabitants.isKnown(operation))) return false
    if (this.chosen !== undefined) into.add(this.chosen)
    this.snapshots?.addTo(into)
    if (this.clockwork.now > 0 || this.clockwork.due !== Infinity) {
      this.processes.addDeadlines(into, this.clockwork.now)
    }
    return inhabitants.fingerprint(into)
  }

  // What the runtime's functions and the replaced globals ask

  current(): Process {
    return this.processes.current()
  }

  random(): number {
    if (this.watching !== undefined) this.guard('Math.random')
    this.generator ??= this.host.random()
    this.order?.touch(this.order.random)
    return this.generator()
  }

  fail(error: unknown, how: Failure): void {
    if (this.isOver || this.failure !== undefined) return
    if (error instanceof InterlaceError) this.misuse ??= error
    this.failure = { kind: 'failed', error, how }
  }

  /** Throws into the program, and remembers it even if the program catches it. */
  refuse(what: string, advice: string): never {
    const error = misuse(what, advice)
    // A runtime that was kept from an earlier execution is misused in the one that runs now.
    const run = this.isOver ? active.run : this
    if (run !== undefined) run.misuse ??= error
    throw error
  }

  /** Makes sure that the execution is still going on. */
  guard(what: string): void {
    if (this.watching !== undefined && what !== 'log') this.refuse(...meddling(this.watching, what))
    if (this.isOver) this.refuse(...tooLate(what))
  }

  /** Gives out a name that may be used once in an execution. */
  claim(kind: Named, name: string): void {
    if (typeof name !== 'string' || name === '' || this.world.isTaken(kind, name)) this.refuse(...badName(kind, name))
  }

  /** Ends the execution with an outcome, unless it has one. */
  conclude(outcome: Outcome): void {
    if (!this.isOver) this.failure ??= outcome
  }

  deadline(latency = this.host.latency): number {
    this.order?.look(this.order.clock)
    const deadline = this.clockwork.now + latency
    this.processes.expect(deadline)
    return deadline
  }

  create(name: string): Process {
    const process = this.processes.create(name)
    this.order?.touch(historyOf(process).thing)
    return process
  }

  /** Makes an operation pending on a process, or on an unnamed one beside it if it has one pending already. */
  issue(operation: Operation, process = this.current(), boundary?: (...args: never[]) => unknown): void {
    const slot = this.processes.slotFor(process)
    slot.operation = operation
    operation.process = slot
    if (this.recorder !== undefined && boundary !== undefined) operation.stack = stackBelow(boundary)
    if (operation.ready) this.processes.enable(slot)
  }

  /** An operation can happen now. */
  ready(operation: Operation, deadline: number): void {
    if (this.isOver) return
    operation.ready = true
    operation.deadline = deadline
    if (this.order !== undefined) touchOwner(this.order, operation)
    if (operation.process !== undefined) this.processes.enable(operation.process)
  }

  /** It can no longer: another process was faster. */
  unready(operation: Operation): void {
    operation.ready = false
    if (this.order !== undefined) touchOwner(this.order, operation)
    const { process } = operation
    if (process !== undefined && process !== this.processes.taken) this.processes.disable(process)
  }

  /** The function of a process has settled. */
  finished(process: Process): void {
    if (!this.isOver) this.processes.finish(process)
  }

  signal(name: string, value: unknown): void {
    try {
      this.host.step({ kind: 'signal', process: this.current().id, name, value })
    } catch (error) {
      if (error instanceof InterlaceError) this.misuse ??= error
      throw error
    }
  }

  choose(options: number): number {
    const index = this.host.choose(options)
    ;(this.chosen ??= new Fingerprint()).number(index + 1)
    return index
  }

  seal(): () => void {
    this.seals++
    return () => void this.seals--
  }

  addState(snapshot: () => unknown): void {
    ;(this.snapshots ??= new Snapshots()).add(snapshot)
  }

  note(kind: 'call' | 'choice' | 'log' | 'signal', text: string, delays = 0): void {
    this.recorder?.note(kind, this.current().name, text, delays)
  }

  // Apart from `settle`, like others that few executions need: what is small is inlined into the loop over the steps.
  private settleOthers(): void {
    this.order?.close()
    if (this.inhabitants !== undefined) {
      this.inhabitants.stepped()
      this.order?.discard()
      if (this.choices.length === 0) this.inhabitants.idle()
      this.order?.close()
    }
    if (this.recorder !== undefined) this.noteState(this.recorder)
    this.order?.discard()
  }

  private lookForTheEnd(waited: number): void {
    if (this.failure !== undefined) this.outcome = this.failure
    else if (this.bodyIsDone && this.choices.length === 0 && !this.world.hasLeftovers(waited)) this.finish()
    // Not while timers go on: it costs as much as a timer does.
    const isStuck = this.choices.length === 0 && this.clockwork.due === Infinity
    if (this.outcome !== undefined || isStuck) this.misuse ??= this.world.findFakeTimers()
    if (waited > 0 && (this.outcome !== undefined || this.choices.length > 0)) this.world.noteArrival()
  }

  /** It is over, unless a timer may yet bring what a monitor wants. */
  private finish(): void {
    const monitors = this.hot()
    if (monitors.length === 0) this.outcome = { kind: 'passed', value: this.value }
    else if (this.clockwork.due === Infinity) this.outcome = { kind: 'hot', monitors }
  }

  private release(choice: ProcessId): void {
    const process = this.processes.get(choice)
    const operation = process?.operation
    if (process === undefined || operation === undefined) throw nothingPending(choice)
    if (this.recorder !== undefined) this.record(this.recorder, process, operation)
    process.operation = undefined
    process.last = operation
    this.processes.taken = process
    active.mark = process.lane.mark
    operation.process = undefined
    if (this.order !== undefined) beginStep(this.order, process)
    operation.release()
  }

  private record(recorder: Recorder, { name }: Process, operation: Operation): void {
    recorder.released(name, operation.describe(), this.clockwork.now, operation.stack)
  }

  private fireTimer(): void {
    if (this.order !== undefined) beginTimer(this.order, this.clockwork)
    const timer = this.clockwork.next()
    if (timer === undefined) throw new Error('the clock was taken without a timer')
    const { process } = timer
    if (this.recorder !== undefined) {
      const whose = process === this.main ? '' : ` (${process.name})`
      const text = timer.text ?? `${describeTimer(timer)}${whose}`
      this.recorder.released('clock', text, this.clockwork.now, timer.stack)
    }
    active.mark = process.mark
    try {
      timer.fire()
    } catch (error) {
      this.fail(error, 'uncaught exception')
    }
  }

  private noteState(recorder: Recorder): void {
    if (this.snapshots === undefined) return
    const { generator } = this
    this.generator = () => 0 // only recorded executions look: what is looked at must not change anything
    const wrong = this.snapshots.note(recorder)
    this.misuse ??= wrong
    this.generator = generator
  }
}

function nothingPending(process: ProcessId): Error {
  return new Error(`nothing is pending on process ${process}`)
}
