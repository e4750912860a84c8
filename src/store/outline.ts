import { createHash } from 'node:crypto'
import type { Step } from '../core/trace.ts'
import { type SavedPath, wellFormed } from './saved-path.ts'

/** What is kept of a trace, to tell later whether the program is still the same. */
export type Outline = Pick<SavedPath, 'digest' | 'outline'>

/** Of a long execution, the beginning is kept in words; the digest has all of it. */
const mostSteps = 200
const longestStep = 120

/** Draws up the outline of a trace. */
export function outlineOf(steps: readonly Step[]): Outline {
  const hash = createHash('sha256')
  for (const step of steps) {
    const { process, what, choices, delays } = step
    hash.update(JSON.stringify([process, what, choices, delays]))
  }
  return { digest: hash.digest('hex').slice(0, 32), outline: steps.slice(0, mostSteps).map(lineOf) }
}

/** Says where an execution parts from the one that was saved: in which step, and what it was and is. */
export function firstDifference(saved: Outline, steps: readonly Step[]): string | undefined {
  const now = outlineOf(steps)
  if (now.digest === saved.digest) return undefined
  const length = Math.max(saved.outline.length, now.outline.length)
  for (let index = 0; index < length; index++) {
    const [was, is] = [saved.outline[index], now.outline[index]]
    if (was !== is) return `step ${index + 1} was: ${was ?? 'none'}\n${' '.repeat(6)} now: ${is ?? 'none'}`
  }
  return `a step after the first ${length} is another one`
}

function lineOf({ process, what, choices, delays }: Step): string {
  const spent = delays === 0 ? '' : `, ${delays} delayed`
  const text = wellFormed(`${process}: ${what}`).replaceAll(/\s+/g, ' ')
  return `${text.length > longestStep ? `${text.slice(0, longestStep - 1).trimEnd()}…` : text} (of ${choices}${spent})`
}
