import type { Path } from '../core/path.ts'
import type { EndedBy, Stratum } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import { countedStrata } from './counted-strata.ts'
import type { Request, Search, Searching, Settings } from './search.ts'
import { until } from './until.ts'

/** By how many steps the bound is raised, as in the paper's baselines. */
const increment = 100

/** All executions of at most 100 steps, depth first, then those of at most 200, and so on. A baseline. */
export const depthBounding: Search = {
  name: 'depth-bounding',
  executions: 100_000,
  begin: (settings) => new DepthBounding(settings),
}

/** A path to run, of whose places the first ones have been branched at already. */
interface Stem {
  readonly path: Path
  readonly from: number
}

class DepthBounding implements Searching {
  readonly requests: Generator<Request, EndedBy, Execution>
  stratum = 0
  private readonly executed = new Map<number, number>()
  private waiting: Stem[] = []
  private done = false

  constructor(private readonly settings: Settings) {
    this.requests = this.run()
  }

  get frontier(): number {
    return this.waiting.length
  }

  isComplete(): boolean {
    return this.done
  }

  isExhaustedBelow(): boolean {
    return false
  }

  strata(): readonly Stratum[] {
    return countedStrata(this.executed, this.settings.explorers[0].name, this.done)
  }

  private *run(): Generator<Request, EndedBy, Execution> {
    const { steps } = this.settings
    this.waiting = [{ path: [], from: 0 }]
    for (let depth = Math.min(increment, steps); this.waiting.length > 0; depth = Math.min(depth + increment, steps)) {
      const stack = this.waiting
      this.waiting = []
      for (let stem = stack.pop(); stem !== undefined; stem = stack.pop()) yield* this.execute(stem, depth, stack)
    }
    this.done = true
    return 'exhausted'
  }

  private *execute({ path, from }: Stem, depth: number, stack: Stem[]): Generator<Request, void, Execution> {
    const [explorer] = this.settings.explorers
    const request = { explorer, plan: new PathPlan(path) }
    // At the step limit itself, the execution ends by it.
    const execution = yield depth === this.settings.steps ? request : { ...request, watch: until(depth) }
    const { firstPlace, places, pruned, delays } = execution
    this.stratum = delays
    if (pruned) this.waiting.push({ path, from: places })
    else this.executed.set(delays, (this.executed.get(delays) ?? 0) + 1)
    for (let place = Math.max(firstPlace, from); place < places; place++)
      stack.push({ path: [...path, place], from: 0 })
  }
}
