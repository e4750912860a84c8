import { misuse, type InterlaceError } from '../core/errors.ts'
import { type StepEvent, taken } from '../core/event.ts'
import type { DelayingExplorer, Explorer } from '../core/explorer.ts'
import type { Fingerprint } from '../core/fingerprint.ts'
import type { Outcome } from '../core/outcome.ts'
import { formatPath } from '../core/path.ts'
import { clock, type ProcessId } from '../core/process.ts'
import type { Host, Program, Run } from '../core/program.ts'
import { randomFrom } from '../core/random.ts'
import type { Recorder } from '../core/trace.ts'
import type { DecisionPoint, Plan } from './plan.ts'

/** The processes passed over at the decision point at hand: used within one step of one execution at a time. */
const offered: ProcessId[] = []

/** An explicit choice preempts nobody. */
const explicitChoice: DecisionPoint = { isPreemptible: false }

/** What holds for an execution besides its program, explorer and plan. */
export interface Conditions {
  readonly seed: string
  /** The step limit. */
  readonly steps: number
  readonly latency: number
  readonly recorder?: Recorder
}

/** Looks at an execution on its way, for a search that remembers states. */
export interface Watch {
  /** Whether it should stop here, where a process is about to be picked: all that could follow is known. */
  stops(execution: Execution): boolean
  /** It has come to its end, by itself. Whether that end is known, so that it does not count. */
  ends(execution: Execution, outcome: Outcome): boolean
}

/** One execution of the composition (P, D): the program under the explorer, with the delays of a plan. */
export class Execution implements Host, DecisionPoint {
  readonly recorder: Recorder | undefined
  readonly latency: number
  outcome: Outcome | undefined = undefined
  steps = 0
  /** Decision points met so far: places with two or more choices. */
  points = 0
  delays = 0
  /** One more delay could go to the places [firstPlace, places), counted as in a path. */
  firstPlace = 0
  places = 0
  /** Equal for equal sequences of choices. */
  digest = 0
  /** Whether it had to wait for something that nobody controls. */
  outside = false
  /** Whether it was stopped on its way, because all that could follow is known, or came to an end that is known. */
  pruned = false

  /** Whether a sealed part left a choice to the explorer: what it did there depends on the explorer's state. */
  sealed = false

  private readonly run: Run
  private readonly explorer: Explorer
  private drewRandom: boolean
  private running: ProcessId = clock

  constructor(
    program: Program,
    readonly delaying: DelayingExplorer,
    readonly plan: Plan,
    private readonly conditions: Conditions,
    private readonly watch?: Watch,
  ) {
    this.latency = conditions.latency
    this.recorder = conditions.recorder
    this.drewRandom = delaying.random
    this.explorer = delaying.create(delaying.random ? randomFrom(conditions.seed) : undeclaredRandom)
    this.run = program.start(this)
  }

  /** Takes one step. `false` when there is none: it is over or, without an outcome, waits for the outside. */
  advance(waited = 0): boolean {
    const run = this.run
    run.settle(waited)
    if (run.misuse !== undefined) throw run.misuse
    if (waited > 0 && (run.outcome !== undefined || run.choices.length > 0)) this.outside = true
    if (run.outcome !== undefined) {
      if (this.watch !== undefined) this.pruned = this.watch.ends(this, run.outcome)
      return this.end(run.outcome)
    }
    const processes = run.choices.length
    const choices = processes + (run.clock ? 1 : 0)
    if (choices === 0) {
      return run.isAwaitingOutside(waited) ? false : this.end({ kind: 'deadlocked', waiting: run.waiting() })
    }
    if (this.watch !== undefined && this.watch.stops(this)) {
      this.pruned = true
      return this.close()
    }
    if (this.steps === this.conditions.steps) {
      return this.end({ kind: 'cut', steps: this.steps, waiting: run.waiting() })
    }
    if (choices > 1 && run.sealed) this.sealed = true
    const delays = choices > 1 && !run.sealed ? this.decide(choices, this) : 0
    const choice = this.pick(processes, delays)
    if (this.recorder !== undefined)
      this.recorder.decided(
        delays,
        offered.map((id) => run.nameOf(id)),
        choices,
      )
    this.digest = mix(mix(this.digest, choices), choice)
    this.steps++
    if (choice !== clock) this.running = choice
    this.explorer.step(taken(choice))
    run.take(choice)
    return true
  }

  /** Whether there is nothing more to wait for. */
  get isOver(): boolean {
    return this.outcome !== undefined || this.pruned
  }

  get isPreemptible(): boolean {
    return this.running !== clock && this.run.isEnabled(this.running)
  }

  /** Adds the state of the program to a fingerprint; `false` where it cannot be captured. */
  captureProgram(into: Fingerprint): boolean {
    return this.run.fingerprint?.(into) ?? false
  }

  /** Adds the partial order of what has happened to a fingerprint; `false` where it is not followed. */
  captureOrder(into: Fingerprint): boolean {
    return this.run.happened?.(into) ?? false
  }

  /** Adds the state of the explorer to a fingerprint; `false` if it cannot be captured. */
  captureExplorer(into: Fingerprint): boolean {
    const { explorer } = this
    explorer.fingerprint?.(into)
    return explorer.fingerprint !== undefined
  }

  /** The path of this execution as people keep it. */
  get path(): string {
    const named = { explorer: this.delaying.name, delays: this.plan.spent }
    return formatPath(this.drewRandom ? { ...named, seed: this.conditions.seed } : named)
  }

  choose(options: number): number {
    const delays = options > 1 && !this.run.sealed ? this.decide(options, explicitChoice) : 0
    this.digest = mix(mix(this.digest, -options), delays)
    return delays
  }

  step(event: StepEvent): void {
    this.explorer.step(event)
  }

  random(): () => number {
    this.drewRandom = true
    return randomFrom(`${this.conditions.seed} program`)
  }

  private decide(choices: number, point: DecisionPoint): number {
    this.points++
    this.places++
    const delays = this.plan.spend(choices, point)
    if (delays > 0) {
      this.delays += delays
      this.firstPlace = delays < choices - 1 ? 0 : 1
      this.places = 1
    }
    return delays
  }

  /** Next(Delay^delays(d)), with the clock behind all processes. */
  private pick(processes: number, delays: number): ProcessId {
    const { run, explorer } = this
    if (offered.length > 0) offered.length = 0
    if (processes === 0) return clock
    if (processes === 1 && delays === 0) return run.choices[0] ?? clock
    for (;;) {
      const choice = explorer.next()
      if (choice === undefined || !run.isEnabled(choice)) throw this.unsound(choice, 'which is not enabled')
      if (offered.length > 0 && offered.includes(choice)) throw this.unsound(choice, 'again after a delay')
      if (offered.length === delays) return choice
      offered.push(choice)
      if (offered.length === processes) return clock
      explorer.delay()
    }
  }

  private unsound(choice: ProcessId | undefined, how: string): InterlaceError {
    const { run } = this
    const name = choice === undefined ? 'nothing' : `${run.nameOf(choice)}, ${how}`
    return misuse(
      `The explorer ${this.delaying.name} named ${name}, in step ${this.steps + 1}.`,
      `Enabled are ${run.choices.map((id) => run.nameOf(id)).join(', ')}. An explorer must bring up each of them, once, ` +
        'within |choices| - 1 delays; run it through conformance(explorer).',
    )
  }

  private end(outcome: Outcome): false {
    this.outcome = outcome
    return this.close()
  }

  private close(): false {
    this.recorder?.close()
    this.run.end()
    return false
  }
}

function undeclaredRandom(): never {
  throw misuse(
    'An explorer drew a random number without having asked for it.',
    'Take it as a parameter: defineExplorer(name, (random) => …). Its paths then carry the seed.',
  )
}

function mix(digest: number, value: number): number {
  const mixed = Math.imul(digest ^ value, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
