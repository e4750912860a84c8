import type { Fingerprint } from '../core/fingerprint.ts'
import type { ProcessId } from '../core/process.ts'

/** Takes a process out of a queue, wherever it stands. */
export function remove(queue: ProcessId[], process: ProcessId): void {
  if (queue.length === 0) return
  // Whoever goes next stands at one end, and few others are taken out.
  if (queue[queue.length - 1] === process) queue.pop()
  else if (queue[0] === process) queue.shift()
  else removeWithin(queue, process)
}

function removeWithin(queue: ProcessId[], process: ProcessId): void {
  const place = queue.indexOf(process)
  if (place > 0) queue.splice(place, 1)
}

/** Sends the head of a queue to its tail. */
export function rotate(queue: ProcessId[]): void {
  const head = queue.shift()
  if (head !== undefined) queue.push(head)
}

/** Sends the tail of a queue to its head. */
export function rotateBack(queue: ProcessId[]): void {
  const tail = queue[queue.length - 1]
  if (tail === undefined) return
  // One by one: `unshift` is not compiled along, and costs as much as a step.
  for (let place = queue.length - 1; place > 0; place--) queue[place] = queue[place - 1] ?? tail
  queue[0] = tail
}

/** Adds the order of a queue to a fingerprint. */
export function addQueue(into: Fingerprint, queue: readonly ProcessId[]): void {
  for (const process of queue) into.number(process)
  into.number(-queue.length)
}
