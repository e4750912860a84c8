import { type Body, check, InterlaceError, type Options, programOf, type Verdict } from '../../src/index.ts'
import { stepsOf } from '../runtime/told.ts'

/** Options under which a search runs every execution once. */
export const everything = {
  explorer: 'run-to-completion',
  search: 'sampling',
  samples: () => Infinity,
  delays: Infinity,
  executions: Infinity,
} as const satisfies Options

/** Every execution of a body; there are no others. */
export async function exhaust(body: Body, options: Options = {}): Promise<Verdict> {
  const verdict = await check(programOf(body), { ...everything, ...options })
  if (verdict.passed && !verdict.complete) throw new Error('some executions were left out')
  return verdict
}

/** One execution to the end of the body: the steps as `process: what`, each followed by its notes, indented. */
export async function story(body: Body, options?: Options): Promise<readonly string[]> {
  const steps = await stepsOf(body, options)
  return steps.flatMap(({ process, what, notes }) => [
    `${process}: ${what}`,
    ...notes.map((note) => `  ${note.process}: ${note.text}`),
  ])
}

/** The one result of the execution without delays. */
export async function resultOf(body: Body, options: Options = {}): Promise<unknown> {
  const verdict = await check(programOf(body), { explorer: 'run-to-completion', delays: 0, ...options })
  if (!verdict.passed) throw new Error('the execution fails', { cause: verdict.counterexample?.outcome })
  return verdict.results[0]?.value
}

/** What the error of misuse says. */
export async function refusalOf(body: Body, options: Options = {}): Promise<string> {
  const error: unknown = await check(programOf(body), options).then(
    (verdict) => new Error(`no error but ${JSON.stringify(verdict.counterexample ?? verdict.results)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof InterlaceError)) throw error
  return error.message
}
