import type { DelayingExplorer } from '../core/explorer.ts'
import type { Liveness } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { GuidedPlan } from '../engine/plan.ts'
import type { AcceptingGraph, CycleDetection } from './accepting-graph.ts'
import { AcceptingPredecessors } from './accepting-predecessors.ts'
import { closedChoices, roundTrip, withAllOptions } from './closed-choices.ts'
import { type Beside, Exhaustive } from './exhaustive.ts'
import { FairGraph } from './fair-graph.ts'
import { cycleThrough, lassoOf } from './lasso.ts'
import { LoopWatch } from './loop-watch.ts'
import { NestedSearch } from './nested-search.ts'
import type { Request, Search, Settings } from './search.ts'
import { type Edge, StateGraph } from './state-graph.ts'

/**
 * Looks for executions that never bring what a monitor wants: stratified exhaustive search, and after each bound a look for
 * cycles of hot states among all states seen, by maximal accepting predecessors.
 */
export const liveness: Search = {
  name: 'liveness',
  executions: 100_000,
  caches: true,
  seeksCycles: true,
  begin: (settings) => searching(settings, (graph) => new AcceptingPredecessors(graph)),
}

/** The same by nested depth-first search, which begins anew after each bound. For comparison. */
export const nestedDfs: Search = {
  name: 'nested-dfs',
  executions: 100_000,
  caches: true,
  seeksCycles: true,
  begin: (settings) => searching(settings, (graph) => new NestedSearch(graph)),
}

type Detect = (graph: AcceptingGraph) => CycleDetection

function searching(settings: Settings, detect: Detect): Exhaustive {
  return new Exhaustive(settings, new HotCycles(settings, detect))
}

/** The cycles of hot states in what an exhaustive search has seen. */
class HotCycles implements Beside {
  private readonly graph = new StateGraph()
  private readonly explorer: DelayingExplorer
  private looked = 0
  isWhole = true
  private readonly find: () => readonly Edge[] | undefined

  constructor(
    private readonly settings: Settings,
    detect: Detect,
  ) {
    const { graph } = this
    const { explorers, fairness } = settings
    this.explorer = explorers[0]
    this.find =
      fairness === 'processes-and-choices'
        ? () => closedCycle(graph, detect)
        : cyclesIn(graph, fairness !== 'none', detect)
  }

  get liveness(): Liveness {
    const { fairness, temperature } = this.settings
    const claim = { fairness, states: this.looked, hot: this.graph.isHot }
    return this.graph.isBlind && temperature !== undefined ? { ...claim, temperature: temperature.rounds } : claim
  }

  /** An execution without an end is nothing special here: where its loop cannot be seen, it is left at the step limit. */
  stops(execution: Execution): boolean {
    this.graph.stops(execution)
    if (execution.steps < this.settings.steps) return false
    this.isWhole = false
    return true
  }

  ends(execution: Execution): void {
    this.graph.ends(execution)
  }

  chooses(option: number, options: number): void {
    this.graph.chooses(option, options)
  }

  /** An execution that goes round a cycle once, if there is a cycle. */
  afterBound(): Request | undefined {
    const cycle = this.find()
    this.looked = this.graph.states.length
    if (cycle === undefined) return undefined
    const { loop, decisions } = lassoOf(this.graph, cycle)
    return { explorer: this.explorer, plan: new GuidedPlan(decisions), watch: new LoopWatch(loop) }
  }
}

/** What has been found out about a graph is kept while it grows. */
function cyclesIn(graph: StateGraph, isFair: boolean, detect: Detect): () => readonly Edge[] | undefined {
  const fair = new FairGraph(graph, isFair)
  const detection = detect(fair)
  return () => {
    const arc = detection.find()
    return arc && cycleThrough(fair, arc)
  }
}

/** Explicit choices cannot be left to luck: the cycle takes every option of theirs. */
function closedCycle(graph: StateGraph, detect: Detect): readonly Edge[] | undefined {
  const monitors = new Set(graph.states.flatMap(({ hot }) => hot))
  for (const monitor of monitors) {
    const closed = closedChoices(graph.states, monitor)
    for (const state of graph.states) graph.changed.add(state)
    const fair = new FairGraph(graph, true, (edge, hot) => hot === monitor && closed.has(edge))
    const arc = detect(fair).find()
    if (arc === undefined) continue
    const cycle = cycleThrough(fair, arc)
    return roundTrip(fair.node(arc.to).state, withAllOptions(cycle, closed))
  }
  return undefined
}
