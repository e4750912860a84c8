import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { InterlaceError, misuse } from '../core/errors.ts'
import { pathsFilesIn, specOf } from '../store/location.ts'
import { PathStore } from '../store/path-store.ts'
import { idOf, type SavedPath } from '../store/saved-path.ts'

/** A saved path, and where it stands. */
export interface Entry {
  readonly id: string
  readonly saved: SavedPath
  readonly store: PathStore
  /** Relative to the folder that was looked through, with forward slashes. */
  readonly file: string
  readonly spec: string
  /** Whether there is no such spec file any more. */
  readonly isOrphan: boolean
}

/** All that is saved under a folder. */
export interface Entries {
  readonly entries: readonly Entry[]
  /** Why files cannot be read. */
  readonly unreadable: readonly string[]
}

/** Collects the saved paths under a folder. */
export function entriesIn(folder: string): Entries {
  const entries: Entry[] = []
  const unreadable: string[] = []
  for (const path of pathsFilesIn(folder)) {
    const store = new PathStore(path)
    const place = { store, file: shortened(path), spec: shortened(specOf(path)), isOrphan: !existsSync(specOf(path)) }
    try {
      entries.push(...store.read().map((saved) => ({ id: idOf(saved), saved, ...place })))
    } catch (error) {
      if (!(error instanceof InterlaceError)) throw error
      unreadable.push(error.message)
    }
  }
  return { entries, unreadable }

  function shortened(path: string): string {
    return relative(folder, path).replaceAll('\\', '/')
  }
}

/** The one saved path that is meant: by its id, its path, or a part of the name of its test. */
export function entryFor(words: readonly string[], { entries }: Entries): Entry {
  const [which = ''] = words
  const meant = [
    entries.filter(({ id, saved }) => id === which || saved.path === which),
    entries.filter(({ id, saved }) => id.startsWith(which) || fullName(saved).includes(which)),
  ].find((found) => found.length > 0)
  const [first] = meant ?? []
  if (first !== undefined && meant?.length === 1) return first
  const known = (meant ?? entries).map(({ id, saved }) => `  ${id}  ${fullName(saved)}`)
  if (known.length === 0) throw misuse('No path is saved here.', 'Call interlace list in the folder of the project.')
  const what = which === '' ? 'a path' : JSON.stringify(which)
  throw misuse(
    meant === undefined ? `No saved path is called ${what}.` : `There are ${meant.length} saved paths for ${what}.`,
    `Name one of these by its id:\n${known.join('\n')}`,
  )
}

/** The name of the test with those of its suites. */
export function fullName({ test }: SavedPath): string {
  return test.names.join(' > ')
}
