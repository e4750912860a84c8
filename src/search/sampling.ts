import type { DelayingExplorer } from '../core/explorer.ts'
import type { EndedBy, Stratum } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { ExplorerSamples } from './explorer-samples.ts'
import { KnownStates } from './known-states.ts'
import { estimateRemaining, sumOf } from './remaining.ts'
import { isExhaustedBelow, strataOf } from './portfolio.ts'
import type { Request, Search, Searching, Settings } from './search.ts'
import { StateCache } from './state-cache.ts'

/** Stratified sampling (SS, Fig. 7): `samples` executions from each stratum, under each explorer in turn. */
export const sampling: Search = {
  name: 'sampling',
  begin: (settings) => new Sampling({ ...settings, cache: undefined }, () => false),
}

/** How many executions `auto` remembers under each explorer: those of a stratum that it exhausts, within reason. */
const room = { least: 1 << 16, most: 1 << 22 }

/**
 * Stratum by stratum, a portfolio of explorers. A stratum is exhausted while its executions are no more than half of those
 * left, and then, where states can be captured, what follows a known state is not run again. From the first stratum that
 * does not fit, samples are drawn, going on from what was run.
 */
export const auto: Search = {
  name: 'auto',
  begin(settings) {
    const remembered = Math.max(room.least, Math.min(settings.executions, room.most))
    return new Sampling(settings, (size, left) => size <= left / 2, remembered)
  },
}

class Sampling implements Searching {
  readonly requests: Generator<Request, EndedBy, Execution>
  stratum = 0
  private readonly parts: readonly ExplorerSamples[]
  private readonly seen: StateCache

  constructor(
    private readonly settings: Settings,
    /** Whether to run all executions of a stratum of a known size, with so many left. */
    private readonly fits: (size: number, left: number) => boolean,
    remembered?: number,
  ) {
    const { cache, seed, explorers } = settings
    this.seen = new StateCache(cache?.states)
    this.parts = explorers.map(
      (explorer) =>
        new ExplorerSamples(
          explorer,
          seed,
          cache && new KnownStates(cache, this.seen, { followsLoops: true }),
          remembered,
        ),
    )
    this.requests = this.run()
  }

  get states(): number {
    return this.seen.size
  }

  get frontier(): number {
    return this.parts.reduce((sum, part) => sum + (part.extent(this.stratum)?.beyond ?? 0), 0)
  }

  get remaining(): number | undefined {
    const { delays } = this.settings
    return sumOf(
      this.parts.map((part) => {
        const extent = part.extent(this.stratum)
        return extent && estimateRemaining(extent, delays)
      }),
    )
  }

  isComplete(): boolean {
    return this.parts.some((part) => part.isComplete)
  }

  isExhaustedBelow(explorer: DelayingExplorer, delays: number): boolean {
    return isExhaustedBelow(this.parts, explorer, delays)
  }

  strata(): readonly Stratum[] {
    return strataOf(this.parts, this.isComplete())
  }

  private *run(): Generator<Request, EndedBy, Execution> {
    const { delays, samples, executions: most } = this.settings
    let executions = 0
    for (this.stratum = 0; this.stratum <= delays; this.stratum++) {
      for (const part of this.parts) {
        const size = part.size(this.stratum)
        const exhausts = size !== undefined && this.fits(size, most - executions)
        const quota = exhausts ? size : samples(this.stratum)
        let request = part.begin(this.stratum, this.stratum === 0 ? 1 : quota, exhausts)
        for (; request !== undefined; executions++) request = part.learn(yield request)
        if (part.isComplete) return 'exhausted'
      }
      if (this.parts.every(({ isDone }) => isDone)) return 'exhausted'
    }
    return 'delays'
  }
}
