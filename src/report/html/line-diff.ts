const most = 400

/** The lines that were expected (`- `), those that came (`+ `), and those that both have (`  `). */
export function lineDiff(expected: string, actual: string): readonly string[] {
  const [before, after] = [expected.split('\n'), actual.split('\n')]
  if (before.length > most || after.length > most) {
    return [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)].slice(0, 2 * most)
  }
  // common[i][j]: the most lines that before from i and after from j have in common, in order.
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--) {
    const row = common[i] ?? new Uint16Array(0)
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push(`  ${before[i++] ?? ''}`)
      j++
    } else if (i < before.length && at(i + 1, j) >= at(i, j + 1)) lines.push(`- ${before[i++] ?? ''}`)
    else if (j < after.length) lines.push(`+ ${after[j++] ?? ''}`)
    else lines.push(`- ${before[i++] ?? ''}`)
  }
  return lines
}
