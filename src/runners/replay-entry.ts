import { misuse } from '../core/errors.ts'
import { specOf } from '../store/location.ts'
import { patternOf } from './replay-command.ts'
import type { Entry } from './saved-entries.ts'
import { startVitest } from './start-vitest.ts'

/** Runs Vitest for the one test, with the one path, and says with which code it ended. */
export async function replayEntry(
  { saved, spec, store }: Entry,
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const pattern = patternOf({ names: saved.test.names, ambiguous: true })
  // The whole path: a part of it may stand in others, too.
  const { ended } = startVitest(['run', specOf(store.file), '-t', pattern, ...args], folder, {
    stdio: 'inherit',
    variables: { INTERLACE_PATH: saved.path, ...Object.fromEntries(saved.conditions.environment), ...variables },
  })
  const { code } = await ended
  if (code === 0) await ensureThere(spec, ['list', specOf(store.file), '-t', pattern], folder)
  return code
}

/** Vitest is content when it finds no such test; whoever asked for one is not. */
async function ensureThere(spec: string, args: readonly string[], folder: string): Promise<void> {
  const { output } = await startVitest(args, folder, { stdio: 'pipe', variables: {} }).ended
  if (output.trim() !== '') return
  throw misuse(
    `Nothing was replayed: ${spec} has no such test any more, or it is skipped.`,
    'interlace list shows what is saved, interlace prune removes what is gone.',
  )
}
