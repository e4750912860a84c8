import { active } from './active.ts'

type Settle = (value: unknown) => void

let resolveLast: Settle
let rejectLast: Settle

// One executor for all: a promise is made for every step, and a closure for each of them would be felt.
function capture(resolve: Settle, reject: Settle): void {
  resolveLast = resolve
  rejectLast = reject
}

/** A promise that belongs to no process: code runs in the name of what follows it, never of this one itself. */
export function unownedPromise(): Promise<unknown> {
  const { mark } = active
  active.mark = 0
  const promise = new Promise(capture)
  active.mark = mark
  return promise
}

/** The function that fulfils the promise made last. */
export function resolverOfLast(): Settle {
  return resolveLast
}

/** A promise and the functions that settle it. */
export class Deferred {
  readonly promise = unownedPromise()
  readonly resolve = resolveLast
  readonly reject = rejectLast
}
