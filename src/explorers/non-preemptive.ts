import { defineExplorer } from '../core/explorer.ts'
import { clock, type ProcessId } from '../core/process.ts'
import { addQueue, remove } from './queue.ts'

/**
 * Lets the process that runs go on for as long as it can; the others follow in the order in which they were enabled. It
 * is the order of the search `preemption-bounding`. A delay lasts one step.
 */
export const nonPreemptive = defineExplorer('non-preemptive', () => {
  const enabled: ProcessId[] = []
  let running: ProcessId = clock
  let delays = 0

  return {
    next() {
      const place = enabled.indexOf(running)
      // The one that runs stands first, and those before it move up by one.
      if (place < 0 || delays > place) return enabled[delays % enabled.length]
      return delays === 0 ? running : enabled[delays - 1]
    },
    delay() {
      delays++
    },
    step(event) {
      delays = 0
      // The clock interrupts: whoever ran before still does.
      if (event.kind === 'taken' && event.process !== clock) running = event.process
      else if (event.kind === 'enabled') enabled.push(event.process)
      else if (event.kind === 'blocked' || event.kind === 'ended') remove(enabled, event.process)
    },
    fingerprint: (into) => addQueue(into.number(running).number(delays), enabled),
  }
})
