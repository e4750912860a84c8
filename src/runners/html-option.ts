import { misuse } from '../core/errors.ts'

/** What a test, the plugin and the environment may say about the pages of failing tests. */
export interface HtmlOption {
  /**
   * Writes the trace of a failing test as a page: `true` into the folder `interlace-traces`, a text into that folder.
   * Both lie in the root of the project. Default: `false`.
   */
  readonly html?: boolean | string
}

const defaultFolder = 'interlace-traces'

/** The folder that pages are written to, or nothing. */
export function htmlFolder(html: unknown = false): string | undefined {
  if (html === false) return undefined
  if (html === true) return defaultFolder
  if (typeof html === 'string' && html.trim() !== '') return html
  throw misuse(
    `The option html is ${typeof html === 'string' ? JSON.stringify(html) : String(html)}.`,
    'It takes true, or the name of a folder, or false.',
  )
}

/** Reads the option from a text. */
export function htmlFromText(text: string): boolean | string {
  if (/^(?:1|true|yes|on)$/i.test(text)) return true
  return /^(?:0|false|no|off)$/i.test(text) ? false : text
}
