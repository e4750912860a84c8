import type { StepEvent } from './event.ts'
import type { Fingerprint } from './fingerprint.ts'
import { misuse } from './errors.ts'
import type { ProcessId } from './process.ts'

/** The state of a delaying explorer in one execution: (D, Next, Step, Delay) of the paper. */
export interface Explorer {
  /** Names the process that goes next; asked only while one is enabled. */
  next(): ProcessId | undefined
  /** Changes what `next` names; |choices| - 1 delays bring up every choice. */
  delay(): void
  /** Learns of what happened in the program. */
  step(event: StepEvent): void
  /** Whether `taken`, which every step brings, is nothing to it: then it is not told. */
  readonly ignoresTaken?: boolean
  /** Adds its own state to a fingerprint, for a search that tells states of program and explorer apart. */
  fingerprint?(into: Fingerprint): void
}

/** A delaying explorer: every execution gets a fresh one, in its initial state d0. */
export interface DelayingExplorer {
  readonly name: string
  /** Whether it draws random numbers; its paths then carry the seed. */
  readonly random: boolean
  create(random: () => number): Explorer
}

/** Defines a delaying explorer. `random` is seeded: the same seed gives the same numbers in every execution. */
export function defineExplorer(name: string, create: (random: () => number) => Explorer): DelayingExplorer {
  if (!/^[A-Za-z][\w-]*$/.test(name)) {
    throw misuse(
      `An explorer cannot be called ${JSON.stringify(name)}.`,
      'Its name stands in paths such as "round-robin:3.0": use letters, digits, - and _, and start with a letter.',
    )
  }
  return { name, random: create.length > 0, create }
}
