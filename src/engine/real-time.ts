import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers'

// Taken at load time: a search replaces the global ones, and so do fake timers.
const clockNow = performance.now.bind(performance)

/** The host's own clock and timers, whatever the globals are replaced by. */
export const realTime = { now: (): number => clockNow(), setImmediate, setTimeout } as const
