import { defineExplorer } from '../core/explorer.ts'
import type { ProcessId } from '../core/process.ts'
import { addQueue, remove, rotate } from './queue.ts'

/** Cycles through the processes in creation order; moves on when the head blocks, ends or is delayed. */
export const roundRobin = defineExplorer('round-robin', () => {
  const queue: ProcessId[] = []
  return {
    next: () => queue[0],
    delay: () => rotate(queue),
    step(event) {
      if (event.kind === 'enabled') queue.push(event.process)
      else if (event.kind === 'blocked' || event.kind === 'ended') remove(queue, event.process)
    },
    fingerprint: (into) => addQueue(into, queue),
  }
})
