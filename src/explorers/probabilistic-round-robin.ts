import { defineExplorer } from '../core/explorer.ts'
import type { ProcessId } from '../core/process.ts'
import { remove, rotate } from './queue.ts'

/** Round-robin, but a new process joins the queue at a random place: the order of creation means nothing. */
export const probabilisticRoundRobin = defineExplorer('probabilistic-round-robin', (random) => {
  const queue: ProcessId[] = []
  const created = new Set<ProcessId>()
  return {
    next: () => queue[0],
    delay: () => rotate(queue),
    step(event) {
      if (event.kind === 'created') created.add(event.process)
      else if (event.kind === 'enabled') {
        const place = created.delete(event.process) ? Math.floor(random() * (queue.length + 1)) : queue.length
        queue.splice(place, 0, event.process)
      } else if (event.kind === 'blocked' || event.kind === 'ended') remove(queue, event.process)
    },
  }
})
