import { existsSync, readFileSync } from 'node:fs'
import { parsePath } from '../../../src/core/path.ts'
import { Recorder } from '../../../src/core/trace.ts'
import { drive } from '../../../src/engine/drive.ts'
import { Execution } from '../../../src/engine/execution.ts'
import { PathPlan } from '../../../src/engine/plan.ts'
import { explorers } from '../../../src/explorers/named.ts'
import { type Body, check, type Counterexample, programOf, type Twin } from '../../../src/index.ts'
import { type FailureToShow, sourcesOf } from '../../../src/report/html-trace.ts'
import { account } from '../../../fixtures/account.ts'
import { twoPhaseCommit } from '../../../fixtures/protocols/two-phase-commit.ts'
import { step } from '../hand-made.ts'

/** A failure of a program, beside the same path without its last delay. */
export async function failureOf(name: string, body: Body, path: string): Promise<FailureToShow> {
  const { counterexample, executions } = await check(programOf(body), { path })
  if (counterexample === undefined) throw new Error(`${path} passes after ${executions} execution`)
  const { explorer, delays } = parsePath(path)
  const twin = await recorded(body, `${explorer}:${delays.slice(0, -1).join('.')}`)
  const error = counterexample.outcome.kind === 'failed' ? counterexample.outcome.error : undefined
  return shown({ ...counterexample, twin }, name, error instanceof Error ? error.message : 'it fails')
}

const searched = (executions: number): string =>
  `fails with 1 delay (found after ${executions} executions; no execution with fewer delays fails under run-to-completion)`

export const accountFailure = (): Promise<FailureToShow> =>
  failureOf('no deposit is lost', account, 'run-to-completion:1').then((failure) => ({
    ...failure,
    summary: searched(4),
    file: 'account.spec.ts',
    replay: 'INTERLACE_PATH=run-to-completion:1 npx vitest run account.spec.ts -t "no deposit is lost"',
    error: { message: 'AssertionError: expected 20 to be 30 // Object.is equality', expected: '30', actual: '20' },
  }))

export const commitFailure = (): Promise<FailureToShow> =>
  failureOf('all or nothing', twoPhaseCommit(2, 'forgotten vote'), 'run-to-completion:7').then((failure) => ({
    ...failure,
    file: 'two-phase-commit.spec.ts',
    summary: searched(5),
    replay: 'INTERLACE_PATH=run-to-completion:7 npx vitest run two-phase-commit.spec.ts -t "all or nothing"',
  }))

/** A counterexample as a runner shows it. */
export function shown(counterexample: Counterexample, name = 'a test', message = 'it fails'): FailureToShow {
  const readable = sourcesOf(counterexample)
    .filter((file) => existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
  return {
    name,
    file: 'some.spec.ts',
    summary: `${name}: fails on the given path`,
    counterexample,
    error: { message: `Error: ${message}` },
    replay: `INTERLACE_PATH=${counterexample.path} npx vitest run some.spec.ts -t "${name}"`,
    sources: new Map(readable),
    root: process.cwd(),
  }
}

/** A failure of so many steps that nobody would want all of them in a page at once. */
export function longFailure(length: number): FailureToShow {
  const names = ['main', 'ann', 'ben', 'cleo']
  const trace = Array.from({ length }, (_, index) => {
    const delays = index % 500 === 499 ? 1 : 0
    return step(names[index % 4] ?? '', `does ${index + 1}`, { delays, delayed: delays === 1 ? ['ann'] : [] })
  })
  const outcome = { kind: 'failed', error: new Error('no'), how: 'body' } as const
  return shown({ path: 'round-robin:', outcome, trace, minimal: false })
}

async function recorded(body: Body, path: string): Promise<Twin> {
  const program = programOf(body)
  const { explorer: name, delays } = parsePath(path)
  const explorer = explorers.find((one) => one.name === name)
  const world = program.open?.()
  if (explorer === undefined || world === undefined) throw new Error(`nothing executes ${path}`)
  const recorder = new Recorder()
  const conditions = { seed: 'test', steps: 1000, latency: 1000, recorder }
  function* once(): Generator<Execution, Execution, Execution> {
    return yield new Execution(program, explorer as NonNullable<typeof explorer>, new PathPlan(delays), conditions)
  }
  try {
    const { outcome } = await drive(world, once())
    if (outcome?.kind !== 'passed') throw new Error(`${path} does not pass`)
    recorder.close()
    return { path, trace: recorder.steps }
  } finally {
    world.close()
  }
}
