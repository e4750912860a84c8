import type { Step } from '../core/trace.ts'
import type { Counterexample } from '../core/verdict.ts'
import { coloursFor } from './colours.ts'
import { explain } from './explain.ts'
import { edgesOf, withCounterparts } from './html/alignment.ts'
import { Excerpts, sourceFilesOf } from './html/excerpts.ts'
import { executionData, lanesOf, type Recorded } from './html/execution-data.ts'
import { lineDiff } from './html/line-diff.ts'
import type { ExecutionData, PageData } from './html/page-data.ts'
import { writePage } from './html/page.ts'
import { partingOf } from './parting.ts'
import { plain } from './text-line.ts'
import { renderTrace } from './trace.ts'

/** A failure to be shown on a page of its own. */
export interface FailureToShow {
  /** What the test is called. */
  readonly name: string
  /** The spec file. */
  readonly file: string
  /** How it fails and after how much work, in a line. */
  readonly summary: string
  readonly counterexample: Counterexample
  readonly error: ErrorToShow
  /** The line that replays it. */
  readonly replay: string
  /** More to be said: who waits for what, what is outside of control. */
  readonly remarks?: readonly string[]
  /** The texts of the files that `sourcesOf` names, as far as they can be read. */
  readonly sources?: ReadonlyMap<string, string>
  /** Source positions are written relative to this folder. */
  readonly root?: string
}

/** An error in words, with what was expected and what came where that is known. */
export interface ErrorToShow {
  readonly message: string
  readonly expected?: string
  readonly actual?: string
}

/** The files that a page shows excerpts of, with forward slashes. */
export function sourcesOf({ trace, twin }: Counterexample): readonly string[] {
  return sourceFilesOf([trace, ...(twin === undefined ? [] : [twin.trace])])
}

/** Shows a failing execution, and the one that passes beside it, as a page that needs nothing but a browser. */
export function htmlTrace(failure: FailureToShow): string {
  const { name, file, summary, counterexample, error, replay, remarks = [] } = failure
  const isCompared = error.expected !== undefined && error.actual !== undefined
  return writePage(
    {
      name: plain(name),
      file,
      summary: withoutName(summary, plain(name)),
      explanation: explain(counterexample)?.difference ?? '',
      error: error.message,
      diff: isCompared ? lineDiff(error.expected, error.actual) : [],
      remarks,
      path: counterexample.path,
      replay,
      trace: renderTrace(counterexample.trace, { width: 120, colours: coloursFor({ enabled: false }), most: 400 }),
    },
    pageData(failure),
  )
}

/** What the diagram of a failure is drawn from. */
export function pageData({ counterexample, error, sources = new Map(), root }: FailureToShow): PageData {
  const { path, trace, twin } = counterexample
  const [headline = ''] = error.message.split('\n', 1)
  const recorded: readonly Recorded[] = [
    { path, trace, ending: 'fails', error: headline },
    ...(twin === undefined ? [] : [{ ...twin, ending: 'passes', error: '' } as const]),
  ]
  const excerpts = new Excerpts(sources, root)
  const lanes = lanesOf(recorded)
  const drawn = recorded.map((one) => executionData(one, lanes, (stack) => excerpts.numberOf(stack)))
  const parting = twin && rowOfParting(trace, twin.trace)
  return { executions: compared(drawn), edges: edgesOf(drawn, parting), parting, excerpts: excerpts.all }
}

function compared(drawn: readonly ExecutionData[]): readonly ExecutionData[] {
  const [failing, passing] = drawn
  if (failing === undefined || passing === undefined) return drawn
  return [withCounterparts(failing, passing), withCounterparts(passing, failing)]
}

/** The row in which two executions part; two that take the same steps do not. */
function rowOfParting(trace: readonly Step[], other: readonly Step[]): number | undefined {
  const { step } = partingOf(trace, other)
  return step < Math.max(trace.length, other.length) ? step : undefined
}

/** The name stands above the summary already. */
function withoutName(summary: string, name: string): string {
  return summary.startsWith(`${name}: `) ? summary.slice(name.length + 2) : summary
}
