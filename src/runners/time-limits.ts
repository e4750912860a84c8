import { url } from 'node:inspector'

/** The part of a test's timeout that a search may take: it ends by itself, and says what it covered. */
const share = 0.8

/** Whether a debugger may be attached: whoever stands at a breakpoint has all the time there is. */
export function isDebugged(): boolean {
  return url() !== undefined
}

/** The time budget of a search: what was asked for, or most of the test's timeout. */
export function timeBudget(asked: number | undefined, timeout: number): number {
  if (isDebugged()) return Infinity
  if (asked !== undefined) return asked
  return timeout > 0 && timeout !== Infinity ? timeout * share : Infinity
}

/** A timeout that lets a search of a given length end by itself: 0, which means none, for one without end. */
export function timeoutBeyond(time: number): number {
  return Number.isFinite(time) ? Math.ceil(time * 1.5) + 10_000 : 0
}
