/** @import { ExecutionData, PageData } from '../page-data.ts' */

const gutter = 64
const narrowest = 86
const widest = 220
/** What the texts of the last lane need beside it: where two executions share the page, each makes do with less. */
const beyondOne = 120
const beyondEach = 72
const between = 28
const edge = 12

/** @typedef {'fails' | 'both' | 'passes'} View */

/**
 * An execution with the places of its lanes.
 * @typedef {object} Drawn
 * @property {ExecutionData} execution
 * @property {readonly number[]} lanes
 * @property {number} left
 * @property {number} right
 * @property {number} reach The last place that a text may take.
 */

/**
 * @param {PageData} data
 * @param {View} view
 * @returns {readonly ExecutionData[]}
 */
export function shownIn(data, view) {
  return view === 'both' ? data.executions : data.executions.filter(({ ending }) => ending === view)
}

/**
 * Whether all executions fit side by side.
 * @param {PageData} data
 * @param {number} width
 */
export function fits({ executions }, width) {
  const need = executions
    .map(({ lanes }) => lanes.length * narrowest + beyondEach)
    .reduce((sum, one) => sum + one + between)
  return gutter + need + edge <= width
}

/**
 * Puts the lanes of some executions side by side.
 * @param {readonly ExecutionData[]} executions
 * @param {number} width
 * @returns {readonly Drawn[]}
 */
export function placeLanes(executions, width) {
  const room = (width - gutter - edge - between * (executions.length - 1)) / executions.length
  const beyond = executions.length > 1 ? beyondEach : beyondOne
  let left = gutter
  return executions.map((execution, place) => {
    const count = execution.lanes.length
    const all = Math.min(count * widest, Math.max(count * narrowest, room - beyond))
    // A long name gets more of it than a short one.
    const shares = execution.lanes.map(({ length }) => Math.min(14, Math.max(7, length)))
    const unit = all / shares.reduce((sum, share) => sum + share, 0)
    const lanes = shares.map(
      (_, lane) => left + 14 + unit * shares.slice(0, lane).reduce((sum, share) => sum + share, 0),
    )
    const right = left + Math.max(room, all + beyond)
    const reach = right + (place === executions.length - 1 ? edge : between) - 6
    const drawn = { execution, lanes, left, right, reach }
    left = right + between
    return drawn
  })
}

/**
 * Where the dot of a step, or the middle of one of its lines, stands.
 * @param {PageData} data
 * @param {{ readonly step: number, readonly line: number }} place
 */
export function heightOf({ edges }, { step, line }) {
  return (edges[step] ?? 0) + (line === 0 ? 14 : 28 + (line - 1) * 18 + 9)
}

/**
 * The rows that cross a stretch of the diagram.
 * @param {PageData} data
 * @param {number} top
 * @param {number} bottom
 */
export function rowsBetween({ edges }, top, bottom) {
  let [low, high] = [0, edges.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle + 1] ?? Infinity) <= top) low = middle + 1
    else high = middle
  }
  let to = low
  while (to < edges.length - 1 && (edges[to] ?? Infinity) < bottom) to++
  return { from: low, to }
}
