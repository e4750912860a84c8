/** @import { PageData, StepData } from '../page-data.ts' */
/** @import { Drawn } from './geometry.js' */
import { element, put } from './dom.js'

/**
 * Makes the texts of one row: a step of each execution, and what happened within it.
 * @param {PageData} data
 * @param {readonly Drawn[]} drawn
 * @param {number} row
 * @param {number} current
 */
export function rowOf(data, drawn, row, current) {
  const [top = 0, bottom = 0] = data.edges.slice(row, row + 2)
  const texts = drawn.flatMap((one) => textsOf(data, one, row))
  const made = element(
    'div',
    {
      id: `row-${row}`,
      class: `row${row === data.parting ? ' parting' : ''}`,
      role: 'option',
      'aria-selected': String(row === current),
      'aria-setsize': data.edges.length - 1,
      'aria-posinset': row + 1,
      'aria-label': told(data, drawn, row),
      'data-row': row,
    },
    [gutterOf(data, drawn, row), ...texts],
  )
  return put(made, { top, height: bottom - top })
}

/**
 * @param {PageData} data
 * @param {readonly Drawn[]} drawn
 * @param {number} row
 */
function gutterOf({ parting }, drawn, row) {
  const steps = drawn.map(({ execution }) => execution.steps[row])
  const before = drawn.map(({ execution }) => execution.steps[row - 1])
  const moved = steps.find((step, index) => step !== undefined && step.time !== (before[index]?.time ?? 0))
  const isDelayed = steps.some((step) => step !== undefined && hasDelay(step))
  const time = moved === undefined ? [] : [element('small', {}, [shortTime(moved.time)])]
  const mark = row === parting ? [element('small', { class: 'parts' }, ['they part'])] : []
  return element('span', { class: `number${isDelayed ? ' delayed' : ''}` }, [String(row + 1), ...mark, ...time])
}

/** @param {number} ms */
function shortTime(ms) {
  return ms < 10_000 ? `${format(ms)} ms` : `${format(ms / 1000)} s`
}

/** @param {StepData} step */
export function hasDelay(step) {
  return step.delay !== '' || step.lines.some(({ delay }) => delay !== '')
}

/** @param {number} value */
export function format(value) {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/**
 * @param {PageData} data
 * @param {Drawn} drawn
 * @param {number} row
 */
function textsOf({ parting }, { execution, lanes, reach }, row) {
  const step = execution.steps[row]
  if (step === undefined) return []
  const isShared = execution.ending === 'passes' && row < (parting ?? Infinity)
  const [first, ...others] = [
    { kind: 'step', text: step.label, delay: step.delay, lane: step.lane },
    ...step.lines.map(({ kind, text, delay, lane }) => ({ kind: `line ${kind}`, text, delay, lane })),
  ].map(({ kind, text, delay, lane }, index) => {
    const left = (lanes[lane] ?? 0) + 12
    const chip = delay === '' ? [] : [element('span', { class: 'chip' }, [delay])]
    const made = element(
      'span',
      { class: `text ${kind} ${execution.ending}${isShared ? ' shared' : ''}`, title: text },
      [text, ...chip],
    )
    return put(made, { left, top: index === 0 ? 4 : 28 + (index - 1) * 18, maxWidth: reach - left })
  })
  return first === undefined ? others : [first, ...others]
}

/**
 * @param {PageData} data
 * @param {readonly Drawn[]} drawn
 * @param {number} row
 */
export function told(data, drawn, row) {
  const parts = drawn.flatMap(({ execution }) => {
    const step = execution.steps[row]
    if (step === undefined) return []
    const notes = step.lines.map(({ lane, text }) =>
      lane === step.lane ? text : `${execution.lanes[lane] ?? ''} ${text}`,
    )
    const which = drawn.length > 1 ? `in the execution that ${execution.ending}: ` : ''
    const all = [`${which}${execution.lanes[step.lane] ?? ''} ${step.what}`, step.delay, ...notes]
    return [all.filter((text) => text !== '').join('; ')]
  })
  return `Step ${row + 1}${row === data.parting ? ', where they part' : ''}, ${parts.join('. ')}`
}
