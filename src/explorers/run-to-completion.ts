import { defineExplorer } from '../core/explorer.ts'
import type { ProcessId } from '../core/process.ts'
import { rotateBack } from './queue.ts'
import { Queueing } from './queueing.ts'

/** Follows the chain of causes: what was enabled last goes first; a delayed process goes last. */
export const runToCompletion = defineExplorer('run-to-completion', () => new RunToCompletion())

class RunToCompletion extends Queueing {
  next(): ProcessId | undefined {
    return this.queue[this.queue.length - 1]
  }

  delay(): void {
    rotateBack(this.queue)
  }
}
