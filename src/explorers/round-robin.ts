import { defineExplorer } from '../core/explorer.ts'
import type { ProcessId } from '../core/process.ts'
import { rotate } from './queue.ts'
import { Queueing } from './queueing.ts'

/** Cycles through the processes in creation order; moves on when the head blocks, ends or is delayed. */
export const roundRobin = defineExplorer('round-robin', () => new RoundRobin())

class RoundRobin extends Queueing {
  next(): ProcessId | undefined {
    return this.queue[0]
  }

  delay(): void {
    rotate(this.queue)
  }
}
