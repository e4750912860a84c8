/** @import { PageData } from '../page-data.ts' */
import { byId, element } from './dom.js'
import { hasDelay } from './rows.js'

/**
 * Marks on the slider where something is to be seen, each place once.
 * @param {PageData} data
 */
export function markSlider({ executions, parting, edges }) {
  const marks = byId('marks', HTMLDivElement)
  const count = edges.length - 1
  /** @type {Map<string, string>} */
  const places = new Map()
  const mark = (/** @type {number} */ row, /** @type {string} */ kind) =>
    places.set((count > 1 ? (row / (count - 1)) * 100 : 0).toFixed(1), kind)
  for (const [row, step] of (executions[0]?.steps ?? []).entries()) {
    if (hasDelay(step)) mark(row, 'delayed')
    if (step.lines.some(({ kind }) => kind === 'fault')) mark(row, 'faulty')
    if (step.lines.some(({ kind }) => kind === 'failure')) mark(row, 'failing')
  }
  if (parting !== undefined && !places.has((count > 1 ? (parting / (count - 1)) * 100 : 0).toFixed(1)))
    mark(parting, 'parting')
  for (const [place, kind] of places) {
    const made = element('i', { class: kind })
    made.style.setProperty('left', `${place}%`)
    marks.append(made)
  }
}

/**
 * The next row, or the one before, that the reader wants to jump to.
 * @param {PageData} data
 * @param {number} current
 * @param {1 | -1} direction
 */
export function nextOfInterest({ executions, parting, edges }, current, direction) {
  const steps = executions[0]?.steps ?? []
  for (let row = current + direction; row >= 0 && row < edges.length - 1; row += direction) {
    const step = steps[row]
    const isMarked =
      step !== undefined && (hasDelay(step) || step.lines.some(({ kind }) => kind === 'fault' || kind === 'failure'))
    if (row === parting || isMarked) return row
  }
  return current
}
