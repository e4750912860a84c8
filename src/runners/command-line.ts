import { parseArgs } from 'node:util'
import { InterlaceError, misuse } from '../core/errors.ts'
import type { Call, Command } from './cli-command.ts'
import { list } from './cli-list.ts'
import { prune } from './cli-prune.ts'
import { replay } from './cli-replay.ts'
import { show } from './cli-show.ts'
import { exitCodes, type Terminal } from './terminal.ts'

const commands: Readonly<Record<string, Command>> = { list, show, replay, prune }

/** Runs a command of `interlace`, and says with which code to end. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...given] = args
  try {
    if (name === '--version' || name === '-v') return said(terminal, terminal.version)
    if (name === '--help' || name === '-h' || name === 'help') return said(terminal, help(terminal))
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) {
      terminal.complain(
        `${name === '' ? 'A command is missing.' : `There is no command ${name}.`}\n\n${help(terminal)}`,
      )
      return exitCodes.misused
    }
    if (given.includes('--help') || given.includes('-h')) return said(terminal, usageOf(command, terminal))
    return await command.run(callOf(command, given), terminal)
  } catch (error) {
    if (!(error instanceof InterlaceError)) throw error
    terminal.complain(error.message)
    return exitCodes.misused
  }
}

function callOf(command: Command, given: readonly string[]): Call {
  const end = given.indexOf('--')
  const args = end < 0 ? given : given.slice(0, end)
  const options = Object.fromEntries(Object.keys(command.options).map((name) => [name, { type: 'boolean' }] as const))
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length > command.words) throw new Error(`Unexpected argument '${positionals[command.words] ?? ''}'`)
    return { words: positionals, options: new Set(Object.keys(values)), rest: end < 0 ? [] : given.slice(end + 1) }
  } catch (error) {
    throw misuse(`${error instanceof Error ? error.message : String(error)}.`, `Usage: ${command.usage}`, error)
  }
}

function said(terminal: Terminal, text: string): number {
  terminal.print(text)
  return exitCodes.fine
}

function usageOf({ usage, purpose, options }: Command, { colours }: Terminal): string {
  const lines = Object.entries(options).map(([name, what]) => `  --${name.padEnd(14)}${what}`)
  return [colours.bold(usage), purpose, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

function help(terminal: Terminal): string {
  return [
    'The failing paths that interlace has saved beside your spec files.',
    ...Object.values(commands).map((command) => usageOf(command, terminal)),
    [
      'A path is named by its id, by itself, or by a part of the name of its test.',
      'Exit codes: 0 all is well, 1 something fails or cannot be read, 2 the command was not understood.',
    ].join('\n'),
  ].join('\n\n')
}
