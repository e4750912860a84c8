import type { Step } from '../../core/trace.ts'
import { sourceFrame, sourcePosition } from '../source-position.ts'
import type { Excerpt } from './page-data.ts'

const around = 3
const longest = 400

/** The files that the steps of some traces were issued in: whoever wants excerpts of them reads these. */
export function sourceFilesOf(traces: readonly (readonly Step[])[]): readonly string[] {
  return [...new Set(traces.flat().flatMap(({ stack }) => sourceFrame(stack)?.file ?? []))]
}

/** Cuts excerpts out of source texts, each position once. */
export class Excerpts {
  readonly all: Excerpt[] = []
  private readonly numbers = new Map<string, number>()
  private readonly linesOf = new Map<string, readonly string[]>()

  constructor(
    private readonly sources: ReadonlyMap<string, string>,
    private readonly root: string | undefined,
  ) {}

  /** The number of the excerpt where a stack begins. */
  numberOf(stack: string | undefined): number | undefined {
    const frame = sourceFrame(stack)
    const position = sourcePosition(stack, this.root)
    if (frame === undefined || position === undefined) return undefined
    const key = `${frame.file}:${frame.line}:${frame.column}`
    let number = this.numbers.get(key)
    if (number === undefined) {
      const { line, column } = frame
      const lines = this.textOf(frame.file)
      const first = Math.max(1, line - around)
      const cut = lines.slice(first - 1, line + around).map((text) => text.slice(0, longest))
      number = this.all.push({ position, line, column, first, lines: line <= lines.length ? cut : [] }) - 1
      this.numbers.set(key, number)
    }
    return number
  }

  private textOf(file: string): readonly string[] {
    let lines = this.linesOf.get(file)
    if (lines === undefined) this.linesOf.set(file, (lines = this.sources.get(file)?.split(/\r?\n/) ?? []))
    return lines
  }
}
