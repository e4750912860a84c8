import type { DelayingExplorer } from '../core/explorer.ts'
import type { Path } from '../core/path.ts'
import { randomFrom } from '../core/random.ts'
import type { Sampled } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import type { KnownStates } from './known-states.ts'
import { PathTree } from './path-tree.ts'
import type { Extent } from './remaining.ts'
import type { Request } from './search.ts'

/** The executions under one explorer, drawn stratum by stratum. */
export class ExplorerSamples {
  private readonly tree: PathTree
  // The draws under way
  private delays = 0
  private left = 0
  private exhausts = false

  constructor(
    readonly explorer: DelayingExplorer,
    seed: string,
    /** Where states are remembered, in strata that are exhausted. */
    private readonly known: KnownStates | undefined,
    room?: number,
  ) {
    this.tree = new PathTree(randomFrom(`${seed} ${explorer.name}`), room)
  }

  /** How many strata have been drawn from. */
  get depth(): number {
    return this.tree.executed.length
  }

  /** How many executions have this many delays, if those with fewer have all been run. */
  size(delays: number): number | undefined {
    return this.tree.size(delays)
  }

  /** How far it is in a stratum whose size is known. */
  extent(stratum: number): Extent | undefined {
    const { executed } = this.tree
    const size = this.size(stratum)
    if (size === undefined) return undefined
    const run = executed[stratum] ?? 0
    if (run === 0) return { executed, left: 0, beyond: size }
    return { executed, left: size - run, beyond: this.tree.widthOf(stratum) }
  }

  /** Nothing is left to run. */
  get isDone(): boolean {
    return this.tree.isComplete()
  }

  get isComplete(): boolean {
    return this.isDone && (this.known?.allowsComplete ?? true)
  }

  /** All executions with so many delays have been run, or lead through states whose every continuation has. */
  isCovered(delays: number): boolean {
    return this.tree.isExhausted(delays) && (this.known?.allowsClaim(delays) ?? true)
  }

  /** Begins to draw at most `quota` executions with so many delays, each once. Hands out the first one to run. */
  begin(delays: number, quota: number, exhausts: boolean): Request | undefined {
    this.delays = delays
    this.left = quota
    this.exhausts = exhausts
    return this.draw()
  }

  /** Takes the execution that was handed out last. Hands out the next one to run, if there is one. */
  learn(execution: Execution): Request | undefined {
    this.known?.learn(execution)
    const path = this.tree.learn(execution)
    if (path !== undefined) return this.request(path)
    return this.tree.isExhausted(this.delays) ? undefined : this.draw()
  }

  share(delays: number): Sampled {
    const exhausted = this.isComplete || this.isCovered(delays)
    const executions = this.tree.executed[delays] ?? 0
    return { explorer: this.explorer.name, executions, exhausted, missed: exhausted ? 0 : this.missed(delays) }
  }

  /**
   * What is stopped in a stratum that is exhausted goes on from a state that was reached with as many delays or with
   * fewer. So an execution that was not drawn may stand for one of a stratum further on.
   */
  private missed(delays: number): number {
    if (this.known === undefined) return this.tree.missed(delays)
    if (!this.known.allowsClaim(delays)) return 1
    let worst = 0
    for (let fewer = 0; fewer <= delays; fewer++) worst = Math.max(worst, this.tree.missed(fewer))
    return worst
  }

  private draw(): Request | undefined {
    const { tree, delays } = this
    while (this.left > 0) {
      this.left--
      const path = tree.begin(delays)
      if (path !== undefined) return this.request(path)
      if (tree.isExhausted(delays)) return undefined
    }
    return undefined
  }

  private request(path: Path): Request {
    const { explorer } = this
    const plan = new PathPlan(path)
    const watch = this.exhausts ? this.watch() : undefined
    return watch === undefined ? { explorer, plan } : { explorer, plan, watch }
  }

  /** Before the first execution, nobody knows whether states can be captured. */
  private watch(): KnownStates | undefined {
    return this.known?.isOfUse === true || this.depth === 0 ? this.known : undefined
  }
}
