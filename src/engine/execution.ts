import { misuse, type InterlaceError } from '../core/errors.ts'
import { type StepEvent, taken } from '../core/event.ts'
import type { DelayingExplorer, Explorer } from '../core/explorer.ts'
import type { Fingerprint } from '../core/fingerprint.ts'
import type { HotMonitor, Loop, Outcome } from '../core/outcome.ts'
import { formatPath, type NamedPath, type Path } from '../core/path.ts'
import { clock, type ProcessId } from '../core/process.ts'
import type { Host, Program, Run } from '../core/program.ts'
import { randomFrom } from '../core/random.ts'
import type { Recorder } from '../core/trace.ts'
import type { DecisionPoint, Plan } from './plan.ts'
import { Temperature, type TemperatureBound } from './temperature.ts'

/** The processes passed over at the decision point at hand: used within one step of one execution at a time. */
const offered: ProcessId[] = []
let passedOver = 0 // as many of them are of this point: to set the length of a list costs more than the rest of a step

/** An explicit choice preempts nobody. */
const explicitChoice: DecisionPoint = { isPreemptible: false }

/** What holds for an execution besides its program, explorer and plan. */
export interface Conditions {
  readonly seed: string
  /** The step limit. */
  readonly steps: number
  readonly latency: number
  /** When a monitor that stays hot is taken for one that stays so for ever. */
  readonly temperature?: TemperatureBound | undefined
  readonly recorder?: Recorder | undefined
}

/** Looks at an execution on its way, for a search that remembers states. */
export interface Watch {
  /**
   * Whether it should stop here, where a process is about to be picked: all that could follow is known. Or how it ends
   * here, if what has been seen is enough to tell.
   */
  stops(execution: Execution): boolean | Outcome
  /** It has come to its end, by itself. */
  ends(execution: Execution): void
  /** Whether an end that it has just been told of is known, so that it does not count. */
  knowsEnd?(outcome: Outcome): boolean
  /** An explicit choice was made within the step under way. */
  chooses?(option: number, options: number): void
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
  /** The process of the last step, if there was one. */
  taken: ProcessId | undefined = undefined

  /** Whether a sealed part left a choice to the explorer: what it did there depends on the explorer's state. */
  sealed = false

  private readonly run: Run
  private readonly explorer: Explorer
  private readonly tellsTaken: boolean
  private drewRandom: boolean
  private running: ProcessId = clock
  private readonly temperature: Temperature | undefined

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
    this.temperature = conditions.temperature && new Temperature(conditions.temperature)
    this.explorer = delaying.create(delaying.random ? randomFrom(conditions.seed) : undeclaredRandom)
    this.tellsTaken = this.explorer.ignoresTaken !== true
    this.run = program.start(this)
  }

  /** Takes so many steps, or as many as there are, which is `false`. */
  advanceBy(steps: number): boolean {
    for (let left = steps; left > 0; left--) if (!this.advance()) return false
    return true
  }

  /** Takes one step. `false` when there is none: it is over or, without an outcome, waits for the outside. */
  advance(waited = 0): boolean {
    const run = this.run
    run.settle(waited)
    if (run.misuse !== undefined) throw run.misuse
    if (waited > 0 && (run.outcome !== undefined || run.choices.length > 0)) this.outside = true
    if (run.outcome !== undefined) {
      if (this.watch !== undefined) {
        this.watch.ends(this)
        this.pruned = this.watch.knowsEnd?.(run.outcome) ?? false
      }
      return this.end(run.outcome)
    }
    const processes = run.choices.length
    const choices = processes + (run.clock ? 1 : 0)
    if (choices === 0) {
      return run.isAwaitingOutside(waited) ? false : this.end({ kind: 'deadlocked', waiting: run.waiting() })
    }
    if (this.watch !== undefined) {
      const stops = this.watch.stops(this)
      if (typeof stops === 'object') return this.end(stops)
      if (stops) {
        this.pruned = true
        return this.close()
      }
    }
    if (this.temperature !== undefined) {
      const hot = this.temperature.look(run, this.taken)
      if (hot !== undefined) return this.end(hot)
    }
    if (this.steps === this.conditions.steps) {
      return this.end({ kind: 'cut', steps: this.steps, waiting: run.waiting() })
    }
    passedOver = 0
    if (choices > 1 && run.sealed) this.sealed = true
    const delays = choices > 1 && !run.sealed ? this.decide(choices, this) : 0
    const choice = this.pick(processes, delays)
    if (this.recorder !== undefined) this.recorder.decided(delays, this.namesPassedOver(), choices)
    this.digest = mix(mix(this.digest, choices), choice)
    this.taken = choice
    this.steps++
    if (choice !== clock) this.running = choice
    if (this.tellsTaken) this.explorer.step(taken(choice))
    run.take(choice)
    return true
  }

  /** Whether there is nothing more to wait for. */
  get isOver(): boolean {
    return this.outcome !== undefined || this.pruned
  }

  /** The monitors that want something to happen yet. */
  hot(): readonly HotMonitor[] {
    return this.run.hot?.() ?? []
  }

  /** Whether more than one process can go next, and delays may be spent on it. */
  get isDecisionPoint(): boolean {
    const { run } = this
    return run.choices.length + (run.clock ? 1 : 0) > 1 && !run.sealed
  }

  /** The processes that can go next, the clock included. */
  get enabled(): readonly ProcessId[] {
    return this.run.clock ? [...this.run.choices, clock] : this.run.choices
  }

  get isPreemptible(): boolean {
    return this.running !== clock && this.run.isEnabled(this.running)
  }

  comingUp(delays: number): ProcessId {
    return this.pick(this.run.choices.length, delays)
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

  /** Where it goes round, if that is how it ended. */
  get loop(): Loop | undefined {
    return this.outcome?.kind === 'livelocked' ? this.outcome.loop : undefined
  }

  /** The path of this execution as people keep it. */
  get path(): string {
    const { loop } = this
    const named = { explorer: this.delaying.name, delays: this.plan.spent }
    return this.formatted(loop === undefined ? named : { ...named, loop })
  }

  /** Writes another path under the same explorer, and with the same random numbers. */
  pathOf(delays: Path): string {
    return this.formatted({ explorer: this.delaying.name, delays })
  }

  private formatted(named: NamedPath): string {
    return formatPath(this.drewRandom ? { ...named, seed: this.conditions.seed } : named)
  }

  choose(options: number): number {
    const isDecided = options > 1 && !this.run.sealed
    const delays = isDecided ? this.decide(options, explicitChoice) : 0
    if (isDecided && this.watch?.chooses !== undefined) this.watch.chooses(delays, options)
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

  /** Next(Delay^delays(d)), with the clock behind all processes. Goes on from the delays that were spent here before. */
  private pick(processes: number, delays: number): ProcessId {
    if (processes === 0) return clock
    if (processes === 1 && delays === 0) return this.run.choices[0] ?? clock
    while (passedOver < processes) {
      const choice = this.offer()
      if (passedOver === delays) return choice
      offered[passedOver++] = choice
      if (passedOver < processes) this.explorer.delay()
    }
    return clock
  }

  /** What the explorer names, which must be enabled and new. */
  private offer(): ProcessId {
    const choice = this.explorer.next()
    if (choice === undefined || !this.run.isEnabled(choice)) throw this.unsound(choice, 'which is not enabled')
    if (wasOffered(choice)) throw this.unsound(choice, 'again after a delay')
    return choice
  }

  // Apart from `advance`: a closure there would make every step allocate what it closes over.
  private namesPassedOver(): readonly string[] {
    return offered.slice(0, passedOver).map((id) => this.run.nameOf(id))
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

function wasOffered(choice: ProcessId): boolean {
  for (let place = 0; place < passedOver; place++) if (offered[place] === choice) return true
  return false
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
