import { canonical } from '../core/canonical.ts'
import { type InterlaceError, misuse } from '../core/errors.ts'
import type { Fingerprint } from '../core/fingerprint.ts'
import type { Recorder } from '../core/trace.ts'
import { describe } from './describe.ts'

/** The parts of the state that a body shows by `state()`. */
export class Snapshots {
  private readonly functions: (() => unknown)[] = []

  add(snapshot: () => unknown): void {
    this.functions.push(snapshot)
  }

  addTo(into: Fingerprint): void {
    for (const snapshot of this.functions) into.text(canonical(snapshot()))
  }

  /** Writes them down after a step; says what is wrong with them, if anything is. */
  note(recorder: Recorder): InterlaceError | undefined {
    let wrong: InterlaceError | undefined
    for (const snapshot of this.functions) {
      try {
        recorder.note('state', '', describe(snapshot()))
      } catch (error) {
        wrong ??= misuse('The function given to state() throws.', 'It is called after every step.', error)
      }
    }
    return wrong
  }
}
