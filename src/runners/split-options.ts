import type { TestOptions } from 'vitest'
import { misuse } from '../core/errors.ts'
import { optionNames } from '../search/settings.ts'
import type { SearchOptions } from './systematic-test.ts'

type AnyBody = (...args: never[]) => unknown

/** What `systematicTest(name, …)` was given, taken apart. */
export interface SplitArguments {
  readonly search: SearchOptions
  readonly vitest: TestOptions
  readonly body: AnyBody | undefined
}

const searchNames = [...optionNames.filter((name) => name !== 'signal' && name !== 'onProgress'), 'html', 'save']
const vitestNames = [
  'timeout',
  'retry',
  'repeats',
  'concurrent',
  'sequential',
  'skip',
  'only',
  'todo',
  'fails',
  'tags',
  'meta',
]

/** Takes apart `(body)`, `(body, timeout)`, `(options, body)` and `(options)`: what is ours, and what is Vitest's. */
export function splitArguments(first: unknown, second: unknown): SplitArguments {
  if (isBody(first)) {
    if (second !== undefined && typeof second !== 'number') {
      throw misuse(
        'The options of a systematic test stand after its body.',
        'They go before it: systematicTest(name, { delays: 2 }, body).',
      )
    }
    return { search: {}, vitest: second === undefined ? {} : { timeout: second }, body: first }
  }
  if (second !== undefined && !isBody(second)) throw notABody(second)
  if (first === undefined) return { search: {}, vitest: {}, body: second }
  if (typeof first !== 'object' || first === null) throw notABody(first)
  return { ...splitOptions(first), body: second }
}

function splitOptions(options: object): Omit<SplitArguments, 'body'> {
  const search: Record<string, unknown> = {}
  const vitest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue // the same as not there, so that it hides no default
    if (searchNames.includes(name)) search[name] = value
    else if (vitestNames.includes(name)) vitest[name] = value
    else {
      throw misuse(
        `A systematic test has no option called ${JSON.stringify(name)}.`,
        `Known are ${searchNames.join(', ')}; and Vitest's ${vitestNames.join(', ')}.`,
      )
    }
  }
  return { search, vitest }
}

function isBody(value: unknown): value is AnyBody {
  return typeof value === 'function'
}

function notABody(value: unknown): Error {
  return misuse(
    `The body of a systematic test is a function, not ${String(value)}.`,
    "Write systematicTest('name', async ({ spawn }) => { … }), with options between the two if there are any.",
  )
}
