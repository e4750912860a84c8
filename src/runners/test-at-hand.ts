import type { TestContext } from 'vitest'
import type { MergedOptions } from './merged-options.ts'
import type { SavedPaths } from './saved-paths.ts'
import type { SearchOptions } from './systematic-test.ts'
import { isDebugged } from './time-limits.ts'

/** A test as it was written. */
export interface WrittenTest {
  readonly options: SearchOptions
  /** Where it stands, as frames of a stack. */
  readonly origin: readonly string[]
}

/** A test that is being run, with all that is known about it. */
export interface TestAtHand extends WrittenTest {
  readonly context: TestContext
  readonly merged: MergedOptions
  readonly saved: SavedPaths
}

/** Whether a path that is replayed needs its passing twin: a page shows it beside the one that fails. */
export function wantsTwin({ merged }: TestAtHand): boolean {
  return merged.html !== undefined && !isDebugged()
}
