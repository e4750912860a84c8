import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { active, type ActiveRun } from './active.ts'
import { inItsContext } from './async-storage.ts'
import type { Timer } from './clock.ts'
import type { Patches } from './patches.ts'
import type { Process } from './process.ts'
import { stackBelow } from './stack.ts'

/** What an immediate costs in virtual time: enough that a loop of them gets somewhere. */
const sliver = 0.01

type Callback = (...args: unknown[]) => unknown
type Original = (...args: never[]) => unknown

/** A virtual timer, and what `setTimeout` hands out for it: it has the shape of Node's `Timeout`. */
class VirtualTimeout implements Timer {
  due: number
  readonly process: Process
  readonly stack: string | undefined
  readonly fire: () => void
  private isReferenced = true
  private isClosed = false
  private id: number | undefined = undefined

  constructor(
    private readonly run: ActiveRun,
    readonly kind: Timer['kind'],
    readonly delay: number,
    readonly period: number | undefined,
    callback: () => void,
    boundary: Original,
  ) {
    run.guard('setTimeout')
    this.due = run.clockwork.now + delay
    this.process = run.current()
    this.stack = run.recorder === undefined ? undefined : stackBelow(boundary)
    this.fire = inItsContext(callback)
    run.clockwork.add(this)
  }

  ref(): this {
    this.isReferenced = true
    return this
  }

  unref(): this {
    this.isReferenced = false
    return this
  }

  hasRef(): boolean {
    return this.isReferenced
  }

  refresh(): this {
    if (this.isClosed) return this
    this.run.clockwork.remove(this)
    this.due = this.run.clockwork.now + this.delay
    this.run.clockwork.add(this)
    return this
  }

  close(): this {
    this.isClosed = true
    this.run.clockwork.remove(this)
    return this
  }

  [Symbol.toPrimitive](): number {
    this.id ??= this.run.clockwork.name(this)
    return this.id
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** The delay that Node makes of what it is given. */
function delayOf(value: unknown): number {
  const delay = Number(value)
  return delay >= 1 && delay <= 2 ** 31 - 1 ? Math.trunc(delay) : 1
}

/** Timers fire when the explorer lets the clock go on, in the order of their deadlines. */
export function patchTimers(patches: Patches): void {
  for (const target of [globalThis, timers] as Partial<Record<string, unknown>>[]) {
    patches.replace(target, 'setTimeout', (original) => patched(original, 'timer', delayOf, false))
    patches.replace(target, 'setInterval', (original) => patched(original, 'interval', delayOf, true))
    patches.replace(target, 'setImmediate', (original) => patched(original, 'immediate', undefined, false))
    for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) patches.replace(target, name, clear)
  }
  patchPromises(patches)
  patches.replace(AbortSignal, 'timeout', abortAfter)
}

function patched(
  original: Original,
  kind: Timer['kind'],
  delayFrom: typeof delayOf | undefined,
  repeats: boolean,
): Original {
  const replacement = (callback: unknown, first: unknown, ...others: unknown[]): unknown => {
    const { run } = active
    // A bad callback is the host's to complain of.
    if (run === undefined || typeof callback !== 'function') {
      return (original as Callback).call(globalThis, callback, first, ...others)
    }
    const fire = callback as Callback
    if (delayFrom === undefined) {
      const calls = first === undefined && others.length === 0 ? fire : withArguments(fire, first, ...others)
      return new VirtualTimeout(run, kind, sliver, undefined, calls, replacement)
    }
    const delay = delayFrom(first)
    const calls = others.length === 0 ? fire : withArguments(fire, ...others)
    return new VirtualTimeout(run, kind, delay, repeats ? delay : undefined, calls, replacement)
  }
  // Node hangs the promise versions on the functions: util.promisify(setTimeout).
  return Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(original))
}

// Apart: a closure in the replacement would make every timer allocate what it closes over.
function withArguments(callback: Callback, ...args: readonly unknown[]): () => void {
  return () => callback(...args)
}

function clear(original: Original): Original {
  return (handle: unknown) => {
    const isNumber = typeof handle === 'number' || typeof handle === 'string'
    const virtual = isNumber ? active.run?.clockwork.named(Number(handle)) : handle
    if (virtual instanceof VirtualTimeout) virtual.close()
    else Reflect.apply(original, globalThis, [handle])
  }
}

interface WaitOptions {
  readonly signal?: AbortSignal
}

/** As Node's own. */
function abortError(cause: unknown): Error {
  const error = new Error('The operation was aborted', { cause })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}

/** A promise that a virtual timer fulfils, or an abort signal rejects. */
function wait(
  run: ActiveRun,
  kind: Timer['kind'],
  delay: number,
  value: unknown,
  options: WaitOptions,
  boundary: Original,
) {
  return new Promise<unknown>((resolve, reject) => {
    const { signal } = options
    const abort = (): void => {
      timeout.close()
      reject(abortError(signal?.reason))
    }
    const fire = (): void => {
      signal?.removeEventListener('abort', abort)
      resolve(value)
    }
    const timeout = new VirtualTimeout(run, kind, delay, undefined, fire, boundary)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

function patchPromises(patches: Patches): void {
  const module = timersPromises as unknown as Partial<Record<string, unknown>>
  const scheduler = module['scheduler'] as Partial<Record<string, unknown>> | undefined
  const waiting =
    (kind: Timer['kind'], immediate: boolean, valueAt: number) =>
    (original: Original): Original => {
      const replacement = (...args: unknown[]): unknown => {
        const { run } = active
        if (run === undefined) return Reflect.apply(original, scheduler, args)
        const delay = immediate ? sliver : delayOf(args[0])
        const value = valueAt < 0 ? undefined : args[valueAt]
        const options = (args[valueAt < 0 ? 1 : valueAt + 1] ?? {}) as WaitOptions
        return wait(run, kind, delay, value, options, replacement)
      }
      return replacement
    }
  patches.replace(module, 'setTimeout', waiting('timer', false, 1))
  patches.replace(module, 'setImmediate', waiting('immediate', true, 0))
  patches.replace(module, 'setInterval', (original) => {
    const replacement = (delay: unknown, value: unknown, options: WaitOptions = {}): unknown => {
      const { run } = active
      if (run === undefined) return Reflect.apply(original, undefined, [delay, value, options])
      return ticks(run, delayOf(delay), value, options, replacement)
    }
    return replacement
  })
  if (scheduler !== undefined) {
    // Its methods live on the prototype and insist on their receiver.
    const prototype = Object.getPrototypeOf(scheduler) as Partial<Record<string, unknown>>
    patches.replace(prototype, 'wait', waiting('wait', false, -1))
    patches.replace(prototype, 'yield', waiting('yield', true, -1))
  }
}

async function* ticks(run: ActiveRun, delay: number, value: unknown, options: WaitOptions, boundary: Original) {
  for (;;) yield await wait(run, 'interval', delay, value, options, boundary)
}

function abortAfter(original: Original): Original {
  const replacement = (delay: unknown): unknown => {
    const { run } = active
    if (run === undefined) return Reflect.apply(original, AbortSignal, [delay])
    const controller = new AbortController()
    const abort = (): void =>
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    new VirtualTimeout(run, 'abort', delayOf(delay), undefined, abort, replacement)
    return controller.signal
  }
  return replacement
}
