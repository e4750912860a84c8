import { blocked, creationOf, enabled, ended } from '../core/event.ts'
import type { Fingerprint } from '../core/fingerprint.ts'
import type { Waiting } from '../core/outcome.ts'
import { clock, type ProcessId } from '../core/process.ts'
import type { Host } from '../core/program.ts'
import { active } from './active.ts'
import { Process } from './process.ts'
import { Start } from './start.ts'

/** Stands in the table under the clock's number: it never has an operation. */
const clockProcess = new Process(clock, 'clock', 0)

/** The processes of an execution, and which of them can go on. Tells the explorer of every change. */
export class ProcessTable {
  /** The enabled ones, in any order. */
  readonly choices: ProcessId[] = []
  /** The process whose step is under way; whether it stays enabled is settled when the step is over. */
  taken: Process | undefined = undefined
  readonly main = new Process(1, 'main', 0)
  private readonly processes = [clockProcess, this.main]
  /** The marks of this execution's processes come after it. */
  private readonly marksBefore = active.lastMark
  /** No operation that can happen must have happened before this: it is looked for again only when time comes near. */
  private soonest = Infinity

  constructor(private readonly host: Host) {
    host.step(creationOf(this.main.id, this.main.name))
  }

  create(name: string, lane?: Process): Process {
    const process = new Process(this.processes.length, name, ++active.lastMark, lane)
    this.processes.push(process)
    this.host.step(creationOf(process.id, name))
    return process
  }

  get(process: ProcessId): Process | undefined {
    return this.processes[process]
  }

  /** The process whose code is running. */
  current(): Process {
    const { mark } = active
    const process = mark > this.marksBefore ? this.processes[mark - this.marksBefore + this.main.id] : undefined
    // What has no owner, or one of another execution, is main's.
    return process?.mark === mark ? process : this.main
  }

  isEnabled(process: ProcessId): boolean {
    return (this.processes[process]?.place ?? -1) >= 0
  }

  /** The process itself, or an unnamed one beside it if it cannot take an operation. */
  slotFor(process: Process): Process {
    if (process.operation === undefined && !process.done) return process
    const forks = (process.forks ??= [])
    const idle = forks.find((fork) => fork.operation === undefined)
    if (idle !== undefined) return idle
    const fork = this.create(process.name, process)
    forks.push(fork)
    return fork
  }

  enable(process: Process): void {
    if (process.place >= 0) return
    process.place = this.choices.length
    this.choices.push(process.id)
    this.host.step(enabled(process.id))
  }

  disable(process: Process): void {
    if (process.place < 0) return
    const last = this.choices.pop()
    if (last !== undefined && last !== process.id) {
      this.choices[process.place] = last
      const moved = this.processes[last]
      if (moved !== undefined) moved.place = process.place
    }
    process.place = -1
    this.host.step(process.done && process.operation === undefined ? ended(process.id) : blocked(process.id))
  }

  /** The step under way is over. */
  settle(): void {
    const process = this.taken
    if (process === undefined) return
    this.taken = undefined
    if (process.operation?.ready !== true) this.disable(process)
  }

  /** The body of a process has settled. */
  finish(process: Process): void {
    process.done = true
    if (process !== this.taken && process.place < 0) this.host.step(ended(process.id))
  }

  /** Something must have happened by then: every deadline of an operation has gone through here. */
  expect(deadline: number): void {
    if (deadline < this.soonest) this.soonest = deadline
  }

  /** Time keeps the races honest: nothing may happen at `due` before an operation that must have happened by then. */
  canWaitUntil(due: number): boolean {
    if (due > this.soonest) this.soonest = this.soonestDeadline()
    return due <= this.soonest
  }

  /** Whether all that is pending is a start, or known to whoever asks. */
  areKnown(isKnown: (operation: object) => boolean): boolean {
    return this.processes.every(
      ({ operation }) => operation === undefined || operation instanceof Start || isKnown(operation),
    )
  }

  /** What can happen, and how long it can wait. */
  addDeadlines(into: Fingerprint, now: number): void {
    for (const { id, operation, place } of this.processes) {
      if (operation !== undefined && place >= 0) into.number(id).text(String(operation.deadline - now))
    }
  }

  waiting(): readonly Waiting[] {
    // Whoever is known to wait for something comes before those of whom only the last step is known.
    const waiting = this.processes.filter(isWaiting)
    const known = waiting.filter(({ operation }) => operation !== undefined)
    const others = waiting.filter(({ operation }) => operation === undefined)
    // Where something can still happen, nobody knows that.
    const promise = this.choices.length === 0 ? 'a promise that nothing settles' : 'a promise'
    return [...known, ...others].map(({ name, operation, last }) => {
      const after = last === undefined || last instanceof Start ? '' : `, after ${last.describe()}`
      const reason = operation?.awaits() ?? `${promise}${after}`
      const stack = operation?.stack ?? last?.stack
      return { process: name, for: reason, ...(stack === undefined ? {} : { stack }) }
    })
  }

  private soonestDeadline(): number {
    let soonest = Infinity
    for (const choice of this.choices)
      soonest = Math.min(soonest, this.processes[choice]?.operation?.deadline ?? Infinity)
    return soonest
  }
}

/** An unnamed process without an operation waits for nothing, and neither does the clock. */
function isWaiting(process: Process): boolean {
  if (process.id === clock) return false
  return process.operation !== undefined || (process.lane === process && !process.done)
}
