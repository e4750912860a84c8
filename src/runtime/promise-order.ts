import { promiseHooks } from 'node:v8'
import { active } from './active.ts'
import { ownerOf, own } from './context.ts'
import { Join, Thing } from './happens-before.ts'
import type { Patches } from './patches.ts'
import { historyOf } from './process-order.ts'

const parentOf = Symbol('interlace.parent')
const promiseHistory = Symbol('interlace.history')
const joinOf = Symbol('interlace.join')

type Followed = Promise<unknown> & {
  [parentOf]?: Followed | undefined
  [promiseHistory]?: Thing
  [joinOf]?: Join | undefined
}

/** The `Promise.all` that is being called. */
let joining: Join | undefined

/**
 * Follows processes through their promises, as `followProcesses` does, and what happens before what: who waits for a
 * promise, who settles it, and which stretches of code that leads to. Hands back its undo.
 */
export function followOrder(): () => void {
  return promiseHooks.createHook({
    init(promise: Promise<unknown>, parent: Promise<unknown> | undefined) {
      own(promise)
      const followed = promise as Followed
      if (joining !== undefined) followed[joinOf] = joining
      if (parent === undefined) return
      followed[parentOf] = parent
      active.run?.order?.touch(historyOfPromise(parent))
    },
    before(promise: Promise<unknown>) {
      active.mark = ownerOf(promise)
      const { run } = active
      const order = run?.order
      if (run === undefined || order === undefined) return
      const { [parentOf]: parent, [joinOf]: join } = promise as Followed
      if (join === undefined) {
        order.begin(historyOf(run.current()))
        if (parent !== undefined) order.touch(historyOfPromise(parent))
      } else {
        order.close()
        if (parent !== undefined) join.add(historyOfPromise(parent))
      }
    },
    settled(promise: Promise<unknown>) {
      const { [joinOf]: join } = promise as Followed
      if (join === undefined) active.run?.order?.touch(historyOfPromise(promise))
      else join.mark(historyOfPromise(promise))
    },
  }) as () => void
}

function historyOfPromise(promise: Followed): Thing {
  let history = promise[promiseHistory]
  if (history === undefined) promise[promiseHistory] = history = new Thing()
  return history
}

/** What waits for all of some promises does not care in which order they settle. `race` and `any` do. */
export function patchJoins(patches: Patches): void {
  const joined = (original: (...args: never[]) => unknown): object =>
    function (this: unknown, given: Iterable<unknown>): unknown {
      const order = active.run?.order
      const all = original as (this: unknown, items: Iterable<unknown>) => unknown
      if (order === undefined || this !== Promise || !Array.isArray(given) || !given.every(isPlain))
        return Reflect.apply(all, this, [given])
      const outer = joining
      joining = new Join()
      order.touch(joining.thing)
      try {
        return Reflect.apply(all, this, [given])
      } finally {
        joining = outer
      }
    }
  patches.replace(Promise, 'all', joined)
  patches.replace(Promise, 'allSettled', joined)
}

/** Whether waiting for it runs nobody's code. */
function isPlain(item: unknown): boolean {
  if ((typeof item !== 'object' && typeof item !== 'function') || item === null) return true
  if (!(item instanceof Promise)) return typeof (item as { then?: unknown }).then !== 'function'
  return item.constructor === Promise && Reflect.get(item, 'then') === Reflect.get(Promise.prototype, 'then')
}
