import { randomFrom } from '../core/random.ts'
import type { EndedBy, Stratum } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { RandomPlan } from '../engine/plan.ts'
import { countedStrata } from './counted-strata.ts'
import type { Request, Search, Searching, Settings } from './search.ts'

/** The naive random walk: every choice drawn uniformly, until the budget is spent. A baseline; it claims nothing. */
export const randomWalk: Search = {
  name: 'random-walk',
  begin: (settings) => new RandomWalk(settings),
}

class RandomWalk implements Searching {
  readonly requests: Generator<Request, EndedBy, Execution>
  stratum = 0
  private readonly executed = new Map<number, number>()

  constructor(private readonly settings: Settings) {
    this.requests = this.run()
  }

  isComplete(): boolean {
    return false
  }

  isExhaustedBelow(): boolean {
    return false
  }

  strata(): readonly Stratum[] {
    return countedStrata(this.executed, this.settings.explorers[0].name)
  }

  private *run(): Generator<Request, EndedBy, Execution> {
    const [explorer] = this.settings.explorers
    const random = randomFrom(`${this.settings.seed} random-walk`)
    for (let executions = 0; executions < this.settings.executions; executions++) {
      const execution = yield { explorer, plan: new RandomPlan(random) }
      this.executed.set(execution.delays, (this.executed.get(execution.delays) ?? 0) + 1)
    }
    return 'executions'
  }
}
