import type { DelayingExplorer } from '../core/explorer.ts'
import type { Path } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import { alongPath, delaying, type EventPlan } from './event-plan.ts'
import { defaultCache } from './cache-settings.ts'
import { ExplorerStrata } from './explorer-strata.ts'
import { failureOf } from './same-failure.ts'
import type { CacheSettings, Request } from './search.ts'
import { StateCache } from './state-cache.ts'

/** A stratum of so many executions is run before anything cleverer is tried: it proves what it finds. */
const small = 120
/** A stratum of more executions is not run where states cannot be captured: the next one would be out of reach anyway. */
const large = 500
/** How many executions are spent on one delay in the place of two. */
const mostExchanges = 500
/** How many executions are spent on moving delays to earlier places. */
const mostMoves = 100

/** A failing execution to begin with. */
export interface Start {
  readonly execution: Execution
  /** Under its explorer, all executions with fewer delays than this are known to pass. */
  readonly passingBelow: number
  /** The cache that was asked for, if any. */
  readonly cache: CacheSettings | undefined
}

/**
 * Looks for the smallest execution that fails in the same way, under the same explorer: with the fewest delays, then
 * with delays at the earliest places, then of the fewest steps. Like a search, it only says which executions to run, and
 * may be stopped at any of them.
 */
export class Minimising {
  readonly requests: Generator<Request, void, Execution>
  /** The execution that it begins with. */
  readonly start: Path
  /** The smallest execution so far, and its number of steps. */
  path: Path
  steps: number
  /** An execution with fewer delays that fails in another way, if one was met. */
  private other: Path | undefined = undefined
  private readonly failure: string | undefined
  private readonly explorer: DelayingExplorer
  private readonly strata: ExplorerStrata
  private readonly tried = new Set<string>()
  /** With fewer delays than this, no execution fails in the same way, as far as states tell. */
  private floor: number
  private readonly passingBelow: number
  private bound = 0
  private pruned = false
  private readonly isAsked: boolean

  constructor({ execution, passingBelow, cache }: Start) {
    this.start = execution.plan.spent
    this.path = this.start
    this.steps = execution.steps
    this.failure = failureOf(execution.outcome)
    this.explorer = execution.delaying
    this.floor = passingBelow
    this.passingBelow = passingBelow
    this.isAsked = cache !== undefined
    const { isAsked } = this
    // An execution that is cut off, or hot for too long, fails by its length, which no state tells.
    const failsByLength = execution.outcome?.kind === 'cut' || execution.outcome?.kind === 'hot'
    const states = failsByLength ? undefined : soundCache(this.explorer, cache)
    this.strata = new ExplorerStrata(this.explorer, states, new StateCache(0), { isAsked })
    this.requests = this.run()
  }

  /**
   * Whether it is known that no execution with fewer delays fails. States guide the way here even where nobody has asked for
   * a cache; but what was passed over for a state proves nothing then: handlers may keep something outside of it.
   */
  get isLeast(): boolean {
    const proven = this.isAsked || !this.pruned ? this.floor : this.passingBelow
    return proven >= this.path.length && this.simpler === undefined
  }

  /** The path of an execution with fewer delays that fails in another way, if one was met. */
  get simpler(): Path | undefined {
    return this.other !== undefined && this.other.length < this.path.length ? this.other : undefined
  }

  private *run(): Generator<Request, void, Execution> {
    if (this.failure === undefined) return
    yield* this.lowerStrata(() => small)
    yield* this.fewerDelays()
    // Where states can be captured, strata do better.
    if (!this.pruned) yield* this.oneForTwo()
    yield* this.lowerStrata(() => (this.pruned ? Infinity : large))
    yield* this.earlierPlaces()
  }

  /** Runs strata from below, all of each, while they are not larger than a limit. */
  private *lowerStrata(limit: () => number): Generator<Request, void, Execution> {
    while (this.floor < this.path.length && this.strata.frontier <= limit()) {
      const stratum = this.strata.expand(this.bound)
      for (let request = stratum.next(); !request.done;) {
        const execution = yield request.value
        if (execution.pruned) this.pruned = true
        if (this.takes(execution)) {
          this.floor = this.path.length
          return
        }
        request = stratum.next(execution)
      }
      this.bound++
      if (this.strata.isCovered(this.bound - 1)) this.floor = Math.max(this.floor, this.bound)
    }
  }

  /** Delta debugging over the events that are delayed: takes half of them away, a quarter, …, each one. */
  private *fewerDelays(): Generator<Request, void, Execution> {
    if (this.floor >= this.path.length) return
    let { delayed } = yield* this.follow(alongPath(this.path))
    for (let size = Math.ceil(delayed.length / 2), reduced = true; size > 1 || reduced; size = Math.ceil(size / 2)) {
      reduced = false
      // The last ones first: whatever comes before them stays as it is.
      for (let end = delayed.length; end > 0 && this.floor < this.path.length; end = Math.min(end, delayed.length)) {
        const fewer = this.path.length
        const plan = yield* this.follow(delaying([...delayed.slice(0, Math.max(0, end - size)), ...delayed.slice(end)]))
        end -= size
        if (this.path.length === fewer) continue
        delayed = plan.delayed
        reduced = true
      }
    }
  }

  /** Delays one event, of all that come up, in the place of two; where that does, others may have become needless. */
  private *oneForTwo(): Generator<Request, void, Execution> {
    let left = mostExchanges
    while (this.floor < this.path.length) {
      const fewer = this.path.length
      const { delayed, met } = yield* this.follow(alongPath(this.path))
      for (const events of exchanges(delayed, met)) {
        if (left-- === 0) return
        yield* this.follow(delaying(events))
        if (this.path.length < fewer) break
      }
      if (this.path.length === fewer) return
      yield* this.fewerDelays()
    }
  }

  /** Moves one delay after the other to the earliest place where it does. */
  private *earlierPlaces(): Generator<Request, void, Execution> {
    let moves = 0
    for (let index = 0; index < this.path.length; index++) {
      const before = this.path.slice(0, index)
      const [place = 0, next, ...rest] = this.path.slice(index)
      for (let earlier = 0; earlier < place; earlier++) {
        // The delays behind it stay where they are, or move with it.
        const ways =
          next === undefined
            ? [[]]
            : [
                [next + place - earlier, ...rest],
                [next, ...rest],
              ]
        for (const way of ways) {
          const path = [...before, earlier, ...way]
          if (this.tried.has(path.join('.'))) continue
          if (moves++ === mostMoves) return
          if (!this.takes(yield { explorer: this.explorer, plan: new PathPlan(path) })) continue
          earlier = place
          break
        }
      }
    }
  }

  /** Executes a plan, and takes what comes of it if it is smaller. */
  private *follow(plan: EventPlan): Generator<Request, EventPlan, Execution> {
    this.takes(yield { explorer: this.explorer, plan, watch: plan })
    return plan
  }

  /** Takes an execution for the smallest one if it is. */
  private takes({ plan, outcome, steps }: Execution): boolean {
    const { spent } = plan
    this.tried.add(spent.join('.'))
    const failure = failureOf(outcome)
    if (failure === undefined) return false
    if (failure !== this.failure) {
      if (this.other === undefined || spent.length < this.other.length) this.other = spent
      return false
    }
    const smaller = spent.length - this.path.length || lateness(spent) - lateness(this.path) || steps - this.steps
    if (smaller >= 0) return false
    this.path = spent
    this.steps = steps
    return true
  }
}

/** Lists with one new item in the place of two, neighbours first, and the last ones of them. */
function* exchanges<Item>(items: readonly Item[], others: ReadonlySet<Item>): Generator<readonly Item[]> {
  for (let gap = 1; gap < items.length; gap++) {
    for (let second = items.length - 1; second >= gap; second--) {
      const rest = items.filter((_, index) => index !== second && index !== second - gap)
      for (const other of others) yield [...rest, other]
    }
  }
}

/** The sum of the places of all delays, counted from the start. */
function lateness(path: Path): number {
  return path.reduce((sum, passed, index) => sum + passed * (path.length - index), 0)
}

/** States are told apart together with those of the explorer, or not at all: the strata are to be proven. */
function soundCache(explorer: DelayingExplorer, cache: CacheSettings | undefined): CacheSettings | undefined {
  if (explorer.create(() => 0).fingerprint === undefined) return undefined
  return { ...(cache ?? defaultCache), key: 'composition', rule: 'fewer' }
}
