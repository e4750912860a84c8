/** @import { Arrow, PageData } from '../page-data.ts' */
/** @import { Drawn } from './geometry.js' */
import { shape } from './dom.js'
import { heightOf } from './geometry.js'

/**
 * Draws the lanes, dots and arrows between two heights.
 * @param {SVGElement} into
 * @param {PageData} data
 * @param {readonly Drawn[]} drawn
 * @param {{ readonly from: number, readonly to: number, readonly top: number, readonly bottom: number }} stretch
 */
export function draw(into, data, drawn, stretch) {
  const parts = drawn.flatMap((one) => [
    ...lanesOf(data, one, stretch),
    ...arrowsOf(data, one, stretch),
    ...dotsOf(data, one, stretch),
  ])
  into.replaceChildren(heads(), ...parts)
}

function heads() {
  const definitions = shape('defs', {})
  for (const kind of ['message', 'call', 'timer']) {
    const head = shape('marker', {
      id: `head-${kind}`,
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto-start-reverse',
    })
    head.append(shape('path', { d: 'M0 .8 7.4 4 0 7.2Z', class: `head ${kind}` }))
    definitions.append(head)
  }
  return definitions
}

/** @type {WeakMap<object, readonly { first: number, last: number }[]>} */
const lives = new WeakMap()

/**
 * From where to where each lane does something.
 * @param {PageData} data
 * @param {Drawn} drawn
 */
function livesOf(data, { execution }) {
  const known = lives.get(execution)
  if (known !== undefined) return known
  const found = execution.lanes.map(() => ({ first: Infinity, last: -Infinity }))
  for (const [step, { lane, lines }] of execution.steps.entries()) {
    for (const [index, of] of [lane, ...lines.map((line) => line.lane)].entries()) {
      const life = found[of]
      if (life === undefined) continue
      const y = heightOf(data, { step, line: index })
      life.first = Math.min(life.first, y)
      life.last = Math.max(life.last, y)
    }
  }
  lives.set(execution, found)
  return found
}

/**
 * @param {PageData} data
 * @param {Drawn} drawn
 * @param {{ readonly top: number, readonly bottom: number }} stretch
 */
function lanesOf(data, drawn, { top, bottom }) {
  return drawn.lanes.flatMap((x, lane) => {
    const { first = 0, last = 0 } = livesOf(data, drawn)[lane] ?? {}
    const [from, to] = [Math.max(first, top), Math.min(last, bottom)]
    const faint = shape('line', { class: 'lane', x1: x, x2: x, y1: top, y2: bottom })
    return from < to ? [faint, shape('line', { class: 'lane lived', x1: x, x2: x, y1: from, y2: to })] : [faint]
  })
}

/**
 * @param {PageData} data
 * @param {Drawn} drawn
 * @param {{ readonly top: number, readonly bottom: number }} stretch
 */
function arrowsOf(data, { execution, lanes }, { top, bottom }) {
  return execution.arrows.flatMap((arrow) => {
    const y1 = heightOf(data, arrow.from)
    const y2 = arrow.to === undefined ? y1 + 16 : heightOf(data, arrow.to)
    if (y2 < top || y1 > bottom) return []
    const x1 = lanes[laneAt(arrow.from)] ?? 0
    const x2 = lanes[arrow.to === undefined ? arrow.toward : laneAt(arrow.to)] ?? 0
    return arrow.to === undefined ? lostArrow(x1, y1, x2) : [whole(arrow, x1, y1, x2, y2)]
  })

  /** @param {{ readonly step: number, readonly line: number }} place */
  function laneAt({ step, line }) {
    const found = execution.steps[step]
    return (line === 0 ? found?.lane : found?.lines[line - 1]?.lane) ?? found?.lane ?? 0
  }
}

/**
 * @param {Arrow} arrow
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function whole({ kind, from }, x1, y1, x2, y2) {
  const end = `url(#head-${kind})`
  const start = from.line === 0 ? 6 : 3
  if (x1 === x2) {
    const bulge = Math.min(22, 12 + (y2 - y1) / 30)
    const d = `M${x1 - start} ${y1}C${x1 - bulge} ${y1} ${x1 - bulge} ${y2} ${x1 - 6} ${y2}`
    return shape('path', { class: `arrow ${kind}`, d, 'marker-end': end })
  }
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  const d = `M${x1 + dx * start} ${y1 + dy * start}L${x2 - dx * 7} ${y2 - dy * 7}`
  return shape('path', { class: `arrow ${kind}`, d, 'marker-end': end })
}

/**
 * What never arrives ends on its way.
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 */
function lostArrow(x1, y1, x2) {
  const way = x1 === x2 ? 22 : Math.sign(x2 - x1) * Math.min(46, Math.abs(x2 - x1) / 2)
  const [x, y] = [x1 + way, y1 + 12]
  return [
    shape('path', { class: 'arrow lost', d: `M${x1} ${y1}L${x} ${y}` }),
    shape('path', { class: 'cross', d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8` }),
  ]
}

/**
 * @param {PageData} data
 * @param {Drawn} drawn
 * @param {{ readonly from: number, readonly to: number }} stretch
 */
function dotsOf(data, { execution, lanes }, { from, to }) {
  return execution.steps.slice(from, to).flatMap((step, offset) => {
    const index = from + offset
    const x = lanes[step.lane] ?? 0
    const y = heightOf(data, { step: index, line: 0 })
    const isShared = execution.ending === 'passes' && index < (data.parting ?? Infinity)
    const kind = step.lines.some((line) => line.kind === 'failure')
      ? 'failing'
      : step.delay !== ''
        ? 'delayed'
        : isShared
          ? 'shared'
          : 'plain'
    const waiting = step.passedOver
      .filter((lane) => lane !== step.lane)
      .flatMap((lane) => {
        const over = lanes[lane] ?? 0
        return [
          shape('line', { class: 'passed-over', x1: over, x2: x, y1: y, y2: y }),
          shape('circle', { class: 'dot waiting', cx: over, cy: y, r: 4.5 }),
        ]
      })
    const notes = step.lines.flatMap((line, place) => {
      if (line.lane === step.lane && line.kind !== 'call') return []
      const height = heightOf(data, { step: index, line: place + 1 })
      return [shape('circle', { class: `dot note ${line.kind}`, cx: lanes[line.lane] ?? 0, cy: height, r: 2.5 })]
    })
    return [...waiting, shape('circle', { class: `dot ${kind}`, cx: x, cy: y, r: 5 }), ...notes]
  })
}
