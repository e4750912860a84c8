import type { BodyRun } from './body-run.ts'
import { Deferred } from './deferred.ts'
import { describeAll } from './describe.ts'
import type { Lane, Thing, Use } from './happens-before.ts'
import { Reply, Request } from './operations.ts'
import { historyOf } from './process-order.ts'
import { isThenable } from './thenable.ts'

/** How a controlled call behaves. */
export interface ControlledOptions {
  /** `reply`: the call takes effect at once. `request-and-reply`: taking effect is a step of its own. */
  readonly steps?: 'reply' | 'request-and-reply'
  /** The virtual time it may take at most, in ms. */
  readonly latency?: number
  /**
   * The methods that change nothing, or `true` if none does. Where the search has the `happens-before` key, it takes no
   * interest in the order of calls that only read.
   */
  readonly reads?: readonly string[] | true
}

type Callable = (...args: unknown[]) => unknown

/** Stands in for a function, or for an object of functions, whose answers are delivered when the explorer says so. */
export function controlled<Target>(run: BodyRun, name: string, target: Target, options: ControlledOptions): Target {
  if (typeof target === 'function') {
    const use = { thing: run.order?.thingFor(target), changes: options.reads !== true }
    return wrap(run, name, target as unknown as Callable, options, use) as Target
  }
  if (typeof target === 'object' && target !== null) return controlledObject(run, name, target, options)
  return run.refuse(
    `controlled(${JSON.stringify(name)}, …) was given ${target === null ? 'null' : typeof target}.`,
    'It takes an async function, or an object with async functions: a client, a repository, a mock.',
  )
}

/** A proxy over an empty object, so that frozen targets can be wrapped too. */
function controlledObject<Target extends object>(
  run: BodyRun,
  name: string,
  target: Target,
  options: ControlledOptions,
): Target {
  const thing = run.order?.thingFor(target)
  const touch = (): void => {
    if (thing !== undefined) run.order?.touch(thing)
  }
  const wrapped = new Map<PropertyKey, { readonly original: unknown; readonly wrapper: unknown }>()
  const proxy: object = new Proxy({} as Target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function' || key === 'constructor') {
        touch()
        return value
      }
      if (thing !== undefined) run.order?.look(thing)
      const known = wrapped.get(key)
      if (known?.original === value) return known.wrapper
      // The target's own methods see the target itself: only calls from outside cross the boundary.
      const use = { thing, changes: !isRead(options, key) }
      const wrapper = wrap(run, `${name}.${String(key)}`, value as Callable, options, use, (self) =>
        self === proxy ? target : self,
      )
      wrapped.set(key, { original: value, wrapper })
      return wrapper
    },
    set(_, key, value) {
      touch()
      return Reflect.set(target, key, value)
    },
    has(_, key) {
      touch()
      return Reflect.has(target, key)
    },
    defineProperty(_, key, descriptor) {
      touch()
      return Reflect.defineProperty(target, key, { ...descriptor, configurable: true })
    },
    deleteProperty(_, key) {
      touch()
      return Reflect.deleteProperty(target, key)
    },
    ownKeys() {
      touch()
      return Reflect.ownKeys(target)
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(target),
    getOwnPropertyDescriptor(_, key) {
      touch()
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key)
      return descriptor && { ...descriptor, configurable: true }
    },
  })
  return proxy as Target
}

function wrap(
  run: BodyRun,
  name: string,
  target: Callable,
  options: ControlledOptions,
  { thing, changes }: { readonly thing: Thing | undefined; readonly changes: boolean },
  selfOf: (self: unknown) => unknown = (self) => self,
): Callable {
  const travels = options.steps === 'request-and-reply'
  const use = thing && { thing, changes }

  function apply(_: Callable, self: unknown, args: unknown[]): unknown {
    run.guard(name)
    const call = (): unknown => {
      if (use !== undefined) run.order?.use(use)
      return Reflect.apply(target, selfOf(self), args)
    }
    return travels ? request(call, args) : reply(call, args)
  }

  function reply(call: () => unknown, args: readonly unknown[]): unknown {
    const result = call()
    return isThenable(result) ? answer(result, args, new Deferred()) : result
  }

  function request(call: () => unknown, args: readonly unknown[]): unknown {
    const done = new Deferred()
    const takeEffect = (): void => {
      try {
        void answer(Promise.resolve(call()), args, done)
      } catch (error) {
        void answer(Promise.reject(error), args, done)
      }
    }
    run.issue(new Request(name, args, takeEffect, run.deadline(options.latency)), undefined, apply)
    return done.promise
  }

  function answer(result: PromiseLike<unknown>, args: readonly unknown[], done: Deferred) {
    const operation = new Reply(name, args, done)
    if (run.recorder !== undefined && !travels) run.note('call', `${name}(${describeAll(args)})`)
    run.issue(operation, undefined, apply)
    const release = use === undefined ? undefined : hold(historyOf(run.current()), use)
    result.then(
      (value) => {
        operation.value = value
        run.ready(operation, run.deadline(options.latency))
        release?.()
      },
      (error: unknown) => {
        operation.value = error
        operation.failed = true
        run.ready(operation, run.deadline(options.latency))
        release?.()
      },
    )
    return done.promise
  }

  // A proxy, so that what hangs on the function (a mock's records) stays there.
  return new Proxy(target, { apply })
}

function isRead({ reads = [] }: ControlledOptions, key: PropertyKey): boolean {
  return reads === true || (typeof key === 'string' && reads.includes(key))
}

/** Until a call has its result, whatever its process does may be the target's own doing. */
function hold({ uses }: Lane, use: Use): () => void {
  const held = { ...use }
  uses.push(held)
  return () => void uses.splice(uses.indexOf(held), 1)
}
