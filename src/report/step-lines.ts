import type { Note, Step } from '../core/trace.ts'
import { Joined } from './joined.ts'
import { remarked } from './message-text.ts'
import { counted, listed, numeral } from './phrases.ts'
import { plain } from './text-line.ts'

/** One line of a trace: something that a process did, and what is to be said about it. */
export interface TraceLine {
  /** The step's number; absent on what happened within a step. */
  readonly number?: number
  readonly kind: 'step' | 'note' | 'failure' | 'loop'
  readonly process: string
  readonly text: string
  /** The state after the step, where the program shows it. */
  readonly state: string
  /** About a delay spent here. */
  readonly remark: string
}

const mostNotes = 8

/** The lines that tell each step of an execution. */
export function linesOf(steps: readonly Step[]): readonly (readonly TraceLine[])[] {
  const calls = new Set<string>()
  const joined = new Joined(steps)
  let time = 0
  return steps.map((step, index) => {
    const number = index + 1
    const process = plain(step.process)
    const moved = step.time !== time ? ` at ${numeral(step.time)} ms` : ''
    time = step.time
    // A call took effect where it was made: without a value, its reply would look as if it did only now.
    const answered = calls.has(`${step.process} ${step.what}`) ? ' ✓' : ''
    for (const call of callsIn(step)) calls.add(call)
    const what = remarked(step.what, joined.remarkOn(step.process, step.what, number))
    const text = `${plain(what)}${answered}${moved}`
    joined.sends(step.process, step.what, number)
    for (const note of step.notes) joined.calls(note, number)
    const line = { number, kind: 'step', process, text, state: stateAfter(step), remark: remarkOn(step) }
    const notes = step.notes.map((note) => {
      const sent = note.kind === 'machine' ? joined.remarkOn(note.process, note.text, number) : ''
      return sent === '' ? note : { ...note, text: remarked(note.text, sent) }
    })
    return [line, ...notesOf({ ...step, notes })] as readonly TraceLine[]
  })
}

function callsIn({ process, what, notes }: Step): readonly string[] {
  const made = notes.filter(({ kind }) => kind === 'call').map((note) => `${note.process} ${note.text}`)
  return what.endsWith(' takes effect') ? [...made, `${process} ${what.slice(0, -' takes effect'.length)}`] : made
}

/** The state that the program shows after a step. */
export function stateAfter({ notes }: Step): string {
  return notes
    .filter(({ kind }) => kind === 'state')
    .map(({ text }) => plain(text))
    .join(', ')
}

function remarkOn(step: Step): string {
  return step.delays === 0 ? '' : `← ${delayOf(step)}`
}

/** Says that delays were spent on a step, and who was passed over by them. */
export function delayOf({ process, delays, delayed }: Step): string {
  const names = [...new Set(delayed.map((name) => (name === process ? `another step of ${plain(name)}` : plain(name))))]
  const waiting = names.length === 0 ? '' : `: ${listed(names)} ${names.length === 1 ? 'waits' : 'wait'}`
  return `${delaysSpent(delays)}${waiting}`
}

function delaysSpent(delays: number): string {
  return delays === 1 ? 'delay' : counted(delays, 'delay')
}

function notesOf(step: Step): readonly TraceLine[] {
  const notes = step.notes.filter(({ kind }) => kind !== 'state')
  const isShown = (note: Note, index: number): boolean =>
    notes.length <= mostNotes || index < mostNotes - 1 || note.delays > 0 || note.kind === 'failure'
  const shown = notes.filter(isShown)
  const left = notes.length - shown.length
  const rest = { kind: 'call', process: step.process, text: '', delays: 0 } as const
  return [
    ...shown.map((note) => lineOf(note, wordsOf(note))),
    ...(left > 0 ? [lineOf(rest, `… ${numeral(left)} more …`)] : []),
  ]
}

/** Says that delays were spent on a choice or a fault within a step. */
export function delayOfNote({ kind, delays }: Note): string {
  return `${delaysSpent(delays)}${kind === 'fault' ? '' : `: option ${delays + 1} instead of 1`}`
}

function lineOf(note: Note, text: string): TraceLine {
  const { kind, process, delays } = note
  return {
    kind: kind === 'failure' || kind === 'loop' ? kind : 'note',
    process: plain(process),
    text: `  ${text}`,
    state: '',
    remark: delays === 0 ? '' : `← ${delayOfNote(note)}`,
  }
}

/** Says what happened within a step. */
export function wordsOf({ kind, text }: Note): string {
  if (kind === 'call') return `calls ${plain(text)}`
  if (kind === 'loop') return `↻ ${plain(text)}`
  if (kind === 'choice' || kind === 'signal' || kind === 'machine' || kind === 'fault') return plain(text)
  return `${kind === 'failure' ? '✗' : `${kind}:`} ${plain(text)}`.trimEnd()
}
