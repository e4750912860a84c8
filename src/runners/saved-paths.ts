import { InterlaceError } from '../core/errors.ts'
import type { Program } from '../core/program.ts'
import { Recorder, type Step } from '../core/trace.ts'
import type { Verdict } from '../core/verdict.ts'
import { replay } from '../search/check.ts'
import type { Options } from '../search/options.ts'
import { firstDifference } from '../store/outline.ts'
import type { PathStore } from '../store/path-store.ts'
import { isSameTest, type SavedPath, type TestIdentity } from '../store/saved-path.ts'
import { optionsOnce } from './environment.ts'
import type { Update } from './save-option.ts'

/** What came of replaying a saved path. */
export interface Regression {
  readonly saved: SavedPath
  /** It still fails, passes now, or no longer leads through the program. */
  readonly came: 'fails' | 'passes' | 'outlived'
  /** Where the execution parts from the one that was saved, or why there is none. */
  readonly difference: string | undefined
}

/** A saved path that still fails. */
export interface Failing extends Regression {
  readonly verdict: Verdict
  readonly trace: readonly Step[]
}

/** The saved paths of one test, in one run of it. Nothing here is about a particular test runner. */
export class SavedPaths {
  readonly regressions: Regression[] = []

  constructor(
    private readonly store: PathStore,
    readonly test: TestIdentity,
    readonly update: Update,
  ) {}

  /** Replays what is saved, one execution each, up to the first that still fails; that one may be compared with its twin. */
  async replay(program: Program, options: Options, prints: boolean, compares = false): Promise<Failing | undefined> {
    for (const saved of this.read()) {
      const recorder = new Recorder(prints)
      try {
        // What was set for the run in which it was found stands nowhere else now.
        const once = optionsOnce(saved.conditions.environment)
        const verdict = await replay(program, { ...options, ...once, path: saved.path }, recorder, compares)
        const difference = firstDifference(saved, recorder.steps)
        const came = verdict.passed ? 'passes' : 'fails'
        this.regressions.push({ saved, came, difference })
        if (!verdict.passed) return { saved, came, difference, verdict, trace: recorder.steps }
      } catch (error) {
        // It does not fit, or its explorer is not there any more. An error that has other causes comes up again.
        if (!(error instanceof InterlaceError)) throw error
        const hasRun = recorder.steps.length > 0
        const difference = (hasRun ? firstDifference(saved, recorder.steps) : undefined) ?? error.message
        this.regressions.push({ saved, came: 'outlived', difference })
      }
    }
    return undefined
  }

  /** Saves what was found, and prunes what does not fail any more, as far as that is wanted. Says why if it cannot. */
  async keep(found?: SavedPath): Promise<string | undefined> {
    if (this.update === 'none') return undefined
    const isStale = ({ came }: Regression): boolean => this.update === 'all' && came !== 'fails'
    const remove = this.regressions.filter(isStale).map(({ saved }) => saved)
    // A path that still fails, but differently, is saved as it fails now.
    const failing = found === undefined ? undefined : this.regressions.find(({ came }) => came === 'fails')
    const replaced = failing === undefined ? [] : [failing.saved]
    const again = found !== undefined && failing?.difference === undefined && failing?.saved.message === found.message
    return again
      ? this.store.change({ remove })
      : this.store.change({ add: found === undefined ? [] : [found], remove: [...remove, ...replaced] })
  }

  /** What is saved of this test. */
  read(): readonly SavedPath[] {
    return this.store.read().filter(({ test }) => isSameTest(test, this.test))
  }
}
