import type { Path } from '../core/path.ts'
import type { ProcessId } from '../core/process.ts'

/** What a plan may ask about a decision point. */
export interface DecisionPoint {
  /** Whether a process that has run last could go on here: to pick another one is a preemption. */
  readonly isPreemptible: boolean
  /**
   * The process that comes up after so many delays, which are then spent: a plan asks for 0, then 1, and so on, up to
   * the number that it spends. Absent where a process makes an explicit choice.
   */
  readonly comingUp?: (delays: number) => ProcessId
}

/** Says where an execution spends its delays. */
export interface Plan {
  /** How many delays to spend at the decision point reached now; fewer than `choices`. */
  spend(choices: number, point: DecisionPoint): number
  /** The delays spent so far, as a path. */
  readonly spent: Path
  /** Whether all delays asked for found their place. */
  readonly fits: boolean
}

/** Spends delays where a path says (ExecutePath, Fig. 7). */
export class PathPlan implements Plan {
  private index = 0
  private toPass: number // decision points before the next delay; -1: no delay is left

  constructor(private readonly path: Path) {
    this.toPass = path[0] ?? -1
  }

  spend(choices: number): number {
    if (this.toPass !== 0) {
      if (this.toPass > 0) this.toPass--
      return 0
    }
    let delays = 0
    while (this.toPass === 0) {
      if (delays === choices - 1) {
        this.toPass = -1
        return delays
      }
      delays++
      this.toPass = this.path[++this.index] ?? -1
    }
    if (this.toPass > 0) this.toPass--
    return delays
  }

  get spent(): Path {
    return this.path.slice(0, this.index)
  }

  get fits(): boolean {
    return this.index === this.path.length
  }
}

/** Takes the choices that it is given, whatever they cost, and writes down the path that this is. */
export class GuidedPlan implements Plan {
  readonly spent: number[] = []
  private taken = 0
  private passed = 0

  /** The processes and the options to take, one for each decision point. */
  constructor(private readonly choices: readonly number[]) {}

  get fits(): boolean {
    return this.taken >= this.choices.length
  }

  spend(choices: number, point: DecisionPoint): number {
    const choice = this.choices[this.taken++]
    const delays = choice === undefined ? 0 : delaysTo(choice, choices, point)
    this.passed = writeDown(this.spent, this.passed, delays)
    return delays
  }
}

/** How many delays bring up a choice: a process, or the number of an option. */
export function delaysTo(choice: number, choices: number, point: DecisionPoint): number {
  if (point.comingUp === undefined) return choice
  let delays = 0
  while (delays < choices - 1 && point.comingUp(delays) !== choice) delays++
  return delays
}

/** Adds the delays of a decision point to a path, `passed` points after its last delay. Returns how many are passed now. */
function writeDown(path: number[], passed: number, delays: number): number {
  for (let delay = 0; delay < delays; delay++) path.push(delay === 0 ? passed : 0)
  return delays === 0 ? passed + 1 : 1
}

/** The path of an execution that has spent so many delays at each of its decision points. */
export function pathOf(decisions: readonly number[]): Path {
  const path: number[] = []
  let passed = 0
  for (const delays of decisions) passed = writeDown(path, passed, delays)
  return path
}

/** Draws every choice uniformly: the naive random walk, written down as the path that it took. */
export class RandomPlan implements Plan {
  readonly spent: number[] = []
  readonly fits = true
  private passed = 0

  constructor(private readonly random: () => number) {}

  spend(choices: number): number {
    const delays = Math.floor(this.random() * choices)
    this.passed = writeDown(this.spent, this.passed, delays)
    return delays
  }
}
