import type { DelayingExplorer } from '../core/explorer.ts'
import type { Sampled } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import { type Branch, branchOf, pathTo } from './branches.ts'
import { KnownStates, type Manner } from './known-states.ts'
import type { Extent } from './remaining.ts'
import type { CacheSettings, Request } from './search.ts'
import type { StateCache } from './state-cache.ts'

/** The executions under one explorer, run bound by bound, depth first within a bound. */
export class ExplorerStrata {
  /** Executions by number of delays. */
  readonly executed: number[] = []
  /** Executions left beyond the bound. */
  frontier = 0
  private pending: Branch[] = []
  /** How many executions the stratum under way has, if it is one. */
  private waiting = 1
  /** The last bound within which everything has been run. */
  private bound = -1
  private isExpanding = false
  private readonly known: KnownStates | undefined

  constructor(
    readonly explorer: DelayingExplorer,
    settings: CacheSettings | undefined,
    seen: StateCache,
    manner?: Manner,
  ) {
    this.known = settings && new KnownStates(settings, seen, manner)
  }

  /** Nothing is left to run. */
  get isDone(): boolean {
    return this.bound >= 0 && this.pending.length === 0 && !this.isExpanding
  }

  /** Nothing is left to run, and whatever was passed over, every execution has been covered. */
  get isComplete(): boolean {
    return this.isDone && (this.known?.allowsComplete ?? true)
  }

  /** All executions with so many delays have been run, or lead through states whose every continuation has. */
  isCovered(delays: number): boolean {
    return delays <= this.bound && (this.known?.allowsClaim(delays) ?? true)
  }

  /** How many strata it has come to. */
  get depth(): number {
    return this.executed.length
  }

  share(delays: number): Sampled {
    const exhausted = this.isComplete || this.isCovered(delays)
    return {
      explorer: this.explorer.name,
      executions: this.executed[delays] ?? 0,
      exhausted,
      missed: exhausted ? 0 : 1,
    }
  }

  /** How far it is; `undefined` while several strata are under way at once. */
  get extent(): Extent | undefined {
    const { executed, frontier, bound, isExpanding } = this
    if (executed.length > bound + 2) return undefined
    const left = isExpanding ? this.waiting - (executed[bound + 1] ?? 0) : 0
    return { executed, left, beyond: frontier }
  }

  /** Runs all executions with at most `bound` delays that are left. */
  *expand(bound: number): Generator<Request, void, Execution> {
    this.isExpanding = true
    const branches = this.pending
    this.pending = []
    this.waiting = this.frontier
    this.frontier = 0
    if (this.bound < 0) branches.push(branchOf(undefined, 0, yield* this.execute([])))
    for (const branch of branches) yield* this.descend(branch, bound)
    this.bound = bound
    this.isExpanding = false
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
    const { explorer, known } = this
    const execution = yield known === undefined ? { explorer, plan } : { explorer, plan, watch: known }
    known?.learn(execution)
    this.executed[path.length] = (this.executed[path.length] ?? 0) + 1
    return execution
  }
}
