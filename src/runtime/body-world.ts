import { misuse, type InterlaceError } from '../core/errors.ts'
import type { World } from '../core/program.ts'
import type { Uncontrolled } from '../core/verdict.ts'
import { active, type ActiveRun } from './active.ts'
import { patchAsyncStorage } from './async-storage.ts'
import { followProcesses } from './context.ts'
import { GivenNames } from './given-names.ts'
import { Outside } from './outside.ts'
import { patchConsole } from './patched-console.ts'
import { patchEntropy } from './patched-entropy.ts'
import { patchTicks } from './patched-ticks.ts'
import { patchTime } from './patched-time.ts'
import { patchTimers } from './patched-timers.ts'
import { Patches } from './patches.ts'
import { followOrder, patchJoins } from './promise-order.ts'
import { canDrain } from './quiescence.ts'
import { takeRejections } from './rejections.ts'

/** How long something from outside is waited for while nothing else can go on, in ms of real time. */
const patience = 1000
const grace = 20

/** What has a name of its own in an execution. */
export type Named = 'process' | 'channel' | 'target' | 'monitor'

/** Everything that the executions of an async body share with their host, taken over for the length of a search. */
export class BodyWorld implements World {
  synchronous = false
  private readonly patches = new Patches()
  // Only within a slice: hosts save and restore nextTick around work of their own.
  private readonly ticks = new Patches()
  private readonly outside = new Outside()
  private readonly names: Readonly<Record<Named, GivenNames>> = {
    process: new GivenNames(),
    channel: new GivenNames(),
    target: new GivenNames(),
    monitor: new GivenNames(),
  }
  private executions = 0
  private hasWaited = false
  /** The execution that goes on in the next slice. */
  private interrupted: ActiveRun | undefined = undefined
  private releaseRejections: (() => void) | undefined = undefined
  private unfollow: (() => void) | undefined = undefined
  private readonly setTimeout: unknown
  private readonly date: unknown

  constructor(
    private readonly mayDrain: boolean,
    readonly happensBefore = false,
  ) {
    try {
      patchTimers(this.patches)
      patchTime(this.patches)
      patchEntropy(this.patches)
      patchConsole(this.patches)
      patchAsyncStorage(this.patches)
      if (happensBefore) patchJoins(this.patches)
      this.patches.publish()
    } catch (error) {
      this.patches.undo()
      throw error
    }
    this.setTimeout = globalThis.setTimeout
    this.date = globalThis.Date
  }

  get uncontrolled(): readonly Uncontrolled[] {
    return this.outside.seen
  }

  enter(): void {
    this.synchronous = this.mayDrain && canDrain()
    patchTicks(this.ticks) // first: it may refuse, and then nothing is to be undone
    this.ticks.publish()
    this.releaseRejections = takeRejections()
    this.unfollow = this.happensBefore ? followOrder() : followProcesses()
    this.outside.mark()
    this.activate(this.interrupted)
  }

  leave(): void {
    this.interrupted = active.run
    this.activate(undefined)
    active.mark = 0
    this.releaseRejections?.()
    this.unfollow?.()
    this.ticks.undo()
  }

  close(): void {
    this.activate(undefined)
    this.patches.undo()
  }

  /** Whether what is given to the host now is the program's doing: in the turns between, the host works for itself. */
  listen(on: boolean): void {
    this.outside.isListening = on
  }

  /** An execution begins. */
  started(run: ActiveRun): void {
    this.executions++
    this.activate(run)
  }

  ended(run: ActiveRun): void {
    if (active.run === run) this.activate(undefined)
  }

  /** Whether a name was given out before in this execution; it is from now on. */
  isTaken(kind: Named, name: string): boolean {
    return this.names[kind].isTaken(name, this.executions)
  }

  /** Whether it is worth waiting on, with nothing else to do. */
  isBusy(waited: number): boolean {
    if (this.outside.seen.length > 0 || this.outside.isBusy()) return waited < patience
    // What the host does not list (an import, say) gets a short moment, in the first execution and when it is told.
    this.hasWaited ||= waited >= grace
    return this.outside.watching && !this.hasWaited
  }

  /** Something came from outside. */
  noteArrival(): void {
    if (this.outside.seen.length === 0) this.outside.noteUnlisted()
  }

  /** Whether work of an execution that is known to use the outside is still under way there, to disturb the next one. */
  hasLeftovers(waited: number): boolean {
    if (this.outside.seen.length === 0 || !this.outside.isBusy()) return false
    if (waited < patience) return true
    this.outside.mark() // a connection that is kept, say: the next execution need not wait for it again
    return false
  }

  findFakeTimers(): InterlaceError | undefined {
    if (globalThis.setTimeout === this.setTimeout && globalThis.Date === this.date) return undefined
    return misuse(
      'The body replaces setTimeout or Date, as vi.useFakeTimers() does.',
      'interlace has a virtual clock of its own, and the explorer decides when a timer fires: leave the fake timers out.',
    )
  }

  private activate(run: ActiveRun | undefined): void {
    active.run = run
    this.outside.watch(run?.recorder !== undefined)
  }
}
