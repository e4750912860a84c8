import { createHash } from 'node:crypto'

/** The test that a trace is of. */
export interface TracedTest {
  /** The spec file, relative to the root. */
  readonly file: string
  /** The names of the suites around the test, and its own. */
  readonly names: readonly string[]
  /** The project of Vitest's that it runs in, if it has a name. */
  readonly project: string
  /** How many tests of the file have the same names and stand before it. */
  readonly namesakes: number
}

const longest = 60
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A file name that every system takes, the same for the same test and no other's. */
export function traceFileName({ file, names, project, namesakes }: TracedTest): string {
  const print = createHash('sha256')
    .update(JSON.stringify([project, file, names, namesakes]))
    .digest('hex')
    .slice(0, 8)
  const name = [file, names.at(-1) ?? '']
    .map(harmless)
    .filter((part) => part !== '')
    .join('-')
  return `${devices.test(name) ? '_' : ''}${name || 'trace'}-${print}.html`
}

/** Letters, digits and a few signs: what a path or a shell would read otherwise becomes a dash. */
function harmless(text: string): string {
  const dashed = text.replaceAll(/[^A-Za-z0-9._]+/g, '-')
  return dashed.slice(0, longest).replaceAll(/^[-.]+|[-.]+$/g, '')
}
