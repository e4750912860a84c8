/** @import { PageData } from '../page-data.ts' */
/** @import { View } from './geometry.js' */
import { enableCopying } from './copying.js'
import { showDetails } from './details.js'
import { makeDiagram } from './diagram.js'
import { byId } from './dom.js'
import { fits } from './geometry.js'
import { hasDelay, told } from './rows.js'
import { markSlider, nextOfInterest } from './slider.js'
import { enableTheme } from './theme.js'

const pace = 700

/** @type {PageData} */
const data = JSON.parse(byId('data', HTMLScriptElement).textContent)

function begin() {
  const last = data.edges.length - 2
  const slider = byId('slider', HTMLInputElement)
  const counter = byId('counter', HTMLElement)
  const status = byId('status', HTMLElement)
  const playing = byId('play', HTMLButtonElement)
  const details = byId('details', HTMLElement)
  const diagram = makeDiagram(data)
  const views = [...document.querySelectorAll('button[data-view]')]
  let current = -1
  let timer = 0
  /** @type {View} */
  let view = data.executions.length > 1 && fits(data, diagram.scroller.clientWidth) ? 'both' : 'fails'

  /** @param {number} row */
  function select(row) {
    const next = Math.max(0, Math.min(last, row))
    if (next === current) return
    current = next
    slider.value = String(next + 1)
    counter.textContent = `${next + 1} / ${last + 1}`
    diagram.select(next)
    const said = told(data, diagram.shown(), next)
    slider.setAttribute('aria-valuetext', said)
    if (timer === 0) status.textContent = said
    showCurrent()
  }

  function showCurrent() {
    const execution = data.executions.find(({ ending }) => ending === (view === 'passes' ? 'passes' : 'fails'))
    if (execution !== undefined) showDetails(details, data, execution, current)
  }

  /** @param {View} next */
  function show(next) {
    view = next
    for (const button of views) button.setAttribute('aria-pressed', String(button.getAttribute('data-view') === next))
    diagram.lay(next)
    if (current >= 0) showCurrent()
  }

  function stop() {
    clearInterval(timer)
    timer = 0
    playing.setAttribute('aria-pressed', 'false')
    playing.textContent = 'Play'
  }

  function play() {
    if (timer !== 0) return stop()
    if (current === last) select(0)
    playing.setAttribute('aria-pressed', 'true')
    playing.textContent = 'Pause'
    timer = setInterval(() => {
      select(current + 1)
      if (current === last) stop()
    }, pace)
  }

  /** @type {Readonly<Record<string, () => void>>} */
  const keys = {
    ArrowRight: () => select(current + 1),
    ArrowDown: () => select(current + 1),
    j: () => select(current + 1),
    ArrowLeft: () => select(current - 1),
    ArrowUp: () => select(current - 1),
    k: () => select(current - 1),
    PageDown: () => select(current + 10),
    PageUp: () => select(current - 10),
    Home: () => select(0),
    End: () => select(last),
    n: () => select(nextOfInterest(data, current, 1)),
    p: () => select(nextOfInterest(data, current, -1)),
    ' ': play,
  }

  document.addEventListener('keydown', (event) => {
    const action = keys[event.key]
    const { target } = event
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
    // A button is pressed by its own keys, and a text that scrolls is scrolled.
    if (event.key === ' ' && target.closest('button, summary')) return
    if (event.key.length > 1 && target.closest('pre')) return
    event.preventDefault()
    if (event.key !== ' ') stop()
    action()
  })
  slider.addEventListener('input', () => {
    stop()
    select(Number(slider.value) - 1)
  })
  diagram.canvas.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : undefined
    if (row === undefined || row === null || !getSelection()?.isCollapsed) return
    stop()
    select(Number(row))
  })
  playing.addEventListener('click', play)
  byId('first', HTMLButtonElement).addEventListener('click', () => select(0))
  byId('back', HTMLButtonElement).addEventListener('click', () => select(current - 1))
  byId('forward', HTMLButtonElement).addEventListener('click', () => select(current + 1))
  byId('last', HTMLButtonElement).addEventListener('click', () => select(last))
  for (const button of views) {
    button.addEventListener('click', () => show(/** @type {View} */ (button.getAttribute('data-view') ?? 'fails')))
  }
  new ResizeObserver(() => diagram.lay(view)).observe(diagram.scroller)

  enableTheme()
  enableCopying()
  markSlider(data)
  show(view)
  const steps = data.executions[0]?.steps ?? []
  const delayed = steps.findIndex(hasDelay)
  select(data.parting ?? (delayed < 0 ? last : delayed))
}

if (data.edges.length > 1) begin()
