import type { SavedPath } from '../store/saved-path.ts'

/** What a replay needs in the environment besides the path. */
export function variablesOf({ conditions }: SavedPath): Readonly<Record<string, string>> {
  return Object.fromEntries(
    conditions.once.map((name) => [`INTERLACE_${name.toUpperCase()}`, String(conditions[name])]),
  )
}
