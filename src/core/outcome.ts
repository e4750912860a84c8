/** How one execution ended. */
export type Outcome =
  | { readonly kind: 'passed'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown; readonly how: Failure }
  | { readonly kind: 'deadlocked'; readonly waiting: readonly Waiting[] }
  | { readonly kind: 'cut'; readonly steps: number; readonly waiting: readonly Waiting[] }
  | Unhandled

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

/** Where the exception came out. */
export type Failure = 'body' | 'unhandled rejection' | 'uncaught exception'

/** A process that cannot go on, and what it waits for as far as is known. */
export interface Waiting {
  readonly process: string
  readonly for: string
  /** Where it was last seen; known in a recorded execution. */
  readonly stack?: string
}
