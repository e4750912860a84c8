import { Fingerprint } from '../core/fingerprint.ts'
import { type HotMonitor, stillHot } from '../core/outcome.ts'
import type { ProcessId } from '../core/process.ts'
import type { Execution, Watch } from '../engine/execution.ts'

/** A state of the program that executions have come to. */
export interface GraphState {
  readonly index: number
  /** The processes that can go on, the clock included, in order. */
  readonly enabled: readonly ProcessId[]
  /** The monitors that are hot. */
  readonly hot: readonly string[]
  readonly edges: Edge[]
  /** How it was come to, if no state on the way could be captured. */
  entry: Entry | undefined
}

export interface Entry {
  readonly steps: number
  /** What was decided at each decision point. */
  readonly decisions: readonly number[]
}

/** A step from one state to another. */
export interface Edge {
  readonly from: GraphState
  readonly to: GraphState
  readonly process: ProcessId
  /** The monitors that are hot all the way. */
  readonly hot: readonly string[]
  /** What was decided in it, to take it again: the process if there were several, then explicit choices. */
  readonly decisions: readonly number[]
  /** The part that it is of all outcomes of the step, if every explicit choice were drawn with equal chances. */
  readonly share: number
}

const fingerprint = new Fingerprint()

/** The states and steps of a program, as far as executions have shown them. */
export class StateGraph implements Watch {
  readonly states: GraphState[] = []
  /** States that are new or have new edges; whoever has seen to them takes them out. */
  readonly changed = new Set<GraphState>()
  /** Whether a monitor was hot at all. */
  isHot = false
  /** Whether a monitor was hot in a state that could not be captured. */
  isBlind = false
  private readonly known = new Map<bigint, GraphState>()
  // The execution under way: where it is, all that was decided, and what was decided in the step
  private at: GraphState | undefined = undefined
  private monitors: readonly HotMonitor[] = []
  private history: number[] = []
  private wasDecisionPoint = false
  private options: number[] = []
  private share = 1

  stops(execution: Execution): boolean {
    this.arrive(execution)
    return false
  }

  ends(execution: Execution): void {
    this.arrive(execution)
  }

  chooses(option: number, options: number): void {
    this.options.push(option)
    this.share /= options
  }

  private arrive(execution: Execution): void {
    const { taken } = execution
    if (taken === undefined) {
      this.at = undefined
      this.history = []
    }
    const monitors = execution.hot()
    if (monitors.length > 0) this.isHot = true
    const state = this.stateOf(execution, monitors)
    const decisions = taken !== undefined && this.wasDecisionPoint ? [taken, ...this.options] : this.options
    this.history.push(...decisions)
    if (state !== undefined) {
      if (this.at === undefined || taken === undefined)
        state.entry ??= { steps: execution.steps, decisions: [...this.history] }
      else this.connect(this.at, state, taken, decisions, stillHot(this.monitors, monitors))
    }
    this.at = state
    this.monitors = monitors
    this.wasDecisionPoint = execution.isDecisionPoint
    this.options = []
    this.share = 1
  }

  private stateOf(execution: Execution, monitors: readonly HotMonitor[]): GraphState | undefined {
    if (!execution.captureProgram(fingerprint.reset())) {
      if (monitors.length > 0) this.isBlind = true
      return undefined
    }
    const key = (BigInt(fingerprint.high) << 32n) | BigInt(fingerprint.low >>> 0)
    const known = this.known.get(key)
    if (known !== undefined) return known
    const enabled = [...execution.enabled].sort((a, b) => a - b)
    const state = {
      index: this.states.length,
      enabled,
      hot: monitors.map(({ name }) => name),
      edges: [],
      entry: undefined,
    }
    this.known.set(key, state)
    this.states.push(state)
    this.changed.add(state)
    return state
  }

  private connect(
    from: GraphState,
    to: GraphState,
    process: ProcessId,
    decisions: readonly number[],
    monitors: readonly HotMonitor[],
  ): void {
    const isKnown = from.edges.some((edge) => edge.process === process && isEqual(edge.decisions, decisions))
    if (isKnown) return
    const hot = monitors.map(({ name }) => name)
    from.edges.push({ from, to, process, hot, decisions, share: this.share })
    this.changed.add(from)
  }
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index])
}
