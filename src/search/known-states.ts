import { InterlaceError } from '../core/errors.ts'
import { Fingerprint } from '../core/fingerprint.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Execution, Watch } from '../engine/execution.ts'
import { KnownEnds } from './known-ends.ts'
import type { CacheSettings } from './search.ts'
import { StateCache } from './state-cache.ts'

const fingerprint = new Fingerprint()

/** How states are looked at. */
export interface Manner {
  /** Where nobody has asked for a cache, data that cannot be told apart is no error: the state is not captured. */
  readonly isAsked?: boolean
  /** Whether an execution that comes back to a state of its own goes on: it never ends, and that is to be noticed. */
  readonly followsLoops?: boolean
  /** Looks at all executions, too. */
  readonly beside?: Watch | undefined
}

/** What a search knows of the states that executions under one explorer have come to: it stops those that bring no news. */
export class KnownStates implements Watch {
  private readonly cache: StateCache
  private readonly knownEnds = new KnownEnds()
  private hasCaptured = false
  private wasSealed = false
  private hasEnd = false
  /** The states that the execution under way has come to first, in halves. */
  private readonly own: number[] = []
  private isLooping = false
  /** The least delays with which a state was passed over that may lead on with fewer delays than are known of. */
  private passedOver = Infinity

  constructor(
    private readonly settings: CacheSettings,
    /** The distinct states of the program, under all explorers. */
    private readonly seen: StateCache,
    private readonly manner: Manner = {},
  ) {
    this.cache = new StateCache(settings.states, settings.full === 'replace')
  }

  /** Whether to look at states at all: where the first execution had none that can be captured, others have none. */
  get isOfUse(): boolean {
    return this.hasCaptured
  }

  /** When all executions with so many delays are through: whether those that were stopped make no difference to that. */
  allowsClaim(delays: number): boolean {
    return delays < this.passedOver
  }

  /**
   * When nothing is left: whether every state has been reached and left by each of its choices, whatever was passed over.
   * In a sealed part only the explorer's own choice is taken.
   */
  get allowsComplete(): boolean {
    return !this.wasSealed || this.passedOver === Infinity
  }

  stops(execution: Execution): boolean {
    if (this.manner.beside?.stops(execution) === true) {
      this.passedOver = Math.min(this.passedOver, execution.delays)
      return true
    }
    // Before its last delay, an execution goes where another one has gone: nothing of that is news.
    if (!execution.plan.fits || this.isLooping || !this.capture(execution)) return false
    const { key, rule } = this.settings
    const isComposed = key === 'composition' && execution.captureExplorer(fingerprint)
    const { delays } = execution
    const { high, low } = fingerprint
    const before = this.cache.visit(high, low, delays)
    if (before < 0 || (delays < before && rule === 'fewer')) {
      if (this.manner.followsLoops === true) this.own.push(high, low)
      return false
    }
    if (this.isOwn(high, low)) return false
    // Another state of the explorer, or fewer delays: what lies within the bound from here may not from there.
    if (!isComposed || delays < before) this.passedOver = Math.min(this.passedOver, delays)
    return true
  }

  ends(execution: Execution): void {
    this.manner.beside?.ends(execution)
    this.hasEnd = this.capture(execution)
  }

  knowsEnd(outcome: Outcome): boolean {
    // Many executions may come to the same state; equal orders are the same execution.
    if (!this.hasEnd || this.settings.key !== 'happens-before' || outcome.kind !== 'passed') return false
    return this.knownEnds.has(fingerprint, outcome.value)
  }

  chooses(option: number, options: number): void {
    this.manner.beside?.chooses?.(option, options)
  }

  /** An execution is over. */
  learn(execution: Execution): void {
    if (execution.sealed) this.wasSealed = true
    this.own.length = 0
    this.isLooping = false
  }

  /** Whether the execution under way has been in a state before; from then on it is left to itself. */
  private isOwn(high: number, low: number): boolean {
    for (let index = 0; index < this.own.length; index += 2) {
      if (this.own[index] === high && this.own[index + 1] === low) this.isLooping = true
    }
    return this.isLooping
  }

  private capture(execution: Execution): boolean {
    fingerprint.reset()
    if (!(this.manner.isAsked === false ? this.attempt(execution) : this.print(execution))) return false
    this.hasCaptured = true
    this.seen.visit(fingerprint.high, fingerprint.low, 0)
    return true
  }

  private print(execution: Execution): boolean {
    if (this.settings.key === 'happens-before') return execution.captureOrder(fingerprint)
    return execution.captureProgram(fingerprint)
  }

  private attempt(execution: Execution): boolean {
    try {
      return this.print(execution)
    } catch (error) {
      if (error instanceof InterlaceError) return false
      throw error
    }
  }
}
