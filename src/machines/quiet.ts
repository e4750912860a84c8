import { resolverOfLast, unownedPromise } from '../runtime/deferred.ts'
import type { Operation, Process } from '../runtime/process.ts'

/** Waits until nothing can go on but timers. */
export class Quiet implements Operation {
  process: Process | undefined = undefined
  ready = false
  deadline = Infinity
  stack: string | undefined = undefined
  readonly promise = unownedPromise() as Promise<void>
  private readonly resolve = resolverOfLast()
  release(): void {
    this.resolve(undefined)
  }
  describe(): string {
    return 'all is quiet'
  }
  awaits(): string {
    return 'all to be quiet'
  }
}
