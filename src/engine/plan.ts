import type { Path } from '../core/path.ts'

/** What a plan may ask about a decision point. */
export interface DecisionPoint {
  /** Whether a process that has run last could go on here: to pick another one is a preemption. */
  readonly isPreemptible: boolean
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

/** Draws every choice uniformly: the naive random walk, written down as the path that it took. */
export class RandomPlan implements Plan {
  readonly spent: number[] = []
  readonly fits = true
  private passed = 0

  constructor(private readonly random: () => number) {}

  spend(choices: number): number {
    const delays = Math.floor(this.random() * choices)
    for (let delay = 0; delay < delays; delay++) {
      this.spent.push(this.passed)
      this.passed = 0
    }
    this.passed++
    return delays
  }
}
