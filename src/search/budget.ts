import type { EndedBy } from '../core/verdict.ts'
import { realTime } from '../engine/real-time.ts'
import type { Progress } from './progress.ts'
import type { Searching, Settings } from './search.ts'

const betweenReports = 1000

/** The limits of a search, and how far it is. */
export class Budget {
  private readonly start = realTime.now()
  private reported = this.start

  constructor(private readonly settings: Settings) {}

  /** What ends the search now, if anything does. */
  ends(executions: number): EndedBy | undefined {
    const { settings } = this
    if (settings.signal?.aborted) return 'abort'
    if (executions >= settings.executions) return 'executions'
    // One execution at least: a verdict that has seen nothing would say nothing.
    return executions > 0 && this.isTimeOver(realTime.lately) ? 'time' : undefined
  }

  /** Whether nothing more may be run, however few executions there were. */
  isOver(): boolean {
    return this.settings.signal?.aborted === true || this.isTimeOver(realTime.now)
  }

  report(executions: number, searching: Searching): void {
    const { onProgress } = this.settings
    if (onProgress === undefined) return
    const now = realTime.lately()
    if (now - this.reported < betweenReports) return
    this.reported = now
    onProgress(this.progress(executions, searching, now - this.start))
  }

  private isTimeOver(now: () => number): boolean {
    const { time } = this.settings
    return time !== Infinity && now() - this.start >= time
  }

  private progress(executions: number, searching: Searching, elapsed: number): Progress {
    const { settings } = this
    const rate = executions / (elapsed / 1000)
    const left = Math.min(settings.time - elapsed, ((settings.executions - executions) / rate) * 1000)
    const { stratum, states, frontier, remaining } = searching
    const strata = searching.strata()
    const underWay = strata.findIndex(({ exhausted }) => !exhausted)
    return {
      executions,
      most: settings.executions,
      rate,
      stratum,
      strata: settings.delays,
      done: underWay < 0 ? strata.length : underWay,
      elapsed,
      left,
      ...(states === undefined ? {} : { states }),
      ...(frontier === undefined ? {} : { frontier }),
      ...(remaining === undefined ? {} : { remaining }),
    }
  }
}
