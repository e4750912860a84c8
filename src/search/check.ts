import { canonical } from '../core/canonical.ts'
import type { DelayingExplorer } from '../core/explorer.ts'
import type { Loop, Outcome } from '../core/outcome.ts'
import type { NamedPath, Path } from '../core/path.ts'
import type { Program, World } from '../core/program.ts'
import { Recorder } from '../core/trace.ts'
import type { Counterexample, EndedBy, Stratum, Uncontrolled, Verdict } from '../core/verdict.ts'
import { drive, refuseWhileDriving } from '../engine/drive.ts'
import { type Conditions, Execution, type Watch } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import { divergence, type Failure, sameSteps } from '../engine/same-execution.ts'
import { Budget } from './budget.ts'
import { Ledger } from './ledger.ts'
import { LoopWatch } from './loop-watch.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Options } from './options.ts'
import { outlived } from './replay.ts'
import type { Request, Searching, Settings } from './search.ts'
import { settingsOf } from './settings.ts'
import { counterexample, type Host, Smallest } from './smallest.ts'
import { until } from './until.ts'

/** Searches the executions of a program for one that fails, and says what it found and what it may claim. */
export function check(program: Program, options: Options = {}): Promise<Verdict> {
  return campaign(program, options, new Recorder(true))
}

/**
 * Runs one path and nothing else; the recorder of the caller has the execution, whatever comes of it. Only if it is to be
 * compared, and fails, its passing twin is looked for.
 */
export function replay(
  program: Program,
  options: Options & { readonly path: string },
  recorder: Recorder,
  compares = false,
): Promise<Verdict> {
  return campaign(program, options, recorder, compares)
}

async function campaign(program: Program, options: Options, replayed: Recorder, compares = false): Promise<Verdict> {
  const settings = settingsOf(options)
  refuseWhileDriving(
    'check was called inside of a body.',
    'A search cannot run within another: make it a test of its own.',
  )
  return oneAtATime(async () => {
    const world = program.open?.(settings.cache?.key === 'happens-before') ?? stillWorld
    try {
      return await drive(world, new Campaign(program, world, settings, replayed, compares).run())
    } finally {
      world.close()
    }
  })
}

/** The world of a program that touches nothing outside of itself. */
const stillWorld: World = {
  synchronous: true,
  uncontrolled: [],
  enter: () => undefined,
  leave: () => undefined,
  close: () => undefined,
}

/** One search of one program, from the first execution to the verdict. */
class Campaign implements Host {
  private readonly ledger = new Ledger()
  private readonly budget: Budget
  private readonly searching: Searching
  private readonly smallest = new Smallest(this)
  private readonly unrecorded: Conditions

  constructor(
    private readonly program: Program,
    private readonly world: World,
    readonly settings: Settings,
    private readonly replayed: Recorder,
    private readonly compares: boolean,
  ) {
    this.budget = new Budget(settings)
    this.searching = settings.search.begin(settings)
    this.unrecorded = conditionsOf(settings, undefined)
  }

  *run(): Generator<Execution, Verdict, Execution> {
    if (this.settings.path !== undefined) return yield* this.replay()
    const { ledger, budget, searching } = this
    let request = searching.requests.next()
    let ended: EndedBy | undefined
    let first: Sight | undefined
    while (!request.done) {
      ended = budget.ends(ledger.executions)
      if (ended !== undefined) break
      // The first one is recorded: that finds I/O outside of our control, and is there to compare with.
      const recorder = ledger.executions === 0 ? new Recorder() : undefined
      const execution = yield this.execution(request.value, recorder)
      if (!execution.plan.fits) throw yield* this.diverged(sightOf(execution))
      ledger.add(execution)
      first ??= sightOf(execution)
      request = searching.requests.next(execution)
      if (!execution.pruned && execution.outcome?.kind !== 'passed') return yield* this.counterexample(execution)
      // The first execution and then ever fewer are run again: whoever behaves differently is found out.
      if ((ledger.executions & (ledger.executions - 1)) === 0) yield* this.verify(sightOf(execution))
      budget.report(ledger.executions, searching)
    }
    // Once more in the end: a program that has changed on the way cannot have been covered.
    if (first !== undefined && ledger.executions > 1 && ended !== 'abort') yield* this.verify(first)
    return this.verdict(ended ?? (request.done ? request.value : 'executions'))
  }

  isOver(): boolean {
    return this.budget.isOver()
  }

  execution({ explorer, plan, watch }: Request, recorder?: Recorder): Execution {
    const conditions = recorder === undefined ? this.unrecorded : conditionsOf(this.settings, recorder)
    return new Execution(this.program, explorer, plan, conditions, watch)
  }

  /** Runs the one path that was asked for, once. */
  private *replay(): Generator<Execution, Verdict, Execution> {
    const { settings, replayed: recorder } = this
    const { path, explorers } = settings
    const execution = yield this.execution(
      { explorer: explorers[0], plan: new PathPlan(path?.delays ?? []), ...watching(path?.loop) },
      recorder,
    )
    if (path !== undefined && !(execution.plan.fits && closes(execution, path))) throw outlived(path, execution)
    this.ledger.add(execution)
    if (execution.outcome?.kind === 'passed') return { ...this.verdict('executions'), strata: [] }
    const failing = counterexample({ execution, recorder }, false)
    const twin = this.compares && path?.loop === undefined ? yield* this.smallest.twinOf(execution) : undefined
    return { ...this.failed(twin === undefined ? failing : { ...failing, twin }), strata: [] }
  }

  /** Runs a failing execution again to write it down; it must fail again. Then makes it smaller. */
  private *counterexample(found: Execution): Generator<Execution, Verdict, Execution> {
    const recorder = new Recorder()
    const sight = sightOf(found)
    const execution = yield this.again(sight, recorder)
    const other = sightOf(execution)
    if (other.seen !== sight.seen) throw yield* this.diverged(sight, other, failureIn(sight, found.outcome))
    return this.failed(yield* this.smallest.of({ execution, recorder }, this.passingBelow(found)))
  }

  /** With fewer delays than this, every execution under the same explorer is known to pass. */
  private passingBelow({ delaying, delays }: Execution): number {
    let below = 0
    while (below < delays && this.searching.isExhaustedBelow(delaying, below + 1)) below++
    return below
  }

  /** Runs an execution again, which must come out the same. */
  private *verify(sight: Sight): Generator<Execution, void, Execution> {
    const other = sightOf(yield this.again(sight))
    if (other.seen !== sight.seen) throw yield* this.diverged(sight, other)
  }

  /** Finds the step where executions of the same path part. */
  private *diverged(sight: Sight, other = sight, failure?: Failure): Generator<Execution, Error, Execution> {
    const { path, came: cameOnce } = sight
    let once = sight.recorder?.steps
    let again = once ?? []
    let cameAgain = other.came
    for (let attempt = 0; attempt < 3; attempt++) {
      const recorder = new Recorder()
      const execution = yield this.again(sight, recorder)
      again = recorder.steps
      if (cameAgain === cameOnce) cameAgain = sightOf(execution).came
      if (once !== undefined && !sameSteps(once, again)) break
      once = again
    }
    const { uncontrolled } = this.world
    return divergence({ path, once: once ?? again, again, cameOnce, cameAgain, uncontrolled, failure })
  }

  private again({ explorer, delays, prunedAt, loop }: Sight, recorder?: Recorder): Execution {
    const plan = new PathPlan(delays)
    const request = prunedAt === undefined ? { explorer, plan } : { explorer, plan, watch: until(prunedAt) }
    return this.execution({ ...request, ...watching(loop) }, recorder)
  }

  private failed(counterexample: Counterexample): Verdict {
    const minimal = counterexample.minimal && this.uncontrolled().length === 0
    return { ...this.verdict('counterexample'), passed: false, counterexample: { ...counterexample, minimal } }
  }

  private uncontrolled(): readonly Uncontrolled[] {
    const named = this.world.uncontrolled
    if (named.length > 0 || !this.ledger.outside) return [...named]
    return [{ what: 'something outside that an execution had to wait for', stack: '' }]
  }

  private verdict(endedBy: EndedBy): Verdict {
    const { ledger, searching } = this
    const uncontrolled = this.uncontrolled()
    const isControlled = uncontrolled.length === 0
    const strata = searching.strata()
    return {
      passed: true,
      // What nobody controls may differ next time: no claim survives it.
      strata: isControlled ? strata : strata.map(withoutClaims),
      complete: endedBy === 'exhausted' && searching.isComplete() && isControlled,
      executions: ledger.executions,
      minimising: this.smallest.executions,
      steps: ledger.steps,
      states: searching.states ?? 0,
      pruned: ledger.pruned,
      decisionPoints: ledger.decisionPoints,
      results: [...ledger.results],
      seed: this.settings.seed,
      endedBy,
      uncontrolled,
      ...(searching.liveness === undefined ? {} : { liveness: searching.liveness }),
    }
  }
}

function conditionsOf({ seed, steps, latency, temperature }: Settings, recorder: Recorder | undefined): Conditions {
  return { seed, steps, latency, temperature, recorder }
}

function withoutClaims(stratum: Stratum): Stratum {
  const explorers = stratum.explorers.map((sampled) => ({ ...sampled, exhausted: false, missed: 1 }))
  return { ...stratum, exhausted: false, explorers }
}

/** What there was to see of an execution; it does not keep the execution alive. */
interface Sight {
  readonly explorer: DelayingExplorer
  readonly delays: Path
  readonly path: string
  /** How it ended, in words. */
  readonly came: string
  /** Equal for executions that cannot be told apart. */
  readonly seen: string
  readonly recorder: Recorder | undefined
  /** After how many steps it was stopped, if it was. */
  readonly prunedAt: number | undefined
  readonly loop: Loop | undefined
}

function sightOf({ delaying, plan, path, digest, steps, outcome, recorder, loop }: Execution): Sight {
  const wasStopped = outcome === undefined
  const came = wasStopped ? 'came to a state that was known' : describeOutcome(outcome)
  const seen = [digest, steps, plan.fits, came].join(' ')
  const prunedAt = wasStopped ? steps : undefined
  return { explorer: delaying, delays: plan.spent, path, came, seen, recorder, prunedAt, loop }
}

/** An execution without an end is followed round its loop, once. */
function watching(loop: Loop | undefined): { readonly watch?: Watch } {
  return loop === undefined ? {} : { watch: new LoopWatch(loop) }
}

/** Whether the loop of a path, if it has one, still is one. */
function closes({ outcome }: Execution, { loop }: NamedPath): boolean {
  return loop === undefined || (outcome !== undefined && outcome.kind !== 'passed')
}

/** The failure that was seen. */
function failureIn({ came }: Sight, outcome: Outcome | undefined): Failure {
  return { came, error: outcome?.kind === 'failed' ? outcome.error : undefined }
}

function describeOutcome(outcome: Outcome | undefined): string {
  if (outcome?.kind === 'passed') return `returned ${canonical(outcome.value)}`
  if (outcome?.kind === 'unhandled') return `left unhandled ${canonical(outcome)}`
  return outcome?.kind === 'failed' ? `failed with ${String(outcome.error)}` : `was ${String(outcome?.kind)}`
}
