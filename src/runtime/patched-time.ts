import { misuse } from '../core/errors.ts'
import { active, type ActiveRun } from './active.ts'
import type { Patches } from './patches.ts'
import { hostProcess } from './quiescence.ts'

type Original = (...args: never[]) => unknown

/** Looks at the clock within one step, after which a program must be waiting for time to pass by looking. */
const mostLooks = 1_000_000

/** Virtual time in ms; it does not pass while somebody looks at it. */
function now(run: ActiveRun): number {
  if (++run.looks > mostLooks) {
    run.looks = 0
    throw misuse(
      `The program has looked at the clock ${mostLooks.toLocaleString('en')} times within one step.`,
      'Virtual time passes only between steps: a loop that waits for Date.now() to move on never ends. Await a timer instead.',
    )
  }
  run.order?.look(run.order.clock)
  return run.clockwork.now
}

/** `Date`, `performance.now` and `process.hrtime` tell the virtual time. */
export function patchTime(patches: Patches): void {
  const RealDate = globalThis.Date
  const date = (run: ActiveRun): number => {
    now(run)
    return run.clockwork.date
  }
  patches.replace(RealDate, 'now', (original) => () => {
    const { run } = active
    return run === undefined ? original.call(RealDate) : date(run)
  })
  const VirtualDate = new Proxy(RealDate, {
    construct(target, args, newTarget) {
      const { run } = active
      const given = run !== undefined && args.length === 0 ? [date(run)] : args
      return Reflect.construct(target, given, newTarget) as object
    },
    apply(target) {
      const { run } = active
      return run === undefined ? target() : new target(date(run)).toString()
    },
  })
  patches.replace(RealDate.prototype as { constructor?: unknown }, 'constructor', () => VirtualDate)
  patches.replace(globalThis, 'Date', () => VirtualDate)
  patches.replace(globalThis.performance, 'now', (original) => () => {
    const { run } = active
    return run === undefined ? original.call(globalThis.performance) : now(run)
  })
  for (const process of new Set([hostProcess, globalThis.process])) patches.replace(process, 'hrtime', hrtime)
}

function hrtime(original: Original): Original {
  const real = original as unknown as NodeJS.HRTime
  const virtual = (previous?: [number, number]): [number, number] => {
    const { run } = active
    if (run === undefined) return real(previous)
    const nanoseconds = Math.round(now(run) * 1e6) - (previous ? previous[0] * 1e9 + previous[1] : 0)
    return [Math.floor(nanoseconds / 1e9), nanoseconds % 1e9]
  }
  const bigint = (): bigint => {
    const { run } = active
    return run === undefined ? real.bigint() : BigInt(Math.round(now(run) * 1e6))
  }
  return Object.assign(virtual, { bigint })
}
