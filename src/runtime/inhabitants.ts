import type { Fingerprint } from '../core/fingerprint.ts'
import type { HotMonitor } from '../core/outcome.ts'

/** What lives in an execution besides async processes. */
export interface Inhabitants {
  /** A step is over. */
  stepped(): void
  /** Nothing can go on but timers. */
  idle(): void
  /** The monitors that want something to happen yet. */
  readonly hot: readonly HotMonitor[]
  fingerprint(into: Fingerprint): boolean
  /** Whether an operation of the body is part of that fingerprint. */
  isKnown(operation: object): boolean
}
