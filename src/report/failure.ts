import type { Hot, Livelocked, Outcome } from '../core/outcome.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Colours } from './colours.ts'
import { explain, type Explanation } from './explain.ts'
import { counted, livenessText, unhandledText } from './phrases.ts'
import { summarise } from './summary.ts'
import { wrapped } from './text-line.ts'
import { renderTrace } from './trace.ts'
import { describeUncontrolled } from './uncontrolled.ts'
import { describeWaiting } from './waiting.ts'

/** How the report of a failing test is written. */
export interface FailureLayout {
  /** What the test is called. */
  readonly name: string
  readonly colours: Colours
  /** Columns of the output. */
  readonly width: number
  /** The most lines of the trace. */
  readonly most?: number
  /** What the one path is called that was run, if there was no search. */
  readonly given?: string | undefined
  /** Source positions are written relative to this folder. */
  readonly root?: string
}

/** What a person reads when a test fails. */
export interface FailureReport {
  /** One line without colours. */
  readonly summary: string
  /** The trace and what explains it. */
  readonly block: string
}

const indent = '   '

/** Reports the counterexample of a verdict. */
export function reportFailure(verdict: Verdict, layout: FailureLayout): FailureReport {
  const { counterexample } = verdict
  if (counterexample === undefined) throw new Error('a verdict without a counterexample has no failure to report')
  const { name, root, width } = layout
  const explanation = explain(counterexample, root)
  const sections = [
    renderTrace(counterexample.trace, { ...layout, matters: explanation?.matters ?? [] }),
    explanation === undefined ? '' : compared(explanation, width),
    explained(counterexample.outcome, width, root),
    counterexample.flaky === true ? wrapped(flaky, width, indent) : '',
    outside(verdict, width, root),
  ]
  return {
    summary: summarise(name, verdict, counterexample, layout.given),
    block: sections.filter((section) => section !== '').join('\n\n'),
  }
}

/** The difference to the nearest execution that passes. */
function compared({ difference, known, operations }: Explanation, width: number): string {
  const positions = operations.map(({ text, position }) => `${indent}${text}, ${position}`)
  return [wrapped(`${difference} ${known}`, width, indent), ...positions].join('\n')
}

/** What the trace does not say by itself. */
export function explained(outcome: Outcome, width: number, root: string | undefined): string {
  if (outcome.kind === 'passed') return ''
  if (outcome.kind === 'unhandled') return wrapped(`${unhandledText(outcome)}: ${toBeNamed}`, width, indent)
  if (outcome.kind === 'hot' || outcome.kind === 'livelocked') {
    return wrapped(`${livenessText(outcome)}. ${meaningOf(outcome)}`.trim(), width, indent)
  }
  if (outcome.kind === 'failed') return outcome.how === 'body' ? '' : wrapped(nobodyCatches[outcome.how], width, indent)
  const waiting = describeWaiting(outcome.waiting, root).map((line) => indent + line)
  return outcome.kind === 'deadlocked' ? waiting.join('\n') : [wrapped(endless, width, indent), ...waiting].join('\n')
}

const nobodyCatches = {
  'unhandled rejection': 'The error is a rejection that nobody handles: outside of a test, Node would end the program.',
  'uncaught exception':
    "The error is an exception that nobody catches, as one thrown in a timer's callback: outside of a test, Node would " +
    'end the program.',
}

function meaningOf(outcome: Hot | Livelocked): string {
  if (outcome.kind === 'hot') return outcome.rounds === undefined ? '' : boundOnly
  const { stem, steps } = outcome.loop
  const turn = outcome.fair ? 'each process that could always go on has its turn' : 'not every process has its turn'
  return `After ${counted(stem, 'step')}, ${counted(steps, 'step')} lead back to the same state; in them ${turn}.`
}

const boundOnly = 'That is a bound, and no proof: what it wants may happen later. The option `temperature` raises it.'

const flaky =
  'A smaller execution failed once, and not again: the program does not behave the same way each time, and this path ' +
  'may not replay. Usual causes: state kept between executions, a clock or random source that nobody controls.'

const toBeNamed = 'a state handles an event (on), keeps it for later (defer) or drops it (ignore).'

const endless =
  'The execution was cut off by the step limit. Usual causes: a polling loop whose condition nothing can make true, a ' +
  'body that never settles. If it is only long, raise the option `steps`.'

/** What happened outside of control. */
export function outside({ uncontrolled }: Verdict, width: number, root: string | undefined): string {
  if (uncontrolled.length === 0) return ''
  const advice = 'It may go differently next time: put it under control, or the path may not replay.'
  const lines = describeUncontrolled(uncontrolled, root).map((line) => indent + line)
  return [...lines, wrapped(advice, width, indent)].join('\n')
}
