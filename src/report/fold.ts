/** Steps farther than this from all that matter tell nothing new. */
const farthest = 9

/** Steps that stand together: shown, or folded into one line. */
export interface Part {
  readonly from: number
  /** The step behind the last one. */
  readonly to: number
  readonly folded: boolean
}

/**
 * Folds a trace so that it takes at most `most` lines: what is close to the steps that matter stays. Those come in the
 * order of their importance; `heights` are the lines of each step.
 */
export function fold(heights: readonly number[], matters: readonly number[], most: number): readonly Part[] {
  const all = { from: 0, to: heights.length, folded: false }
  if (linesIn([all], heights) <= most) return [all]
  const kept = new Set<number>()
  for (const step of byCloseness(heights.length, matters)) {
    kept.add(step)
    if (kept.size > 1 && linesIn(partsOf(kept, heights), heights) > most) {
      kept.delete(step)
      break
    }
  }
  return partsOf(kept, heights)
}

function* byCloseness(length: number, matters: readonly number[]): Generator<number> {
  const seen = new Set<number>()
  for (let distance = 0; distance <= farthest; distance++) {
    for (const step of matters.flatMap((place) => [place - distance, place + distance])) {
      if (step < 0 || step >= length || seen.has(step)) continue
      seen.add(step)
      yield step
    }
  }
}

function partsOf(kept: ReadonlySet<number>, heights: readonly number[]): readonly Part[] {
  const parts: Part[] = []
  let next = 0
  for (const step of [...[...kept].sort((a, b) => a - b), heights.length]) {
    // A line that says that one line is missing saves nothing.
    if (step > next) parts.push({ from: next, to: step, folded: step - next > 1 || heights[next] !== 1 })
    if (step < heights.length) parts.push({ from: step, to: step + 1, folded: false })
    next = step + 1
  }
  return parts
}

function linesIn(parts: readonly Part[], heights: readonly number[]): number {
  let lines = 0
  for (const { from, to, folded } of parts) {
    if (folded) lines++
    else for (let step = from; step < to; step++) lines += heights[step] ?? 0
  }
  return lines
}
