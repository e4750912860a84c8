import { misuse } from '../core/errors.ts'

/** What a runner does with new snapshots, and interlace with new failing paths: nothing, add them, or prune as well. */
export type Update = 'none' | 'new' | 'all'

/** What a test, the plugin and the environment may say about it. */
export interface SaveOption {
  /**
   * Whether failing paths are saved beside the spec file. By default as the runner does with snapshots: new ones are
   * added, but not on CI.
   */
  readonly save?: boolean
}

/** Refuses what is not a boolean. */
export function checkedSave(save: unknown): boolean {
  if (typeof save === 'boolean') return save
  throw misuse(
    `The option save is ${String(save)}.`,
    'It is true or false; leave it out to do as the test runner does.',
  )
}

/** What to do with failing paths, given what the runner does with snapshots. */
export function updateOf(save: boolean | undefined, runner: Update): Update {
  if (save === undefined) return runner
  if (!save) return 'none'
  return runner === 'none' ? 'new' : runner
}
