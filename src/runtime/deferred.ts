import { active } from './active.ts'

type Settle = (value: unknown) => void

/** What settles the promise that was made last. */
class Captured {
  resolve: Settle = unmade
  reject: Settle = unmade
}

function unmade(): never {
  throw new Error('a promise is made before it is settled')
}

let captured = new Captured()

/** An execution begins. It captures in an object as young as its promises: the garbage collector need not be told. */
export function captureAnew(): void {
  captured = new Captured()
}

/** One executor for all promises: one is made for every step, and a closure for each of them would be felt. */
function capture(resolve: Settle, reject: Settle): void {
  captured.resolve = resolve
  captured.reject = reject
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
  return captured.resolve
}

/** A promise and the functions that settle it. */
export class Deferred {
  readonly promise = unownedPromise()
  readonly resolve = captured.resolve
  readonly reject = captured.reject
}
