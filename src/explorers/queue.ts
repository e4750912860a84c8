import type { ProcessId } from '../core/process.ts'

/** Takes a process out of a queue, wherever it stands. */
export function remove(queue: ProcessId[], process: ProcessId): void {
  const index = queue.indexOf(process)
  if (index >= 0) queue.splice(index, 1)
}
