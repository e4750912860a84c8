/** @import { PageData } from '../page-data.ts' */
/** @import { Drawn, View } from './geometry.js' */
import { byId, element, put, shape } from './dom.js'
import { draw } from './drawing.js'
import { placeLanes, rowsBetween, shownIn } from './geometry.js'
import { rowOf } from './rows.js'

/** Drawn above and below what can be seen. */
const margin = 500
/** A trace longer than this is printed from where it is looked at. */
const mostPrinted = 600

/**
 * The diagram: only what can be seen of it, and a little more, is in the page.
 * @param {PageData} data
 */
export function makeDiagram(data) {
  const scroller = byId('scroller', HTMLDivElement)
  const header = byId('lanes', HTMLDivElement)
  const canvas = byId('canvas', HTMLDivElement)
  const rows = element('div', { class: 'rows' })
  const drawing = shape('svg', { 'aria-hidden': 'true' })
  canvas.append(rows, drawing)
  const height = data.edges.at(-1) ?? 0
  /** @type {readonly Drawn[]} */
  let drawn = []
  let current = 0
  let [from, to] = [0, 0]
  let width = 0

  /** @param {View} view */
  function lay(view) {
    drawn = placeLanes(shownIn(data, view), scroller.clientWidth)
    width = Math.max(scroller.clientWidth, ...drawn.map(({ right }) => right))
    put(canvas, { width, height })
    put(header, { width })
    header.replaceChildren(...drawn.flatMap((one) => namesOf(one, drawn.length > 1)))
    render(true)
  }

  function render(anew = false, all = false) {
    const top = all ? 0 : scroller.scrollTop - margin
    const bottom = all ? height : scroller.scrollTop + scroller.clientHeight + margin
    const seen = rowsBetween(data, Math.max(0, top), Math.min(height, bottom))
    if (!anew && seen.from === from && seen.to === to) return
    from = seen.from
    to = seen.to
    rows.replaceChildren(
      ...Array.from({ length: to - from }, (_, offset) => rowOf(data, drawn, from + offset, current)),
    )
    const stretch = { from, to, top: data.edges[from] ?? 0, bottom: data.edges[to] ?? height }
    drawing.setAttribute('viewBox', `0 ${stretch.top} ${width} ${stretch.bottom - stretch.top}`)
    drawing.setAttribute('width', String(width))
    drawing.setAttribute('height', String(stretch.bottom - stretch.top))
    drawing.style.setProperty('top', `${stretch.top}px`)
    draw(drawing, data, drawn, stretch)
    markCounterpart()
  }

  /** Outlines the step of the execution that passes which is the selected one of its process. */
  function markCounterpart() {
    for (const one of rows.querySelectorAll('.counterpart')) one.classList.remove('counterpart')
    const same = drawn.length > 1 ? drawn[0]?.execution.steps[current]?.counterpart : undefined
    if (same !== undefined) document.querySelector(`#row-${same} .step.passes`)?.classList.add('counterpart')
  }

  /** @param {number} row */
  function select(row) {
    document.getElementById(`row-${current}`)?.setAttribute('aria-selected', 'false')
    current = row
    const [upper = 0, lower = 0] = data.edges.slice(row, row + 2)
    const room = scroller.clientHeight - header.offsetHeight
    const margin = Math.min(140, room / 3)
    if (upper - margin < scroller.scrollTop) scroller.scrollTop = upper - margin
    else if (lower + margin > scroller.scrollTop + room) scroller.scrollTop = lower + margin - room
    bringIntoView(row)
    render()
    document.getElementById(`row-${row}`)?.setAttribute('aria-selected', 'true')
    scroller.setAttribute('aria-activedescendant', `row-${row}`)
    markCounterpart()
  }

  /**
   * Where there are more lanes than fit, the one of the step is brought into sight.
   * @param {number} row
   */
  function bringIntoView(row) {
    const { lanes, execution } = drawn[0] ?? {}
    const x = lanes?.[execution?.steps[row]?.lane ?? 0] ?? 0
    const { scrollLeft, clientWidth } = scroller
    if (x - 80 < scrollLeft) scroller.scrollLeft = x - 80
    else if (x + 160 > scrollLeft + clientWidth) scroller.scrollLeft = x + 160 - clientWidth
  }

  let isAsked = false
  scroller.addEventListener('scroll', () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      render()
    })
  })
  addEventListener('beforeprint', () => render(true, data.edges.length <= mostPrinted))
  addEventListener('afterprint', () => render(true))
  return { lay, select, canvas, scroller, shown: () => drawn }
}

/**
 * The heads of the lanes of one execution.
 * @param {Drawn} drawn
 * @param {boolean} titled
 */
function namesOf({ execution, lanes, left, right }, titled) {
  const title = element('span', { class: `title ${execution.ending}`, title: execution.path }, [
    `${execution.ending === 'fails' ? '✗' : '✓'} ${execution.ending}`,
  ])
  put(title, { left, width: right - left })
  const names = execution.lanes.map((name, lane) => {
    const x = lanes[lane] ?? 0
    const next = lanes[lane + 1] ?? right
    return put(element('span', { class: `name${titled ? ' titled' : ''}`, title: name }, [name]), {
      left: x - 6,
      maxWidth: next - x - 2,
    })
  })
  return titled ? [title, ...names] : names
}
