import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers'

// Taken at load time: a search replaces the global ones, and so do fake timers.
const clockNow = performance.now.bind(performance)

/** In ms: while the host is asked more often than that, it is asked less often. */
const oftenEnough = 0.1
/** What is done between two calls may suddenly take long. */
const mostUnasked = 16

let known = 0
let unasked = 0
let unaskedNext = 0

function now(): number {
  unasked = unaskedNext = 0
  return (known = clockNow())
}

/** As `now`, but answers out of memory where it is called very often: to ask the host costs as much as a step. */
function lately(): number {
  if (unasked > 0) {
    unasked--
    return known
  }
  const before = known
  known = clockNow()
  unaskedNext = known - before < oftenEnough ? Math.min(2 * unaskedNext + 1, mostUnasked) : unaskedNext >> 1
  unasked = unaskedNext
  return known
}

/** The host's own clock and timers, whatever the globals are replaced by. */
export const realTime = { now, lately, setImmediate, setTimeout } as const
