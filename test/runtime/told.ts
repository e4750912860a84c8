import {
  type Body,
  type BodyOptions,
  check,
  type Options,
  programOf,
  type Step,
  type Verdict,
} from '../../src/index.ts'

/** What `body` throws when it has come to its end, so that its execution is told. */
export const theEnd = new Error('the end')

/** A failing execution. */
export interface Told {
  readonly path: string
  readonly steps: readonly Step[]
  /** The steps as `process: what`. */
  readonly lines: readonly string[]
}

/** Runs one execution to the end of the body and tells it. */
export async function told(body: Body, options: Options = {}, how: BodyOptions = {}): Promise<Told> {
  const failing: Body = async (runtime) => {
    await body(runtime)
    throw theEnd
  }
  const { counterexample } = await check(programOf(failing, how), { explorer: 'round-robin', delays: 0, ...options })
  const outcome = counterexample?.outcome
  if (counterexample === undefined || outcome?.kind !== 'failed' || outcome.error !== theEnd) {
    throw new Error('the execution ends otherwise', { cause: outcome })
  }
  const { path, trace } = counterexample
  return { path, steps: trace, lines: trace.map(({ process, what }) => `${process}: ${what}`) }
}

/** The steps of one execution. */
export async function stepsOf(body: Body, options?: Options, how?: BodyOptions): Promise<readonly Step[]> {
  return (await told(body, options, how)).steps
}

/** The steps of one execution as `process: what`. */
export async function linesOf(body: Body, options?: Options, how?: BodyOptions): Promise<readonly string[]> {
  return (await told(body, options, how)).lines
}

/** The distinct results of a search, in the order of their texts. */
export function valuesOf({ results }: Verdict): unknown[] {
  return results.map(({ value }) => value).sort((a, b) => (String(a) < String(b) ? -1 : 1))
}

/** How the one failing execution of a search ended. */
export function outcomeOf({ counterexample }: Verdict) {
  if (counterexample === undefined) throw new Error('no execution failed')
  return counterexample.outcome
}
