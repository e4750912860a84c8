import { defineExplorer } from '../core/explorer.ts'
import type { ProcessId } from '../core/process.ts'
import { addQueue, remove, rotateBack } from './queue.ts'

/** Follows the chain of causes: what was enabled last goes first; a delayed process goes last. */
export const runToCompletion = defineExplorer('run-to-completion', () => {
  const stack: ProcessId[] = []
  return {
    next: () => stack[stack.length - 1],
    delay: () => rotateBack(stack),
    step(event) {
      if (event.kind === 'enabled') stack.push(event.process)
      else if (event.kind === 'blocked' || event.kind === 'ended') remove(stack, event.process)
    },
    fingerprint: (into) => addQueue(into, stack),
  }
})
