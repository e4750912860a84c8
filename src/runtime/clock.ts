import type { HappensBefore } from './happens-before.ts'
import type { Process } from './process.ts'

/** A timer of the virtual clock. */
export interface Timer {
  due: number
  readonly delay: number
  /** Fires again and again, every so many ms. */
  readonly period: number | undefined
  readonly process: Process
  readonly kind: 'timer' | 'interval' | 'immediate' | 'wait' | 'yield' | 'abort'
  readonly stack: string | undefined
  /** What it does, where that says more than how long it took. */
  readonly text?: string
  fire(): void
}

/** A timer in a few words of the trace. */
export function describeTimer({ kind, delay }: Timer): string {
  if (kind === 'immediate' || kind === 'yield') return kind
  return kind === 'abort' ? `abort after ${delay} ms` : `${kind} of ${delay} ms`
}

/** When the virtual time begins: every execution lives through the same hours. */
const epoch = Date.UTC(2025, 0, 1)

/** Virtual time: it stands still but for the firing of timers, which happens in the order of their deadlines. */
export class Clock {
  /** Virtual ms since the start of the execution. */
  now = 0
  /** The earliest deadline. */
  due = Infinity
  private readonly timers: Timer[] = [] // the earliest last
  private handles: object[] | undefined = undefined

  constructor(private readonly order?: HappensBefore) {}

  /** What `Date.now()` says. */
  get date(): number {
    return epoch + Math.floor(this.now)
  }

  add(timer: Timer): void {
    this.order?.touch(this.order.clock)
    const { timers } = this
    let place = timers.push(timer) - 1
    // Never looks before the first: a list has no compiled way to say that nothing is there.
    for (; place > 0; place--) {
      const before = timers[place - 1]
      if (before === undefined || before.due > timer.due) break
      timers[place] = before
    }
    timers[place] = timer
    this.look()
  }

  remove(timer: Timer): void {
    this.order?.touch(this.order.clock)
    const place = this.timers.indexOf(timer)
    if (place >= 0) this.timers.splice(place, 1)
    this.look()
  }

  /** Gives a number to what a program wants to know a timer by. */
  name(handle: object): number {
    this.order?.touch(this.order.clock)
    return (this.handles ??= []).push(handle)
  }

  named(number: number): object | undefined {
    return this.handles?.[number - 1]
  }

  /** Goes on to the earliest deadline and takes out its timer. */
  next(): Timer | undefined {
    const timer = this.timers.pop()
    if (timer === undefined) return undefined
    if (timer.due > this.now) this.now = timer.due
    this.look()
    if (timer.period !== undefined) this.add(Object.assign(timer, { due: this.now + timer.period }))
    return timer
  }

  /** The timers, the earliest last. */
  pending(): readonly Timer[] {
    return this.timers
  }

  clear(): void {
    this.timers.length = 0
    this.look()
  }

  private look(): void {
    const { length } = this.timers
    this.due = length === 0 ? Infinity : (this.timers[length - 1]?.due ?? Infinity)
  }
}
