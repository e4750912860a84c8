import { Fingerprint } from '../core/fingerprint.ts'
import type { Path } from '../core/path.ts'
import type { ProcessId } from '../core/process.ts'
import type { Execution, Watch } from '../engine/execution.ts'
import { type DecisionPoint, delaysTo, pathOf, type Plan } from '../engine/plan.ts'
import { type Moves, plainMove } from './moves.ts'
import type { Settings } from './search.ts'
import { mostProcesses, none, root, type StateTree } from './state-tree.ts'

/** So many steps more than a state needs are no detour. */
const shortWay = 8
const nothing: readonly number[] = []

const fingerprint = new Fingerprint()

/** What the walks of a tour share. */
interface Chart {
  readonly settings: Settings
  readonly tree: StateTree
  readonly moves: Moves
  isLost: boolean
}

/** One execution of a tour: the known way to a state, then on by steps that nobody has taken. */
export class Walk implements Plan, Watch {
  /** How many steps come before where it begins. */
  private readonly due: number
  /** All delays that were spent or are to be, one number for each decision point; how many have been, and are kept. */
  private readonly decided: number[]
  private made = 0
  private kept: number
  /** The last state that it came to, the processes that could go there, and what has been decided since. */
  private state = none
  private enabled: readonly ProcessId[] = nothing
  private move = plainMove
  /** What is to be decided in that move. */
  private guide = nothing
  private guided = 0

  constructor(
    private readonly chart: Chart,
    private readonly start: number,
    way: readonly number[],
  ) {
    this.due = chart.tree.depth(start)
    this.decided = way.slice()
    this.kept = way.length
    chart.tree.depart(start)
    if (start === root) this.leave(root, false)
  }

  /** Whether the way has led to where it begins. */
  get fits(): boolean {
    return this.state !== none
  }

  get spent(): Path {
    return pathOf(this.decided.slice(0, this.made))
  }

  stops(execution: Execution): boolean {
    const { due, start } = this
    if (execution.steps < due) return false
    if (execution.steps === this.chart.settings.steps) return this.lose()
    if (this.state !== none) return this.arrive(execution)
    return this.numberOf(execution) === start ? this.goOn(start, execution) : this.lose()
  }

  ends(execution: Execution): void {
    if (this.state !== none) this.numberOf(execution, true)
  }

  spend(choices: number, point: DecisionPoint): number {
    const known = this.decided[this.made++]
    if (known !== undefined) return Math.min(known, choices - 1)
    const decision = this.guide[this.guided++]
    const delays = decision === undefined ? this.decide(choices, point) : this.repeat(decision, choices, point)
    this.decided.push(delays)
    return delays
  }

  /** Comes to a state, or to a place between two states. */
  private arrive(execution: Execution): boolean {
    const { chart } = this
    const state = this.numberOf(execution)
    if (chart.isLost) return true
    if (state === none) return execution.isDecisionPoint ? this.lose() : false
    // In circles, it would come to new states by ways that are longer than they need be.
    const isDetour = execution.steps > 2 * chart.tree.depth(state) + shortWay
    return isDetour || !chart.tree.hasLeft(state) || this.goOn(state, execution)
  }

  private goOn(state: number, { enabled, isDecisionPoint }: Execution): false {
    this.enabled = enabled
    this.leave(state, isDecisionPoint)
    return false
  }

  /** Leaves a state by a step that nobody has taken. */
  private leave(state: number, isDecided: boolean): void {
    const { tree, moves } = this.chart
    this.state = state
    const isFree = isDecided ? tree.hasProcess(state) : tree.take(state, 0)
    this.guide = isFree ? nothing : moves.decisions(tree.takeLeft(state))
    this.guided = 0
    this.move = plainMove
  }

  private repeat(decision: number, choices: number, point: DecisionPoint): number {
    this.move = this.chart.moves.after(this.move, decision)
    return Math.min(delaysTo(decision, choices, point), choices - 1)
  }

  /** Takes the first option and leaves the others, or lets a process go that nobody has: the first that comes up. */
  private decide(choices: number, point: DecisionPoint): number {
    const { tree, moves } = this.chart
    if (point.comingUp === undefined) {
      for (let option = choices - 1; option > 0; option--) tree.leave(this.state, moves.after(this.move, option))
      this.move = moves.after(this.move, 0)
      return 0
    }
    for (let delays = 0; delays < choices; delays++) {
      const process = point.comingUp(delays)
      if (!tree.take(this.state, this.rankOf(process))) continue
      this.move = moves.after(this.move, process)
      return delays
    }
    this.lose()
    return choices - 1
  }

  private rankOf(process: ProcessId): number {
    let rank = 0
    for (const other of this.enabled) if (other < process) rank++
    return rank
  }

  /** The number of the state at hand, which is added if it is new; 0 if it cannot be captured. */
  private numberOf(execution: Execution, isEnd = false): number {
    if (!execution.captureProgram(fingerprint.reset())) return none
    const { high, low } = fingerprint
    const known = this.chart.tree.find(high, low)
    return known === none ? this.add(high, low, execution, isEnd) : known
  }

  private add(high: number, low: number, execution: Execution, isEnd: boolean): number {
    const { tree, settings } = this.chart
    const processes = isEnd ? 0 : execution.isDecisionPoint ? execution.enabled.length : 1
    if (processes > mostProcesses || tree.size === settings.cache?.states) {
      this.lose()
      return none
    }
    const since = this.decided.slice(this.kept)
    this.kept = this.decided.length
    return tree.add(high, low, processes, execution.steps, since)
  }

  private lose(): true {
    this.chart.isLost = true
    return true
  }
}
