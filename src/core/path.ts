import { misuse } from './errors.ts'
import type { Loop } from './outcome.ts'

/**
 * A path (Fig. 7): each number says how many decision points are passed after the previous delay before the next one;
 * 0 delays once more at the same point.
 */
export type Path = readonly number[]

/** A path as people keep it: it replays one execution for ever. */
export interface NamedPath {
  readonly explorer: string
  /** Present when the execution drew random numbers. */
  readonly seed?: string
  readonly delays: Path
  /** Where an execution without an end goes round; the delays lead through the loop once. */
  readonly loop?: Loop
}

const grammar = /^([A-Za-z][\w-]*)(?:@([\w-]+))?(?::((?:\d+(?:\.\d+)*)?))?(?:\/(\d+)\+([1-9]\d*))?$/

/** Writes a path as `explorer[@seed]:n.n.n`, with `/stem+steps` behind it where there is a loop. */
export function formatPath({ explorer, seed, delays, loop }: NamedPath): string {
  const round = loop === undefined ? '' : `/${loop.stem}+${loop.steps}`
  return `${explorer}${seed === undefined ? '' : `@${seed}`}:${delays.join('.')}${round}`
}

/** Reads what `formatPath` writes. */
export function parsePath(text: string): NamedPath {
  const match = typeof text === 'string' ? grammar.exec(text.trim()) : null
  const delays = match?.[3] ? match[3].split('.').map(Number) : []
  const explorer = match?.[1]
  const loop = match?.[4] === undefined ? undefined : { stem: Number(match[4]), steps: Number(match[5]) }
  const numbers = loop === undefined ? delays : [...delays, loop.stem, loop.steps]
  if (explorer === undefined || !numbers.every(Number.isSafeInteger)) {
    throw misuse(
      `${JSON.stringify(text)} is not a path.`,
      'A path reads explorer:n.n.n, or explorer@seed:n.n.n, for instance "run-to-completion:3.0". Copy it whole from the failure.',
    )
  }
  const seed = match?.[2]
  return { explorer, ...(seed === undefined ? {} : { seed }), delays, ...(loop === undefined ? {} : { loop }) }
}

/** Whether a text may stand as the seed in a path. */
export function isSeed(text: string): boolean {
  return /^[\w-]+$/.test(text)
}
