import { Fingerprint } from '../core/fingerprint.ts'

/**
 * Something that stretches of code act upon: a process, a controlled target, a channel, a promise, the clock. Its mark
 * stands for all that has happened to it, so that equal marks mean equal histories.
 */
export class Thing {
  high = 0
  low = 0
  /** The sum over those who have only looked at it since: they may come in any order. */
  seenHigh = 0
  seenLow = 0
  /** The last stretches that acted upon it, and that looked at it. */
  touched = 0
  seen = 0
}

/** A process, and those forked from it. */
export class Lane {
  readonly thing = new Thing()
  /** The uses that it makes of other things, and that are not over. */
  readonly uses: Use[] = []
  readonly name: Fingerprint
  constructor(name: string) {
    this.name = new Fingerprint().text(name)
  }
}

/** What a call acts upon, or only looks at, from its beginning until it has its result. */
export interface Use {
  readonly thing: Thing
  readonly changes: boolean
}

/**
 * The partial order of what happens in an execution. An event is a stretch of code that runs without a break: the start of
 * a step, or a microtask. Its hash is made of the marks of all things that it acts upon, that is of what happened before
 * it, and becomes their mark. The sum of all hashes is the same for executions that differ in the order of independent
 * steps only, and for no others.
 */
export class HappensBefore {
  readonly clock = new Thing()
  readonly random = new Thing()
  private high = 0
  private low = 0
  private readonly event = new Fingerprint()
  private stretch = 1
  private readonly touched: Thing[] = []
  private readonly seen: Thing[] = []
  private readonly things = new Map<object, Thing>()

  /** Another stretch of code begins, in the name of a process; a step says what of it was released. */
  begin({ name, thing, uses }: Lane, released = 0): void {
    this.close()
    // Processes that were made by the same stretch have the same mark, and which of them goes is nobody's knowledge.
    this.event.reset().add(name).number(released)
    this.touch(thing)
    for (const use of uses) this.use(use)
  }

  use({ thing, changes }: Use): void {
    if (changes) this.touch(thing)
    else this.look(thing)
  }

  /** The one thing that stands for an object, whatever it is called. */
  thingFor(target: object): Thing {
    let thing = this.things.get(target)
    if (thing === undefined) this.things.set(target, (thing = new Thing()))
    return thing
  }

  /** What happens next depends on everything that has happened. */
  gather(): void {
    this.close()
    this.event.reset().number(this.high).number(this.low)
  }

  /** The stretch under way acts upon something. */
  touch(thing: Thing): void {
    if (thing.touched === this.stretch) return
    thing.touched = this.stretch
    this.event.number(thing.high).number(thing.low).number(thing.seenHigh).number(thing.seenLow)
    this.touched.push(thing)
  }

  /** It looks at something, and leaves it as it is. */
  look(thing: Thing): void {
    if (thing.seen === this.stretch || thing.touched === this.stretch) return
    thing.seen = this.stretch
    this.event.number(thing.high).number(thing.low)
    this.seen.push(thing)
  }

  /** It learns something that is decided now. */
  learn(value: number): void {
    this.event.number(value)
  }

  addTo(into: Fingerprint): void {
    this.close()
    into.number(this.high).number(this.low)
  }

  /** Forgets what was looked at since the last stretch was over: it was not the program that looked. */
  discard(): void {
    this.stretch++
    this.touched.length = 0
    this.seen.length = 0
  }

  /** The stretch under way is over. */
  close(): void {
    const { event, touched, seen } = this
    if (touched.length === 0 && seen.length === 0) return
    for (const thing of seen) {
      thing.seenHigh = (thing.seenHigh + event.high) | 0
      thing.seenLow = (thing.seenLow + event.low) | 0
    }
    for (const thing of touched) {
      thing.high = event.high
      thing.low = event.low
      thing.seenHigh = 0
      thing.seenLow = 0
    }
    this.high = (this.high + event.high) | 0
    this.low = (this.low + event.low) | 0
    this.stretch++
    touched.length = 0
    seen.length = 0
  }
}

/** A `Promise.all`: who comes first makes no difference to it. */
export class Join {
  readonly thing = new Thing()
  private high = 0
  private low = 0

  /** One of its promises has settled. */
  add(settled: Thing): void {
    const { high, low } = scratch.reset().number(settled.high).number(settled.low)
    this.high = (this.high + high) | 0
    this.low = (this.low + low) | 0
  }

  /** Marks a promise that it settles. */
  mark(promise: Thing): void {
    const { thing } = this
    const print = scratch.reset().number(promise.high).number(promise.low).number(thing.high).number(thing.low)
    const { high, low } = print.number(this.high).number(this.low)
    promise.high = high
    promise.low = low
  }
}

const scratch = new Fingerprint()
