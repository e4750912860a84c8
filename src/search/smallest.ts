import type { Path } from '../core/path.ts'
import { Recorder } from '../core/trace.ts'
import type { Counterexample, Twin } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import { Minimising } from './minimise.ts'
import { failureOf } from './same-failure.ts'
import type { Request, Settings } from './search.ts'
import { findTwin } from './twin.ts'

/** An execution of more steps than this counts for several of those that minimising may run. */
const stepsEach = 200

/** What minimising needs of the search around it. */
export interface Host {
  readonly settings: Settings
  execution(request: Request, recorder?: Recorder): Execution
  /** Whether the time is over, or the search was called off. */
  isOver(): boolean
}

/** A failing execution that was written down. */
export interface Written {
  readonly execution: Execution
  readonly recorder: Recorder
}

/** Makes a counterexample as small as the budget allows, and finds its passing twin. */
export class Smallest {
  /** How many executions that took. */
  executions = 0
  private steps = 0

  constructor(private readonly host: Host) {}

  /** Under the explorer of the execution that was found, all with fewer than `passingBelow` delays are known to pass. */
  *of(found: Written, passingBelow: number): Generator<Execution, Counterexample, Execution> {
    const { cache, minimise } = this.host.settings
    const minimising = new Minimising({ execution: found.execution, passingBelow, cache })
    // With fewer delays, there may be another loop that nobody has seen whole.
    if (found.execution.loop !== undefined) return counterexample(found, false)
    // What waits for the outside is slow, and may go differently each time.
    if (minimise === 0 || found.execution.outside) return counterexample(found, minimising.isLeast)
    // Three are left: to write down what is found, to look for its twin, to write that down.
    yield* this.run(minimising.requests, 3)
    const { path, isLeast, simpler } = minimising
    const smaller = path === minimising.start ? found : yield* this.written(found.execution, path)
    if (smaller.execution.steps !== minimising.steps || !isAlike(smaller.execution, found.execution)) {
      return { ...counterexample(found, false), flaky: true }
    }
    const twin = yield* this.twinOf(smaller.execution)
    return {
      ...counterexample(smaller, isLeast),
      ...(simpler === undefined ? {} : { simpler: found.execution.pathOf(simpler) }),
      ...(twin === undefined ? {} : { twin }),
    }
  }

  private *written(like: Execution, path: Path): Generator<Execution, Written, Execution> {
    const recorder = new Recorder()
    const request = { explorer: like.delaying, plan: new PathPlan(path) }
    return { execution: yield* this.execute(request, recorder), recorder }
  }

  /** The nearest execution that passes, if one is found. */
  *twinOf(failing: Execution): Generator<Execution, Twin | undefined, Execution> {
    const path = yield* this.run(findTwin(failing), 1)
    if (path === undefined) return undefined
    const { execution, recorder } = yield* this.written(failing, path)
    if (execution.outcome?.kind !== 'passed') return undefined
    return { path: failing.pathOf(path), trace: recorder.steps }
  }

  /** Runs what is asked for, until there is only so much left of the budget. */
  private *run<Result>(
    requests: Generator<Request, Result, Execution>,
    left: number,
  ): Generator<Execution, Result | undefined, Execution> {
    let request = requests.next()
    while (!request.done) {
      if (this.isOver(left)) return undefined
      request = requests.next(yield* this.execute(request.value))
    }
    return request.value
  }

  private *execute(request: Request, recorder?: Recorder): Generator<Execution, Execution, Execution> {
    const execution = yield this.host.execution(request, recorder)
    this.executions++
    this.steps += execution.steps
    return execution
  }

  private isOver(left: number): boolean {
    const most = this.host.settings.minimise - left
    return this.executions >= most || this.steps >= stepsEach * most || this.host.isOver()
  }
}

/** The counterexample that a failing execution is. */
export function counterexample({ execution, recorder }: Written, minimal: boolean): Counterexample {
  const { path, outcome } = execution
  if (outcome === undefined) throw new Error('a counterexample has an outcome')
  return { path, outcome, trace: recorder.steps, minimal }
}

function isAlike(execution: Execution, other: Execution): boolean {
  return execution.plan.fits && failureOf(execution.outcome) === failureOf(other.outcome)
}
