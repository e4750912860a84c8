import { stripVTControlCharacters } from 'node:util'
import { widthOf } from './text-width.ts'

/** A text that stands at a column of a line. */
export interface Segment {
  readonly column: number
  readonly text: string
  readonly paint?: ((text: string) => string) | undefined
}

/** Puts texts at their columns, with no space behind the last one. */
export function placed(segments: readonly Segment[]): string {
  let line = ''
  let width = 0
  for (const { column, text, paint } of segments) {
    if (text === '') continue
    const padding = Math.max(column - width, width === 0 ? 0 : 1)
    line += ' '.repeat(padding) + (paint === undefined ? text : paint(text))
    width += padding + widthOf(text)
  }
  return line
}

/** What a program printed or is called, on one line and without escape codes of its own. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Breaks prose into lines that begin with `indent`. */
export function wrapped(text: string, width: number, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    // Test runners take a line that starts with `at ` for a stack frame.
    const fits = line === '' || word === 'at' || widthOf(`${indent}${line} ${word}`) <= width
    if (!fits) lines.push(indent + line)
    line = line === '' || !fits ? word : `${line} ${word}`
  }
  return [...lines, indent + line].join('\n')
}
