/**
 * Which executions without an end count. `none`: all of them. `processes`, weak fairness: those in which every process that
 * could always go on has its turn again and again. `processes-and-choices`: in which, besides, every explicit choice that is
 * met again and again takes each of its options again and again.
 */
export type Fairness = 'none' | 'processes' | 'processes-and-choices'

/** All of them, the strictest last. */
export const fairnesses: readonly Fairness[] = ['none', 'processes', 'processes-and-choices']
