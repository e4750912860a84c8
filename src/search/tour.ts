import type { DelayingExplorer } from '../core/explorer.ts'
import type { Sampled } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { Moves } from './moves.ts'
import type { Request, Settings } from './search.ts'
import { StateTree } from './state-tree.ts'
import { Walk } from './walk.ts'

/**
 * Takes every step out of every state once, in few executions: one that comes to a known state goes on from there, by a
 * step that nobody has taken. Each begins where the way is shortest, so that those before it have left something below.
 * Delays come in no order then: it is for a search without strata, by states of the program alone.
 *
 * Where there is something to decide that is no state, because it cannot be captured or is left to the explorer, and
 * where the step limit comes into sight, the tour is lost: whoever wanted it has to search in another way.
 */
export class Tour {
  readonly explorer: DelayingExplorer
  /** Executions by number of delays. */
  readonly executed: number[] = []
  readonly tree = new StateTree()
  readonly moves = new Moves()
  readonly extent = undefined
  isLost = false
  /** Every step out of every state has been taken. */
  isComplete = false

  constructor(readonly settings: Settings) {
    this.explorer = settings.explorers[0]
  }

  get frontier(): number {
    return this.tree.left
  }

  get depth(): number {
    return this.executed.length
  }

  /** Another execution with as many delays may lead through the same states. */
  isCovered(): boolean {
    return false
  }

  share(delays: number): Sampled {
    const { explorer, executed, isComplete } = this
    const executions = executed[delays] ?? 0
    return { explorer: explorer.name, executions, exhausted: isComplete, missed: isComplete ? 0 : 1 }
  }

  *run(): Generator<Request, void, Execution> {
    const { tree, explorer, executed } = this
    let way: readonly number[] = []
    let last: number | undefined
    for (let start = tree.next(); start !== undefined; start = tree.next()) {
      if (start !== last) way = tree.wayTo(start) // several begin in the same state, and memory is far away
      last = start
      const walk = new Walk(this, start, way)
      const { delays, sealed } = yield { explorer, plan: walk, watch: walk }
      executed[delays] = (executed[delays] ?? 0) + 1
      if (sealed) this.isLost = true
      if (this.isLost) return
    }
    this.isComplete = true
  }
}
