import type { Uncontrolled } from '../core/verdict.ts'
import { numeral } from './phrases.ts'
import { sourcePosition } from './source-position.ts'
import { plain } from './text-line.ts'

const most = 10

/** Names what happened outside of control and where it was started, one line each. */
export function describeUncontrolled(uncontrolled: readonly Uncontrolled[], root?: string): readonly string[] {
  const lines = new Set(
    uncontrolled.map(({ what, stack }) => {
      const position = sourcePosition(stack, root)
      return `outside of control: ${plain(what)}${position === undefined ? '' : `, ${position}`}`
    }),
  )
  const shown = [...lines].slice(0, most)
  return lines.size > most ? [...shown, `outside of control: ${numeral(lines.size - most)} more`] : shown
}
