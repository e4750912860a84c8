import { shortened, widthOf } from './text-width.ts'

const message = /^( *(?:sends|receives) \S+) (.+)( (?:from|to) .+)$/

/** Cuts a line of a trace to a width. Of a message it cuts what it carries: who sent it, or to whom, stays. */
export function abbreviated(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  const [, what = '', payload = '', who = ''] = message.exec(text) ?? []
  const room = columns - widthOf(what) - widthOf(who) - 1
  return room < 1 || payload === '' ? shortened(text, columns) : `${what} ${shortened(payload, room)}${who}`
}
