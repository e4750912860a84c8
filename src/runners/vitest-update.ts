import { expect } from 'vitest'
import type { Update } from './save-option.ts'

/** What Vitest does with snapshots now: `new`, `none` on CI, `all` with `-u` and after the key `u` in watch mode. */
export function vitestUpdate(): Update {
  const { snapshotState } = expect.getState() as { readonly snapshotState?: unknown }
  if (typeof snapshotState !== 'object' || snapshotState === null || !('_updateSnapshot' in snapshotState)) return 'new'
  const { _updateSnapshot: update } = snapshotState
  return update === 'all' || update === 'none' ? update : 'new'
}
