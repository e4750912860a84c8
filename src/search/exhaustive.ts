import { misuse } from '../core/errors.ts'
import type { DelayingExplorer } from '../core/explorer.ts'
import type { EndedBy, Liveness, Stratum } from '../core/verdict.ts'
import type { Execution, Watch } from '../engine/execution.ts'
import { ExplorerStrata } from './explorer-strata.ts'
import { estimateRemaining, sumOf } from './remaining.ts'
import { isExhaustedBelow, strataOf } from './portfolio.ts'
import type { Request, Search, Searching, Settings } from './search.ts'
import { StateCache } from './state-cache.ts'

/**
 * Stratified exhaustive search (SES, Fig. 5): all executions within a delay bound, then within the next one. Where states
 * can be captured, what follows a known state is not run again.
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
  private readonly parts: readonly ExplorerStrata[]
  private readonly seen: StateCache

  constructor(
    private readonly settings: Settings,
    private readonly beside?: Beside,
  ) {
    this.seen = new StateCache(settings.cache?.states)
    this.parts = settings.explorers.map(
      (explorer) => new ExplorerStrata(explorer, settings.cache, this.seen, { beside }),
    )
    this.requests = this.run()
  }

  get states(): number {
    return this.seen.size
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

  private *run(): Generator<Request, EndedBy, Execution> {
    const { delays, increment } = this.settings
    for (let bound = 0; ; bound = Math.min(bound + increment, delays)) {
      this.stratum = bound
      for (const part of this.parts) {
        yield* part.expand(bound)
        if (part.isComplete) break
      }
      const found = this.beside?.afterBound()
      if (found !== undefined) closesOnReplay(yield found)
      if (this.parts.some((part) => part.isComplete)) return 'exhausted'
      if (this.parts.every(({ isDone }) => isDone)) return 'exhausted'
      if (bound === delays) return 'delays'
    }
  }
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
