import type { Terminal } from './terminal.ts'

/** What a command was called with. */
export interface Call {
  /** What stands behind the name of the command. */
  readonly words: readonly string[]
  /** The options that are set. */
  readonly options: ReadonlySet<string>
  /** What stands behind `--`: for Vitest. */
  readonly rest: readonly string[]
}

/** A command of `interlace`. */
export interface Command {
  /** How it is called, and what it does. */
  readonly usage: string
  readonly purpose: string
  readonly options: Readonly<Record<string, string>>
  /** How many words it takes at the most. */
  readonly words: number
  run(call: Call, terminal: Terminal): Promise<number>
}
