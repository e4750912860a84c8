import type { EndedBy, Verdict } from '../core/verdict.ts'
import type { Regression } from './saved-paths.ts'

/** What a search did, as reporters find it in `task.meta.interlace`. */
export interface SearchSummary {
  readonly executions: number
  readonly decisionPoints: number
  readonly strata: readonly { readonly delays: number; readonly executions: number; readonly exhausted: boolean }[]
  readonly complete: boolean
  readonly endedBy: EndedBy
  /** What happened outside of control, which takes every claim of completeness away. */
  readonly uncontrolled: readonly string[]
  /** The path of the failing execution. */
  readonly path?: string
  /** The saved paths that were replayed, and what came of them; absent where there are none. */
  readonly saved?: readonly { readonly path: string; readonly came: Regression['came'] }[]
}

declare module 'vitest' {
  interface TaskMeta {
    interlace?: SearchSummary
  }
}

/** The plain data of a verdict. */
export function summaryOf(
  { counterexample, ...verdict }: Verdict,
  regressions: readonly Regression[] = [],
): SearchSummary {
  return {
    executions: verdict.executions,
    decisionPoints: verdict.decisionPoints,
    strata: verdict.strata.map(({ delays, executions, exhausted }) => ({ delays, executions, exhausted })),
    complete: verdict.complete,
    endedBy: verdict.endedBy,
    uncontrolled: verdict.uncontrolled.map(({ what }) => what),
    ...(counterexample === undefined ? {} : { path: counterexample.path }),
    ...(regressions.length === 0 ? {} : { saved: regressions.map(({ saved: { path }, came }) => ({ path, came })) }),
  }
}
