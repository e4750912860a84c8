import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SavedPath } from '../../src/store/saved-path.ts'

/** A saved path of a test with this name. */
export function savedPath(name: string, given: Partial<SavedPath> = {}): SavedPath {
  return {
    test: { names: ['account', name], place: 0 },
    path: 'run-to-completion:1',
    conditions: { latency: 1000, steps: 10_000, environment: [] },
    kind: 'failed',
    message: 'AssertionError: expected 20 to be 30',
    digest: '0123456789abcdef0123456789abcdef',
    outline: ['main: starts (of 1)', 'bob: starts (of 2)', 'alice: starts (of 2, 1 delayed)'],
    trace: '   1   starts\n   2           starts',
    date: '2026-11-18',
    ...given,
  }
}

/** A folder that is removed when the test is over. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'interlace-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
