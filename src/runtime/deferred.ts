/** A promise and the functions that settle it. */
export interface Deferred {
  readonly promise: Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

let resolveLast: Deferred['resolve']
let rejectLast: Deferred['reject']

// One executor for all: a promise is made for every step, and a closure for each of them would be felt.
function capture(resolve: Deferred['resolve'], reject: Deferred['reject']): void {
  resolveLast = resolve
  rejectLast = reject
}

export function deferred(): Deferred {
  const promise = new Promise(capture)
  return { promise, resolve: resolveLast, reject: rejectLast }
}
