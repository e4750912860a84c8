/**
 * What may go wrong, and how often. Every fault is a choice of the explorer: that nothing goes wrong comes first, and the
 * first kind of fault that is possible costs one delay, the next one two.
 */
export interface FaultOptions {
  /** So many messages may be lost. */
  readonly loss?: number
  /** So many may arrive twice. */
  readonly duplication?: number
  /** So many may overtake those that wait in the mailbox. */
  readonly reordering?: number
  /** So many crashes may happen, before its first step or after one: what it has not sent and not handled is lost. */
  readonly crash?: number
  /** What a machine knows when it comes back: its data as at the beginning but for what is `durable`, or as it was. */
  readonly restart?: 'never' | 'fresh' | 'with data'
  /** So many times the groups may lose sight of each other; messages between them are lost until they meet again. */
  readonly partition?: number
  /** The groups of a partition, by the names of machines and processes. */
  readonly groups?: readonly (readonly string[])[]
  /** Only messages from these. */
  readonly from?: readonly string[]
  /** Only messages to these. */
  readonly to?: readonly string[]
  /** Only these crash. */
  readonly machines?: readonly string[]
}

/** The options that say how often. */
export const budgets = ['loss', 'duplication', 'reordering', 'crash', 'partition'] as const
