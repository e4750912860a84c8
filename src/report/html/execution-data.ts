import type { Note, Step } from '../../core/trace.ts'
import { inLaneOrder } from '../lane-order.ts'
import { counted } from '../phrases.ts'
import { delayOf, delayOfNote, stateAfter, wordsOf } from '../step-lines.ts'
import { plain } from '../text-line.ts'
import { callsIn } from './calls.ts'
import type { Flight, Moment } from './in-flight.ts'
import { messagesIn } from './messages.ts'
import type { Arrow, ExecutionData, LineData, StepData } from './page-data.ts'

/** A recorded execution, and how it ended. */
export interface Recorded {
  readonly path: string
  readonly trace: readonly Step[]
  readonly ending: ExecutionData['ending']
  /** The first line of its error. */
  readonly error: string
}

const mostLines = 12

/** The lanes of some executions: a process stands in the same place in all of them. */
export function lanesOf(executions: readonly Recorded[]): readonly string[] {
  const seen = executions.flatMap(({ trace }) =>
    trace.flatMap(({ process, delayed, notes }) => [
      process,
      ...delayed,
      // A monitor that only fails does so in the lane of the step that it objects to.
      ...notes.filter(({ kind }) => kind !== 'state' && kind !== 'failure').map((note) => note.process),
    ]),
  )
  return inLaneOrder(seen)
}

/** Makes the data that an execution is drawn from. */
export function executionData(
  { path, trace, ending, error }: Recorded,
  lanes: readonly string[],
  excerptOf: (stack: string | undefined) => number | undefined,
): ExecutionData {
  const laneOf = new Map(lanes.map((name, lane) => [name, lane]))
  const flights = [...messagesIn(trace), ...callsIn(trace)]
  const labels = labelsOf(trace, flights)
  const steps = trace.map((step, index): StepData => {
    const lane = laneOf.get(step.process) ?? 0
    const lines = linesOf(step, lane)
    return {
      lane,
      what: plain(step.what),
      label: plain(labels[index] ?? step.what),
      time: step.time,
      choices: step.choices,
      delay: step.delays === 0 ? '' : delayOf(step),
      passedOver: [...new Set(step.delayed)].flatMap((name) => laneOf.get(name) ?? []),
      lines: index === trace.length - 1 ? withEnding(lines, lane) : lines,
      state: stateAfter(step),
      excerpt: excerptOf(step.stack),
      counterpart: undefined,
    }
  })
  const arrows = flights.map((flight) => arrowOf(flight)).sort((a, b) => a.from.step - b.from.step)
  return { ending, path, lanes: lanes.map(plain), steps, arrows }

  function linesOf({ notes }: Step, own: number): readonly LineData[] {
    const told = notes.filter(isTold)
    const left = told.length - mostLines
    return [
      ...(left > 0 ? told.slice(0, mostLines) : told).map((note) => lineOf(note, own)),
      ...(left > 0 ? [line(own, 'more', `… ${counted(left, 'note')} more …`)] : []),
      ...(left > 0 ? told.slice(mostLines).filter(({ kind }) => kind === 'failure') : []).map((note) =>
        lineOf(note, own),
      ),
    ]
  }

  function lineOf(note: Note, own: number): LineData {
    const { kind, process, text, delays } = note
    const lane = laneOf.get(process)
    const words = lane === undefined ? wordsOf({ ...note, text: `${process}: ${text}` }) : wordsOf(note)
    const becomes = kind === 'machine' ? /^(?:is|.+ →) (\S.*)$/s.exec(text)?.[1] : undefined
    return {
      ...line(lane ?? own, kind === 'state' ? 'more' : kind, words),
      delay: delays === 0 ? '' : delayOfNote(note),
      becomes: becomes?.startsWith('back') ? undefined : becomes,
    }
  }

  function withEnding(lines: readonly LineData[], lane: number): readonly LineData[] {
    if (ending === 'passes') return [...lines, line(lane, 'passed', '✓ passes')]
    if (lines.some(({ kind }) => kind === 'failure')) return lines
    return [...lines, line(lane, 'failure', `✗ ${plain(error)}`)]
  }

  function arrowOf({ kind, text, from, to, toward }: Flight): Arrow {
    const place = (moment: Moment) => ({ step: moment.step, line: lineAt(trace[moment.step], moment.note) })
    return { kind, text: plain(text), from: place(from), to: to && place(to), toward: laneOf.get(toward) ?? 0 }
  }
}

function line(lane: number, kind: LineData['kind'], text: string): LineData {
  return { lane, kind, text, delay: '', becomes: undefined }
}

function isTold({ kind }: Note): boolean {
  return kind !== 'state'
}

/** The line that a note stands on; the step itself is line 0. */
function lineAt(step: Step | undefined, note: number | undefined): number {
  if (note === undefined || step === undefined) return 0
  return Math.min(step.notes.slice(0, note).filter(isTold).length, mostLines) + 1
}

/** What the steps are called where arrows say the rest. */
function labelsOf(trace: readonly Step[], flights: readonly Flight[]): readonly string[] {
  const labels = trace.map(({ what }) => what)
  const relabel = ({ step, note }: Moment, change: (label: string) => string): void => {
    const label = labels[step]
    if (note === undefined && label !== undefined) labels[step] = change(label)
  }
  for (const { kind, text, from, to, toward } of flights) {
    if (to === undefined) continue
    const sender = trace[from.step]?.process ?? ''
    relabel(from, (label) => without(label, ` to ${toward}`))
    // A call took effect where it was made: without a value, its reply would look as if it did only now.
    relabel(to, (label) => (kind === 'call' && label === text ? `${label} ✓` : without(label, ` from ${sender}`)))
  }
  return labels
}

function without(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text
}
