/** The test that a command is to run again. */
export interface Replayed {
  readonly path: string
  /** Other variables that the execution depends on. */
  readonly variables?: Readonly<Record<string, string>>
  /** The spec file, relative to the root. */
  readonly file: string
  /** The names of the suites around the test, and its own. */
  readonly names: readonly string[]
  /** Whether the full name of another test of the file contains this one's. */
  readonly ambiguous: boolean
  /** A configuration file that Vitest does not find by itself. */
  readonly config: string | undefined
}

/** The line that replays one execution of one test, for the shell of this platform. */
export function replayCommand(test: Replayed, platform: NodeJS.Platform): string {
  const shell = platform === 'win32' ? powerShell : posixShell
  const config = test.config === undefined ? '' : ` --config ${shell.quote(test.config)}`
  const run = `npx vitest run${config} ${shell.quote(test.file)} -t ${shell.quoteName(patternOf(test))}`
  return shell.withVariables({ INTERLACE_PATH: test.path, ...test.variables }, run)
}

/** Vitest takes a name for a regular expression; Vitest 4 joins names by a space, Vitest 5 by ` > `. */
export function patternOf({ names, ambiguous }: Pick<Replayed, 'names' | 'ambiguous'>): string {
  const pattern = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('.*')
  return ambiguous ? `^${pattern}$` : pattern
}

const harmless = /^[\w./:@=+,-]+$/

const posixShell = {
  quote: (text: string): string => (harmless.test(text) ? text : single(text, String.raw`'\''`)),
  quoteName: (text: string): string => (/["$`\\!]/.test(text) ? single(text, String.raw`'\''`) : `"${text}"`),
  withVariables: (variables: Readonly<Record<string, string>>, command: string): string =>
    [...Object.entries(variables).map(([name, value]) => `${name}=${value}`), command].join(' '),
}

const powerShell = {
  quote: (text: string): string => (harmless.test(text) ? text : single(text, `''`)),
  quoteName: (text: string): string => (/["$`]/.test(text) ? single(text, `''`) : `"${text}"`),
  withVariables: (variables: Readonly<Record<string, string>>, command: string): string =>
    [...Object.entries(variables).map(([name, value]) => `$env:${name}=${single(value, `''`)};`), command].join(' '),
}

function single(text: string, quote: string): string {
  return `'${text.replaceAll(`'`, quote)}'`
}
