import type { DelayingExplorer } from '../core/explorer.ts'
import type { Path } from '../core/path.ts'
import type { EndedBy, Stratum } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { type DecisionPoint, PathPlan, type Plan } from '../engine/plan.ts'
import { nonPreemptive } from '../explorers/non-preemptive.ts'
import { type Branch, branchOf, pathTo } from './branches.ts'
import type { Request, Search, Searching, Settings } from './search.ts'

/**
 * All executions without a preemption, then all with one, and so on, up to `delays` preemptions. A switch away from a
 * process that could go on is one; who goes when a process blocks or ends, and explicit choices, are free. A baseline.
 */
export const preemptionBounding: Search = {
  name: 'preemption-bounding',
  executions: 100_000,
  begin: (settings) => new PreemptionBounding(settings),
}

/** Follows a path, and notes at which places one more delay is a preemption. */
class WatchfulPlan implements Plan {
  preempts: boolean[] = []
  private readonly plan: PathPlan

  constructor(path: Path) {
    this.plan = new PathPlan(path)
  }

  get spent(): Path {
    return this.plan.spent
  }

  get fits(): boolean {
    return this.plan.fits
  }

  spend(choices: number, point: DecisionPoint): number {
    const delays = this.plan.spend(choices)
    // Where a delay was spent, the running process has been left already: to pass over one more costs nothing.
    if (delays > 0) this.preempts = [false]
    else this.preempts.push(point.isPreemptible)
    return delays
  }
}

interface Left {
  readonly branch: Branch
  readonly place: number
}

class PreemptionBounding implements Searching {
  readonly requests: Generator<Request, EndedBy, Execution>
  /** The number of preemptions. */
  stratum = 0
  private readonly executed: number[] = []
  private next: Left[] = []
  private exhausted = -1
  private done = false

  constructor(private readonly settings: Settings) {
    this.requests = this.run()
  }

  get frontier(): number {
    return this.next.length
  }

  isComplete(): boolean {
    return this.done
  }

  isExhaustedBelow(explorer: DelayingExplorer, delays: number): boolean {
    // No execution has more preemptions than delays.
    return explorer === nonPreemptive && delays - 1 <= this.exhausted
  }

  strata(): readonly Stratum[] {
    return this.executed.map((executions, delays) => {
      const exhausted = delays <= this.exhausted
      const share = { explorer: nonPreemptive.name, executions, exhausted, missed: exhausted ? 0 : 1 }
      return { delays, executions, exhausted, explorers: [share] }
    })
  }

  private *run(): Generator<Request, EndedBy, Execution> {
    let stack: Left[] = []
    yield* this.execute([], undefined, 0, stack)
    for (; ; this.stratum++) {
      for (let left = stack.pop(); left !== undefined; left = stack.pop()) {
        yield* this.execute(pathTo(left.branch, left.place), left.branch, left.place, stack)
      }
      this.exhausted = this.stratum
      if (this.next.length === 0) {
        this.done = true
        return 'exhausted'
      }
      if (this.stratum === this.settings.delays) return 'delays'
      stack = this.next
      this.next = []
    }
  }

  private *execute(
    path: Path,
    parent: Branch | undefined,
    at: number,
    stack: Left[],
  ): Generator<Request, void, Execution> {
    const plan = new WatchfulPlan(path)
    const branch = branchOf(parent, at, yield { explorer: nonPreemptive, plan })
    this.executed[this.stratum] = (this.executed[this.stratum] ?? 0) + 1
    for (let place = branch.first; place < branch.left; place++) {
      ;(plan.preempts[place] ? this.next : stack).push({ branch, place })
    }
  }
}
