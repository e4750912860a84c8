/** A process of a program: a natural number, given out in order of creation and the same in every execution. */
export type ProcessId = number

/**
 * The process that fires timers. No explorer orders it: the composition keeps it behind all the others, so that nothing
 * times out unless a delay is spent on it, whatever the explorer. All that an explorer hears is that it was taken.
 */
export const clock: ProcessId = 0
