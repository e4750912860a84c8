const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += columnsOf(segment)
  return width
}

/** Cuts a text that takes more columns than there are. */
export function shortened(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let width = 1 // the ellipsis
  for (const { segment } of graphemes.segment(text)) {
    width += columnsOf(segment)
    if (width > columns) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

function columnsOf(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1
}
