/** @import { Excerpt, ExecutionData, LineData, PageData, StepData } from '../page-data.ts' */
import { element } from './dom.js'
import { format } from './rows.js'

const mostLogged = 40

/**
 * Tells all that is known of a step.
 * @param {HTMLElement} into
 * @param {PageData} data
 * @param {ExecutionData} execution
 * @param {number} index
 */
export function showDetails(into, data, execution, index) {
  const step = execution.steps[index]
  if (step === undefined) {
    into.replaceChildren(
      element('p', { class: 'muted' }, [`This execution ${execution.ending} after ${execution.steps.length} steps.`]),
    )
    return
  }
  const excerpt = step.excerpt === undefined ? undefined : data.excerpts[step.excerpt]
  into.replaceChildren(
    ...headOf(execution, step, index),
    ...notesOf(execution, step),
    ...counterpartOf(data, execution, step),
    ...(excerpt === undefined ? [] : sourceOf(excerpt)),
    ...statesOf(execution, index),
    ...logOf(execution, index),
  )
}

/**
 * @param {ExecutionData} execution
 * @param {StepData} step
 * @param {number} index
 */
function headOf(execution, step, index) {
  const facts = [
    `step ${index + 1} of ${execution.steps.length}`,
    `virtual time ${format(step.time)} ms`,
    step.choices === 1 ? 'the only choice' : `one of ${step.choices} choices`,
  ]
  return [
    element('h3', {}, [element('span', { class: 'process' }, [execution.lanes[step.lane] ?? '']), ' ', step.what]),
    element('p', { class: 'muted' }, [facts.join(' · ')]),
    ...(step.delay === '' ? [] : [element('p', {}, [element('span', { class: 'chip' }, [step.delay])])]),
  ]
}

/**
 * @param {ExecutionData} execution
 * @param {StepData} step
 */
function notesOf(execution, step) {
  if (step.lines.length === 0) return []
  const items = step.lines.map((line) => {
    const whose =
      line.lane === step.lane ? [] : [element('span', { class: 'process' }, [execution.lanes[line.lane] ?? '']), ' ']
    const chip = line.delay === '' ? [] : [' ', element('span', { class: 'chip' }, [line.delay])]
    return element('li', { class: line.kind }, [...whose, line.text, ...chip])
  })
  return [element('h4', {}, ['In this step']), element('ul', { class: 'notes' }, items)]
}

/**
 * The same step of the same process in the other execution.
 * @param {PageData} data
 * @param {ExecutionData} execution
 * @param {StepData} step
 */
function counterpartOf({ executions }, execution, { counterpart }) {
  const other = executions.find(({ ending }) => ending !== execution.ending)
  const same = counterpart === undefined ? undefined : other?.steps[counterpart]
  if (other === undefined) return []
  const title = element('h4', {}, [`In the execution that ${other.ending}`])
  if (same === undefined || counterpart === undefined) {
    return [title, element('p', { class: 'muted' }, ['Its process does not come this far.'])]
  }
  const text = [`step ${counterpart + 1}: `, element('span', { class: 'code' }, [same.what])]
  return [title, element('p', {}, text)]
}

/** @param {Excerpt} excerpt */
function sourceOf({ position, first, line, lines }) {
  const title = element('h4', {}, ['Source ', element('span', { class: 'code' }, [position])])
  if (lines.length === 0) return [title]
  // Lines of blanks alone do not say how far a text is indented.
  const indents = lines.filter((text) => text.trim() !== '').map((text) => text.length - text.trimStart().length)
  const indent = Math.min(...indents)
  const shown = lines.map((text, offset) => {
    const number = element('span', { class: 'line-number' }, [String(first + offset)])
    return element('span', { class: first + offset === line ? 'source-line meant' : 'source-line' }, [
      number,
      text.slice(indent),
      '\n',
    ])
  })
  return [title, element('pre', { class: 'source', tabindex: 0, 'aria-label': `Source at ${position}` }, shown)]
}

/**
 * What the program shows of its state, and the states of its machines, after a step.
 * @param {ExecutionData} execution
 * @param {number} index
 */
function statesOf({ steps, lanes }, index) {
  /** @type {Map<string, { readonly state: string, readonly step: number }>} */
  const states = new Map()
  let shown = ''
  for (const [at, { lines, state }] of steps.slice(0, index + 1).entries()) {
    if (state !== '') shown = state
    for (const { lane, becomes } of lines) {
      if (becomes !== undefined) states.set(lanes[lane] ?? '', { state: becomes, step: at })
    }
  }
  if (shown === '' && states.size === 0) return []
  const rows = [...states].map(([name, { state, step }]) =>
    element('div', { class: step === index ? 'changed' : '' }, [element('dt', {}, [name]), element('dd', {}, [state])]),
  )
  return [
    element('h4', {}, ['State after it']),
    ...(shown === '' ? [] : [element('p', { class: 'code state' }, [shown])]),
    ...(rows.length === 0 ? [] : [element('dl', { class: 'states' }, rows)]),
  ]
}

/**
 * What was logged up to a step.
 * @param {ExecutionData} execution
 * @param {number} index
 */
function logOf({ steps, lanes }, index) {
  /** @type {{ readonly at: number, readonly line: LineData }[]} */
  const logged = []
  for (let at = index; at >= 0 && logged.length < mostLogged; at--) {
    for (const line of [...(steps[at]?.lines ?? [])].reverse()) {
      if (line.kind === 'log' || line.kind === 'console') logged.unshift({ at, line })
    }
  }
  if (logged.length === 0) return []
  const items = logged.map(({ at, line }) =>
    element('li', { class: at === index ? 'changed' : '' }, [
      element('span', { class: 'muted' }, [`${at + 1} ${lanes[line.lane] ?? ''}`]),
      ` ${line.text.replace(/^(?:log|console): /, '')}`,
    ]),
  )
  return [element('h4', {}, ['Log so far']), element('ol', { class: 'log' }, items)]
}
