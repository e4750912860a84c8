import type { DelayingExplorer } from '../core/explorer.ts'
import { Fingerprint } from '../core/fingerprint.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Execution, Watch } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import { type Branch, branchOf, pathTo } from './branches.ts'
import { KnownEnds } from './known-ends.ts'
import type { CacheSettings, Request } from './search.ts'
import { StateCache } from './state-cache.ts'

const fingerprint = new Fingerprint()

/** The executions under one explorer, run bound by bound, depth first within a bound. */
export class ExplorerStrata implements Watch {
  /** Executions by number of delays. */
  readonly executed: number[] = []
  /** Executions left beyond the bound. */
  frontier = 0
  private pending: Branch[] = []
  /** The last bound within which everything has been run. */
  private bound = -1
  private isExpanding = false
  /** The least delays with which a state was passed over that may lead on with fewer delays than are known of. */
  private passedOver = Infinity
  private readonly cache: StateCache | undefined
  private readonly known = new KnownEnds()
  private wasSealed = false

  constructor(
    readonly explorer: DelayingExplorer,
    private readonly settings: CacheSettings | undefined,
    private readonly seen: StateCache,
  ) {
    this.cache = settings && new StateCache(settings.states, settings.full === 'replace')
  }

  /** Nothing is left to run. */
  get isDone(): boolean {
    return this.bound >= 0 && this.pending.length === 0 && !this.isExpanding
  }

  /** Every state has been reached and left by each choice, whatever was passed over; in a sealed part there is only one. */
  get isComplete(): boolean {
    return this.isDone && !(this.wasSealed && this.passedOver < Infinity)
  }

  /** All executions with so many delays have been run, or lead through states whose every continuation has. */
  isCovered(delays: number): boolean {
    return delays <= this.bound && delays < this.passedOver
  }

  /** Runs all executions with at most `bound` delays that are left. */
  *expand(bound: number): Generator<Request, void, Execution> {
    this.isExpanding = true
    const branches = this.pending
    this.pending = []
    this.frontier = 0
    if (this.bound < 0) branches.push(branchOf(undefined, 0, yield* this.execute([])))
    for (const branch of branches) yield* this.descend(branch, bound)
    this.bound = bound
    this.isExpanding = false
  }

  stops(execution: Execution): boolean {
    // Before its last delay, an execution goes where another one has gone: nothing of that is news.
    if (this.cache === undefined || !execution.plan.fits) return false
    if (!this.capture(execution)) return false
    const isComposed = this.settings?.key === 'composition' && execution.captureExplorer(fingerprint)
    const { delays } = execution
    const before = this.cache.visit(fingerprint.high, fingerprint.low, delays)
    if (before < 0) return false
    if (delays < before && this.settings?.rule === 'fewer') return false
    // Another state of the explorer, or fewer delays: what lies within the bound from here may not from there.
    if (!isComposed || delays < before) this.passedOver = Math.min(this.passedOver, delays)
    return true
  }

  ends(execution: Execution, outcome: Outcome): boolean {
    if (this.cache === undefined || !this.capture(execution)) return false
    // Many executions may come to the same state; equal orders are the same execution.
    return (
      this.settings?.key === 'happens-before' &&
      outcome.kind === 'passed' &&
      this.known.knows(fingerprint, outcome.value)
    )
  }

  private capture(execution: Execution): boolean {
    fingerprint.reset()
    const isCaptured =
      this.settings?.key === 'happens-before'
        ? execution.captureOrder(fingerprint)
        : execution.captureProgram(fingerprint)
    if (!isCaptured) return false
    this.seen.visit(fingerprint.high, fingerprint.low, 0)
    return true
  }

  /** Runs what is left of a branch within the bound, the last place first, as going back does; the rest is pending. */
  private *descend(start: Branch, bound: number): Generator<Request, void, Execution> {
    const stack = [start]
    for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
      if (branch.left === branch.first) continue
      if (branch.delays === bound) {
        this.pending.push(branch)
        this.frontier += branch.left - branch.first
        continue
      }
      const place = --branch.left
      stack.push(branch, branchOf(branch, place, yield* this.execute(pathTo(branch, place))))
    }
  }

  private *execute(path: readonly number[]): Generator<Request, Execution, Execution> {
    const plan = new PathPlan(path)
    const { explorer, cache } = this
    const execution = yield cache === undefined ? { explorer, plan } : { explorer, plan, watch: this }
    if (execution.sealed) this.wasSealed = true
    this.executed[path.length] = (this.executed[path.length] ?? 0) + 1
    return execution
  }
}
