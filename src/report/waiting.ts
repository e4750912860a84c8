import type { Waiting } from '../core/outcome.ts'
import { counted } from './phrases.ts'
import { sourcePosition } from './source-position.ts'
import { plain } from './text-line.ts'

const most = 12

/** Says who waits for what, and where in the user's code, one line for each process. */
export function describeWaiting(waiting: readonly Waiting[], root?: string): readonly string[] {
  const lines = new Set(
    waiting.map((one) => {
      const position = sourcePosition(one.stack, root)
      return `${plain(one.process)} waits for ${plain(one.for)}${position === undefined ? '' : `, ${position}`}`
    }),
  )
  const shown = [...lines].slice(0, most)
  return lines.size > most ? [...shown, `and ${counted(lines.size - most, 'other')} wait`] : shown
}
