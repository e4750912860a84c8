import type { Colours } from '../report/colours.ts'

/** Where the command line is used. */
export interface Terminal {
  /** The folder in which it was called. */
  readonly folder: string
  readonly print: (text: string) => void
  /** Prints what is not part of the result. */
  readonly complain: (text: string) => void
  readonly colours: Colours
  /** Columns of the output. */
  readonly width: number
  /** That of the package. */
  readonly version: string
}

/** How a command ends: all is well; something fails or is missing; it was not understood. */
export const exitCodes = { fine: 0, found: 1, misused: 2 } as const
