import { createHash } from 'node:crypto'
import { canonical } from '../core/canonical.ts'

/** The test that a path belongs to. */
export interface TestIdentity {
  /** The names of the suites around the test, and its own: runners join them differently. */
  readonly names: readonly string[]
  /** Its place among the tests of the file that are called the same. */
  readonly place: number
}

/** A failing path on disk: there is one for each test and outcome. */
export interface SavedPath {
  readonly test: TestIdentity
  readonly path: string
  /** What the execution depended on besides its path. */
  readonly conditions: Conditions
  /** How the execution ended, as a kind of outcome and in words. */
  readonly kind: string
  readonly message: string
  /** Equal for equal sequences of steps. */
  readonly digest: string
  /** The steps in words, as far as they are kept. */
  readonly outline: readonly string[]
  /** The trace as it was reported: it can be shown without running the program. */
  readonly trace: string
  /** The day on which it was saved, as in 2026-11-18. */
  readonly date: string
}

export interface Conditions {
  readonly latency: number
  readonly steps: number
  /** What the environment said in the one run in which it was found: it stands nowhere else. */
  readonly environment: readonly Variable[]
}

/** A variable of the environment and its text. */
export type Variable = readonly [name: string, text: string]

/** Whether two tests are the same one. */
export function isSameTest(one: TestIdentity, other: TestIdentity): boolean {
  return keyOf(one) === keyOf(other)
}

/** Whether two saved paths stand for the same thing: the later one takes the place of the other. */
export function isSameFailure(one: SavedPath, other: SavedPath): boolean {
  return isSameTest(one.test, other.test) && one.kind === other.kind && one.message === other.message
}

/** A short name that stays the same as long as the test and its outcome do. */
export function idOf({ test, kind, message }: SavedPath): string {
  return createHash('sha256')
    .update(canonical([keyOf(test), kind, message]))
    .digest('hex')
    .slice(0, 8)
}

/** Orders saved paths by their tests, so that equal content gives equal files. */
export function inOrder(paths: readonly SavedPath[]): readonly SavedPath[] {
  const keyed = paths.map((path) => ({ path, key: canonical([keyOf(path.test), path.kind, path.message]) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ path }) => path)
}

function keyOf({ names, place }: TestIdentity): string {
  return canonical([names.map(wellFormed), place])
}

/** A text as it comes back from a file: half a surrogate pair cannot be written. */
export function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}
