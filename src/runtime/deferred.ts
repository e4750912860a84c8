import { active } from './active.ts'

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
  readonly promise: Promise<unknown>
  readonly resolve: Settle
  readonly reject: Settle

  constructor() {
    // Nobody runs in the name of this promise, only of those that follow it: it need not be marked with its process.
    const { process } = active
    active.process = undefined
    this.promise = new Promise(capture)
    active.process = process
    this.resolve = resolveLast
    this.reject = rejectLast
  }
}
