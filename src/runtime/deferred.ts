type Settle = (value: unknown) => void

let resolveLast: Settle
let rejectLast: Settle

// One executor for all: a promise is made for every step, and a closure for each of them would be felt.
function capture(resolve: Settle, reject: Settle): void {
  resolveLast = resolve
  rejectLast = reject
}

/** A promise and the functions that settle it. */
export class Deferred {
  readonly promise: Promise<unknown> = new Promise(capture)
  readonly resolve = resolveLast
  readonly reject = rejectLast
}
