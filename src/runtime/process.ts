import type { ProcessId } from '../core/process.ts'

/** A process of an async body: it has at most one pending operation. */
export class Process {
  operation: Operation | undefined = undefined
  /** What it did last, for those who ask why it does not go on. */
  last: Operation | undefined = undefined
  /** Where it stands among the run's choices; -1: not enabled. */
  place = -1
  /** Its body has settled. */
  done = false
  /** Unnamed processes for operations issued while another one is pending; they are used again when idle. */
  forks: Process[] | undefined = undefined
  /** The named process in whose lane of the trace it stands: itself, or the one it was forked from. */
  readonly lane: Process

  constructor(
    readonly id: ProcessId,
    readonly name: string,
    /** What promises made by its code are marked with; 0 for the main one. */
    readonly mark: number,
    lane?: Process,
  ) {
    this.lane = lane ?? this
  }
}

/** Something that a process has asked for and that has not happened yet; letting it happen is a step. */
export interface Operation {
  /** The process it is pending on, while it is. */
  process: Process | undefined
  /** Whether it can be released. */
  ready: boolean
  /** The virtual time by which it must have happened, once it is ready. */
  deadline: number
  /** Where it was issued; known in a recorded execution. */
  stack: string | undefined
  release(): void
  /** What happens, in a few words of the trace. */
  describe(): string
  /** What its process waits for while it is not ready. */
  awaits(): string
}
