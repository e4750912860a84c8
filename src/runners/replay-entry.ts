import { patternOf } from './replay-command.ts'
import type { Entry } from './saved-entries.ts'
import { startVitest } from './start-vitest.ts'

/** Runs Vitest for the one test, with the one path, and says with which code it ended. */
export async function replayEntry(
  { saved, spec }: Entry,
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const pattern = patternOf({ names: saved.test.names, ambiguous: true })
  const { ended } = startVitest(['run', spec, '-t', pattern, ...args], folder, {
    stdio: 'inherit',
    variables: { INTERLACE_PATH: saved.path, ...Object.fromEntries(saved.conditions.environment), ...variables },
  })
  return (await ended).code
}
