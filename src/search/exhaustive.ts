import { misuse } from '../core/errors.ts'
import type { DelayingExplorer } from '../core/explorer.ts'
import type { EndedBy, Liveness, Stratum } from '../core/verdict.ts'
import type { Execution, Watch } from '../engine/execution.ts'
import { ExplorerStrata } from './explorer-strata.ts'
import { estimateRemaining, sumOf } from './remaining.ts'
import { isExhaustedBelow, strataOf } from './portfolio.ts'
import type { Request, Search, Searching, Settings } from './search.ts'
import { StateCache } from './state-cache.ts'
import { Tour } from './tour.ts'

/**
 * Stratified exhaustive search (SES, Fig. 5): all executions within a delay bound, then within the next one. Where states
 * can be captured, what follows a known state is not run again; and where there are no strata, nor claims about them, it
 * makes a tour of all states instead.
 */
export const exhaustive: Search = {
  name: 'exhaustive',
  executions: 100_000,
  caches: true,
  begin: (settings) => new Exhaustive(settings),
}

/** Looks at all executions of an exhaustive search, and may have something to show after a bound. */
export interface Beside extends Watch {
  readonly liveness: Liveness
  /** Whether it has let every execution come to its end, or to a known state. */
  readonly isWhole: boolean
  afterBound(): Request | undefined
}

export class Exhaustive implements Searching {
  readonly requests: Generator<Request, EndedBy, Execution>
  stratum = 0
  private readonly seen: StateCache
  private readonly byStrata: readonly ExplorerStrata[]
  private tour: Tour | undefined

  constructor(
    private readonly settings: Settings,
    private readonly beside?: Beside,
  ) {
    this.seen = new StateCache(settings.cache?.states)
    this.byStrata = settings.explorers.map(
      (explorer) => new ExplorerStrata(explorer, settings.cache, this.seen, { beside }),
    )
    if (beside === undefined && hasOneStratum(settings)) this.tour = new Tour(settings)
    this.requests = this.run()
  }

  get states(): number {
    return this.tour?.tree.size ?? this.seen.size
  }

  get liveness(): Liveness | undefined {
    return this.beside?.liveness
  }

  get frontier(): number {
    return this.parts.reduce((sum, { frontier }) => sum + frontier, 0)
  }

  get remaining(): number | undefined {
    return sumOf(this.parts.map(({ extent }) => extent && estimateRemaining(extent, this.settings.delays)))
  }

  isComplete(): boolean {
    return this.beside?.isWhole !== false && this.parts.some((part) => part.isComplete)
  }

  isExhaustedBelow(explorer: DelayingExplorer, delays: number): boolean {
    return isExhaustedBelow(this.parts, explorer, delays)
  }

  strata(): readonly Stratum[] {
    return strataOf(this.parts, this.isComplete())
  }

  private get parts(): readonly (ExplorerStrata | Tour)[] {
    return this.tour === undefined ? this.byStrata : [this.tour]
  }

  private *run(): Generator<Request, EndedBy, Execution> {
    if (this.tour !== undefined) {
      this.stratum = Infinity
      yield* this.tour.run()
      if (this.tour.isComplete) return 'exhausted'
      this.tour = undefined
    }
    return yield* this.runByStrata()
  }

  private *runByStrata(): Generator<Request, EndedBy, Execution> {
    const { delays, increment } = this.settings
    const parts = this.byStrata
    for (let bound = 0; ; bound = Math.min(bound + increment, delays)) {
      this.stratum = bound
      for (const part of parts) {
        yield* part.expand(bound)
        if (part.isComplete) break
      }
      const found = this.beside?.afterBound()
      if (found !== undefined) closesOnReplay(yield found)
      if (parts.some((part) => part.isComplete)) return 'exhausted'
      if (parts.every(({ isDone }) => isDone)) return 'exhausted'
      if (bound === delays) return 'delays'
    }
  }
}

/** Nothing asks for an order of delays, and states of the program are enough for what is left to claim. */
function hasOneStratum({ delays, increment, cache }: Settings): boolean {
  return delays === Infinity && increment === Infinity && cache?.key === 'program'
}

/** What was put together from several executions must be one: if it is not, states are not what they are taken for. */
function closesOnReplay({ outcome }: Execution): void {
  if (outcome !== undefined && outcome.kind !== 'passed') return
  throw misuse(
    'A loop of states was found that is none when it is run: two states look alike and are not.',
    'Something that matters lies outside of the state: a variable that handlers share, the order within a Set or a Map. ' +
      'Keep it in the data of a machine (a list, where the order matters), or add it by state(() => …).',
  )
}
