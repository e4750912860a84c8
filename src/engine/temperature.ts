import { Fingerprint } from '../core/fingerprint.ts'
import { type Hot, type HotMonitor, stillHot } from '../core/outcome.ts'
import { clock, type ProcessId } from '../core/process.ts'
import type { Run } from '../core/program.ts'

/** How long a monitor may stay hot. */
export interface TemperatureBound {
  /** So often every process that could always go on may have had its turn. */
  readonly rounds: number
  /** Whether this also holds where the state can be captured, so that a loop would be recognised. */
  readonly always: boolean
}

const scratch = new Fingerprint()

/**
 * Counts how long a monitor stays hot: not in steps, as an explorer may let one process run for ever, but in rounds, each
 * of them fair to all processes. It is a bound and no proof: what is wanted may happen later.
 */
export class Temperature {
  private rounds = 0
  /** The monitors that have been hot in all of these rounds. */
  private monitors: readonly HotMonitor[] = []
  /** Those that could go on all the time since the round began, and have not had their turn. */
  private unserved: ProcessId[] = []

  constructor(private readonly bound: TemperatureBound) {}

  /** Looks at the state after a step of the process `taken`. Says how the execution ends, if the bound is reached. */
  look(run: Run, taken: ProcessId | undefined): Hot | undefined {
    const hot = run.hot?.() ?? []
    const still = stillHot(this.monitors, hot)
    if (still.length === 0) {
      this.monitors = hot
      this.begin(run, 0)
      return undefined
    }
    this.unserved = this.unserved.filter((process) => process !== taken && isEnabled(run, process))
    if (this.unserved.length > 0) return undefined
    this.monitors = still
    this.begin(run, this.bound.always || !isCaptured(run) ? this.rounds + 1 : 0)
    return this.rounds < this.bound.rounds ? undefined : { kind: 'hot', monitors: still, rounds: this.rounds }
  }

  private begin(run: Run, rounds: number): void {
    this.rounds = rounds
    this.unserved = run.clock ? [...run.choices, clock] : [...run.choices]
  }
}

function isEnabled(run: Run, process: ProcessId): boolean {
  return process === clock ? run.clock : run.isEnabled(process)
}

function isCaptured(run: Run): boolean {
  return run.fingerprint?.(scratch.reset()) ?? false
}
