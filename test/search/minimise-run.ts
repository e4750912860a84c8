import type { DelayingExplorer } from '../../src/core/explorer.ts'
import type { Path } from '../../src/core/path.ts'
import type { Program, World } from '../../src/core/program.ts'
import { randomFrom } from '../../src/core/random.ts'
import { Recorder } from '../../src/core/trace.ts'
import type { Counterexample } from '../../src/core/verdict.ts'
import { drive } from '../../src/engine/drive.ts'
import { Execution } from '../../src/engine/execution.ts'
import { PathPlan } from '../../src/engine/plan.ts'
import { ExplorerStrata } from '../../src/search/explorer-strata.ts'
import { PathTree } from '../../src/search/path-tree.ts'
import { failureOf } from '../../src/search/same-failure.ts'
import { settingsOf } from '../../src/search/settings.ts'
import { Smallest } from '../../src/search/smallest.ts'
import { StateCache } from '../../src/search/state-cache.ts'

const settings = settingsOf({})
const stillWorld: World = {
  synchronous: true,
  uncontrolled: [],
  enter: () => undefined,
  leave: () => undefined,
  close: () => undefined,
}

async function inWorld<Result>(program: Program, run: Generator<Execution, Result, Execution>): Promise<Result> {
  const world = program.open?.() ?? stillWorld
  try {
    return await drive(world, run)
  } finally {
    world.close()
  }
}

export interface Failing {
  readonly path: Path
  readonly failure: string
}

/** Different failing executions with 1 to 8 delays, drawn by stratified sampling. */
export function sampledFailures(program: Program, explorer: DelayingExplorer, count: number): Promise<Failing[]> {
  const found = new Map<string, Failing>()
  function* run(): Generator<Execution, Failing[], Execution> {
    for (let tree = 0; tree < 200 && found.size < count; tree++) {
      const paths = new PathTree(randomFrom(`tree ${tree}`))
      for (let draw = 0; draw < 200; draw++) {
        const failing = yield* drawFailing(paths)
        if (failing === undefined) continue
        found.set(failing.path.join('.'), failing)
        break
      }
    }
    return [...found.values()]
  }
  /** Draws one execution with 8 delays; those with fewer that it comes through may fail, too. */
  function* drawFailing(paths: PathTree): Generator<Execution, Failing | undefined, Execution> {
    let path = paths.begin(8)
    while (path !== undefined) {
      const execution = yield new Execution(program, explorer, new PathPlan(path), settings)
      const failure = failureOf(execution.outcome)
      if (failure !== undefined && path.length > 0 && !found.has(path.join('.'))) return { path, failure }
      path = paths.learn(execution)
    }
    return undefined
  }
  return inWorld(program, run())
}

/** The least delays with which an execution fails in each of these ways, by running all with fewer. */
export function leastDelays(
  program: Program,
  explorer: DelayingExplorer,
  failures: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const least = new Map<string, number>()
  function* run(): Generator<Execution, Map<string, number>, Execution> {
    const strata = new ExplorerStrata(explorer, settings.cache, new StateCache())
    for (let bound = 0; [...failures].some((failure) => !least.has(failure)); bound++) {
      const stratum = strata.expand(bound)
      for (let request = stratum.next(); !request.done;) {
        const { plan, watch } = request.value
        const execution = yield new Execution(program, explorer, plan, settings, watch)
        const failure = failureOf(execution.outcome)
        if (failure !== undefined && !least.has(failure)) least.set(failure, bound)
        request = stratum.next(execution)
      }
    }
    return least
  }
  return inWorld(program, run())
}

export interface Minimised extends Counterexample {
  /** How many executions it took. */
  readonly executions: number
}

/** Makes a failing execution smaller, of which nothing is known but its path. */
export function minimised(program: Program, explorer: DelayingExplorer, path: Path): Promise<Minimised> {
  function* run(): Generator<Execution, Minimised, Execution> {
    const smallest = new Smallest({
      settings,
      execution: (request, recorder) =>
        new Execution(
          program,
          request.explorer,
          request.plan,
          { ...settings, ...(recorder && { recorder }) },
          request.watch,
        ),
      isOver: () => false,
    })
    const recorder = new Recorder()
    const execution = yield new Execution(program, explorer, new PathPlan(path), { ...settings, recorder })
    return { ...(yield* smallest.of({ execution, recorder }, 0)), executions: smallest.executions }
  }
  return inWorld(program, run())
}
