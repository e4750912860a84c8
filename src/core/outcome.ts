/** How one execution ended. */
export type Outcome =
  | { readonly kind: 'passed'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown; readonly how: Failure }
  | { readonly kind: 'deadlocked'; readonly waiting: readonly Waiting[] }
  | { readonly kind: 'cut'; readonly steps: number; readonly waiting: readonly Waiting[] }
  | Unhandled
  | Hot
  | Livelocked

/** A machine was sent an event that its state neither handles, defers nor ignores. */
export interface Unhandled {
  readonly kind: 'unhandled'
  readonly machine: string
  readonly state: string
  readonly event: string
  /** What came with it, in words; empty for nothing. */
  readonly payload: string
  readonly sender: string
}

/** A monitor still wants something to happen, and the execution is over, or has gone on for very long. */
export interface Hot {
  readonly kind: 'hot'
  readonly monitors: readonly HotMonitor[]
  /** The temperature bound that was reached: so often every process has had its turn. Absent at the end of an execution. */
  readonly rounds?: number
}

/** Those of some hot monitors that have stayed hot until now. */
export function stillHot(before: readonly HotMonitor[], now: readonly HotMonitor[]): readonly HotMonitor[] {
  if (before.length === 0 || now.length === 0) return none
  return now.filter(({ name, heats }) => before.some((one) => one.name === name && one.heats === heats))
}

const none: readonly HotMonitor[] = []

/** An execution that goes round for ever, and a monitor wants something to happen all the time. */
export interface Livelocked {
  readonly kind: 'livelocked'
  readonly monitors: readonly HotMonitor[]
  readonly loop: Loop
  /** Whether every process that could always go on has its turn in the loop. */
  readonly fair: boolean
}

/** A monitor and the hot state it is in. */
export interface HotMonitor {
  readonly name: string
  readonly state: string
  /** How often it has become hot: it may have been cold for a moment within a step. */
  readonly heats: number
}

/** Where an execution goes round: after `stem` steps, every `steps` steps. */
export interface Loop {
  readonly stem: number
  readonly steps: number
}

/** Where the exception came out. */
export type Failure = 'body' | 'unhandled rejection' | 'uncaught exception'

/** A process that cannot go on, and what it waits for as far as is known. */
export interface Waiting {
  readonly process: string
  readonly for: string
  /** Where it was last seen; known in a recorded execution. */
  readonly stack?: string
}
