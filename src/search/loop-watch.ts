import { Fingerprint } from '../core/fingerprint.ts'
import { type HotMonitor, type Loop, type Outcome, stillHot } from '../core/outcome.ts'
import type { ProcessId } from '../core/process.ts'
import type { Execution, Watch } from '../engine/execution.ts'

const fingerprint = new Fingerprint()

/** Watches an execution go round once: it must come back to the same state, with a monitor hot all the way. */
export class LoopWatch implements Watch {
  private start: string | undefined = undefined
  private monitors: readonly HotMonitor[] = []
  /** The processes that could go on all the time, and have not had their turn. */
  private unserved: readonly ProcessId[] = []

  constructor(private readonly loop: Loop) {}

  stops(execution: Execution): boolean | Outcome {
    const { stem, steps } = this.loop
    const { steps: at, taken, recorder } = execution
    if (at < stem) return false
    if (at === stem) {
      this.start = stateOf(execution)
      this.monitors = execution.hot()
      this.unserved = execution.enabled
      recorder?.note('loop', '', 'from here on it goes round')
      return false
    }
    this.monitors = stillHot(this.monitors, execution.hot())
    const { enabled } = execution
    this.unserved = this.unserved.filter((process) => process !== taken && enabled.includes(process))
    if (at < stem + steps) return false
    if (this.start === undefined || this.start !== stateOf(execution) || this.monitors.length === 0) return true
    recorder?.note('loop', '', `goes on with step ${stem + 1}, for ever`)
    return { kind: 'livelocked', monitors: this.monitors, loop: this.loop, fair: this.unserved.length === 0 }
  }

  ends(): void {
    // An execution that ends by itself does not go round.
  }
}

function stateOf(execution: Execution): string | undefined {
  if (!execution.captureProgram(fingerprint.reset())) return undefined
  return `${fingerprint.high} ${fingerprint.low}`
}
