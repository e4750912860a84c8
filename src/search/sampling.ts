import type { DelayingExplorer } from '../core/explorer.ts'
import { randomFrom } from '../core/random.ts'
import type { EndedBy, Stratum } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import { PathTree } from './path-tree.ts'
import type { Request, Search, Searching, Settings } from './search.ts'

/** Stratified sampling (SS, Fig. 7): `samples` executions from each stratum, under each explorer in turn. */
export const sampling: Search = {
  name: 'sampling',
  begin: (settings) => new Sampling(settings, (delays) => settings.samples(delays)),
}

/** Stratum by stratum, a portfolio of explorers: a stratum is exhausted while it fits the budget, else sampled. */
export const auto: Search = {
  name: 'auto',
  begin: (settings) =>
    new Sampling(settings, (delays, size, left) =>
      size !== undefined && size <= left / 2 ? size : settings.samples(delays),
    ),
}

/** How many executions to draw from a stratum of a size that may be known, with `left` executions left. */
type Quota = (delays: number, size: number | undefined, left: number) => number

class Sampling implements Searching {
  readonly requests: Generator<Request, EndedBy, Execution>
  stratum = 0
  private readonly parts: readonly { explorer: DelayingExplorer; tree: PathTree }[]

  constructor(
    private readonly settings: Settings,
    private readonly quota: Quota,
  ) {
    this.parts = settings.explorers.map((explorer) => ({
      explorer,
      tree: new PathTree(randomFrom(`${settings.seed} ${explorer.name}`)),
    }))
    this.requests = this.run()
  }

  isComplete(): boolean {
    return this.parts.some(({ tree }) => tree.isComplete())
  }

  isExhaustedBelow(explorer: DelayingExplorer, delays: number): boolean {
    const tree = this.parts.find((part) => part.explorer === explorer)?.tree
    for (let fewer = 0; fewer < delays; fewer++) if (!tree?.isExhausted(fewer)) return false
    return true
  }

  strata(): readonly Stratum[] {
    const deepest = Math.max(...this.parts.map(({ tree }) => tree.executed.length))
    return Array.from({ length: deepest }, (_, delays) => {
      const explorers = this.parts
        .filter(({ tree }) => tree.executed.length > delays)
        .map(({ explorer, tree }) => ({
          explorer: explorer.name,
          executions: tree.executed[delays] ?? 0,
          exhausted: tree.isExhausted(delays),
          missed: tree.missed(delays),
        }))
      return {
        delays,
        executions: explorers.reduce((sum, { executions }) => sum + executions, 0),
        exhausted: this.isComplete() || this.parts.every(({ tree }) => tree.isExhausted(delays)),
        explorers,
      }
    })
  }

  private *run(): Generator<Request, EndedBy, Execution> {
    const { settings } = this
    let executions = 0
    for (this.stratum = 0; this.stratum <= settings.delays; this.stratum++) {
      for (const { explorer, tree } of this.parts) {
        const samples = this.quota(this.stratum, tree.size(this.stratum), settings.executions - executions)
        const quota = this.stratum === 0 ? 1 : samples // a stratum of one
        for (let draws = 0; draws < quota; draws++) {
          let path = tree.begin(this.stratum)
          if (path === undefined) break
          for (; path !== undefined; executions++) {
            path = tree.learn(yield { explorer, plan: new PathPlan(path) })
          }
        }
        if (tree.isComplete()) return 'exhausted'
      }
    }
    return 'delays'
  }
}
