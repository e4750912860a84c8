import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { active } from './active.ts'
import type { Patches } from './patches.ts'

let isUsed = false

/** Notices when a program begins to use AsyncLocalStorage: only then does it pay to keep its contexts. */
export function patchAsyncStorage(patches: Patches): void {
  isUsed = false
  for (const method of ['run', 'enterWith'] as const) {
    patches.replace(AsyncLocalStorage.prototype, method, (original) => {
      return function (this: unknown, ...args: unknown[]): unknown {
        if (active.run !== undefined) isUsed = true
        return Reflect.apply(original, this, args)
      }
    })
  }
}

/** A callback that will run in the context of now, as Node runs those of timers; promises do so by themselves. */
export function inItsContext<Result>(callback: () => Result): () => Result {
  return isUsed ? AsyncResource.bind<() => Result, unknown>(callback) : callback
}
