import type { StepEvent } from '../core/event.ts'
import type { Explorer } from '../core/explorer.ts'
import type { Fingerprint } from '../core/fingerprint.ts'
import type { ProcessId } from '../core/process.ts'
import { addQueue, remove } from './queue.ts'

/**
 * An explorer whose state is a queue of the enabled processes: new ones join at its end. It is a class, unlike those that
 * are written as users write theirs, because every step of most searches asks it.
 */
export abstract class Queueing implements Explorer {
  readonly ignoresTaken = true
  protected readonly queue: ProcessId[] = []

  abstract next(): ProcessId | undefined
  abstract delay(): void

  step(event: StepEvent): void {
    if (event.kind === 'enabled') this.queue.push(event.process)
    else if (event.kind === 'blocked' || event.kind === 'ended') remove(this.queue, event.process)
  }

  fingerprint(into: Fingerprint): void {
    addQueue(into, this.queue)
  }
}
