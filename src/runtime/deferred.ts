import { active } from './active.ts'

type Settle = (value: unknown) => void

/** One executor for many promises: one is made for every step, and a closure for each of them would be felt. */
class Capture {
  resolve: Settle = unmade
  reject: Settle = unmade
  readonly executor = (resolve: Settle, reject: Settle): void => {
    this.resolve = resolve
    this.reject = reject
  }
}

function unmade(): never {
  throw new Error('a promise is made before it is settled')
}

let capture = new Capture()

/** An execution begins. It captures in an object as young as its promises: the garbage collector need not be told. */
export function captureAnew(): void {
  capture = new Capture()
}

/** A promise that belongs to no process: code runs in the name of what follows it, never of this one itself. */
export function unownedPromise(): Promise<unknown> {
  const { mark } = active
  active.mark = 0
  const promise = new Promise(capture.executor)
  active.mark = mark
  return promise
}

/** The function that fulfils the promise made last. */
export function resolverOfLast(): Settle {
  return capture.resolve
}

/** A promise and the functions that settle it. */
export class Deferred {
  readonly promise = unownedPromise()
  readonly resolve = capture.resolve
  readonly reject = capture.reject
}
