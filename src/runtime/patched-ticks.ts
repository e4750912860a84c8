import { misuse } from '../core/errors.ts'
import { active } from './active.ts'
import type { Patches } from './patches.ts'
import { historyOf } from './process-order.ts'
import { hostProcess } from './quiescence.ts'

/** Within one step, after which it must be a loop. */
const mostTicks = 1_000_000

/**
 * Callbacks of `nextTick` and `queueMicrotask` stay where JavaScript puts them, but keep their process and never throw:
 * a nextTick callback that throws while the queue is drained takes the whole host down.
 */
export function patchTicks(patches: Patches): void {
  const kept = (original: (...args: never[]) => unknown): object => {
    const schedule = original as (callback: () => void) => void
    return (callback: unknown, ...args: unknown[]): void => {
      const { run } = active
      // A bad callback is the host's to complain of.
      if (run === undefined || typeof callback !== 'function') {
        Reflect.apply(schedule, hostProcess, [callback, ...args])
        return
      }
      if (++run.ticks > mostTicks) {
        run.misuse ??= misuse(
          `The program has queued ${mostTicks.toLocaleString('en')} ticks or microtasks within one step.`,
          'A loop that goes on in them never lets a step end. Await a timer, or pause(), in it instead.',
        )
        return
      }
      const process = run.current()
      const { mark } = process
      schedule.call(hostProcess, () => {
        active.mark = mark
        run.order?.begin(historyOf(process))
        try {
          Reflect.apply(callback, undefined, args)
        } catch (error) {
          run.fail(error, 'uncaught exception')
        }
      })
    }
  }
  patches.replace(hostProcess, 'nextTick', kept)
  if (globalThis.process !== hostProcess) patches.replace(globalThis.process, 'nextTick', kept)
  patches.replace(globalThis, 'queueMicrotask', kept)
}
