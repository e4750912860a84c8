import { stripVTControlCharacters } from 'node:util'
import type { SavedPath } from '../store/saved-path.ts'
import { plain } from './text-line.ts'

/** Says that a saved path no longer leads through the program, and what differs. */
export function describeOutlived(saved: SavedPath, difference: string, isRemoved: boolean): string {
  return [
    `a path that was saved on ${saved.date} (${saved.path}) no longer leads through the program, which has changed since:`,
    stripVTControlCharacters(difference),
    isRemoved ? 'It is removed.' : 'It is kept until it is removed by an update (vitest -u). The search goes on.',
  ].join('\n')
}

/** Says that an execution is not the one that was saved, and where they part; nothing if it is. */
export function describeChanged(saved: SavedPath, difference: string | undefined): readonly string[] {
  return difference === undefined
    ? []
    : [`The program has changed since ${saved.date}: ${stripVTControlCharacters(difference)}`]
}

/** Says what a saved path failed with, if it is something else now. */
export function describeOtherOutcome(saved: SavedPath, message: string): readonly string[] {
  return saved.message === message ? [] : [`When it was saved, it failed with: ${plain(saved.message)}`]
}
