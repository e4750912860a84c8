import type { Note, Step } from '../core/trace.ts'
import { parsePath } from '../core/path.ts'
import type { Counterexample, Twin } from '../core/verdict.ts'
import { decisivePair, type DecisivePair } from './decisive-pair.ts'
import { type Parting, partingOf } from './parting.ts'
import { sourcePosition } from './source-position.ts'
import { plain } from './text-line.ts'

/** What makes the difference between an execution that fails and the nearest one that passes. */
export interface Explanation {
  /** The step where the two part, from 1. */
  readonly step: number
  /** What is so in the one that passes, and not in the one that fails. */
  readonly difference: string
  /** Where the difference is known from. */
  readonly known: string
  /** The operations that it is about, and where in the source they are. */
  readonly operations: readonly { readonly text: string; readonly position: string }[]
  /** The steps of the one that fails that it is about, from 0. */
  readonly matters: readonly number[]
}

/** Compares a counterexample with its passing twin, if it has one. */
export function explain(counterexample: Counterexample, root?: string): Explanation | undefined {
  const { trace, twin } = counterexample
  if (twin === undefined) return undefined
  const parting = partingOf(trace, twin.trace)
  const step = parting.step + 1
  const known = knownFrom(counterexample, twin)
  const decided = parting.notes && decision(parting.notes, step)
  if (decided !== undefined) {
    const difference = `It passes when ${decided}.`
    return { step, difference, known: `${known}.`, operations: [], matters: [parting.step] }
  }
  const pair = decisivePair(trace, twin.trace, parting.step)
  if (pair === undefined) {
    return { step, difference: otherWay(twin, parting), known: `${known}.`, operations: [], matters: [parting.step] }
  }
  const both = [pair.before, pair.after]
  return {
    step,
    difference: `It passes when ${orderOf(pair)}.`,
    known: `${known}; the two executions part at step ${step}.`,
    operations: both.flatMap(({ text, stack }) => {
      const position = sourcePosition(stack, root)
      return position === undefined ? [] : [{ text, position }]
    }),
    matters: [parting.step, ...both.map((one) => one.step).filter((one) => one >= 0)],
  }
}

function orderOf({ before, after }: DecisivePair): string {
  return `${before.text} ${before.isClause ? '' : 'comes '}before ${after.text}`
}

/** The twin shows that it passes in this case; nothing more is known. */
function knownFrom({ path }: Counterexample, twin: Twin): string {
  const { delays } = parsePath(path)
  const fewer = parsePath(twin.path).delays
  if (fewer.length >= delays.length) return `So it is on the path ${twin.path}`
  return `So it is without the ${delays.length === 1 ? '' : 'last '}delay`
}

/** Says what was chosen instead, or did not go wrong. */
function decision([failing, passing]: readonly [Note | undefined, Note | undefined], step: number): string | undefined {
  const where = `in step ${step}`
  if (failing?.kind === 'choice' && passing?.kind === 'choice' && failing.process === passing.process) {
    const instead = plain(failing.text).replace(/^chooses /, '')
    return `${plain(passing.process)} ${plain(passing.text)} instead of ${instead} ${where}`
  }
  if (failing?.kind === 'fault' && failing.delays > 0) return `${withoutFault(failing)} ${where}`
  if (passing?.kind === 'fault' && passing.delays > 0) return `${faultText(passing)} ${where}`
  return undefined
}

function faultText({ process, text }: Note): string {
  const what = plain(text).replace(/^✗ /, '')
  return what === 'crashes' ? `${plain(process)} crashes` : what
}

const denials = [
  [/^the groups are parted.*$/, 'the groups are not parted'],
  [/ crashes$/, ' does not crash'],
  [/ is lost$/, ' is not lost'],
  [/ arrives twice$/, ' does not arrive twice'],
  [/ overtakes$/, ' does not overtake'],
  [/^the groups meet again$/, 'the groups do not meet again'],
] as const

function withoutFault(note: Note): string {
  const text = faultText(note)
  const [pattern, denial] = denials.find(([one]) => one.test(text)) ?? []
  if (pattern === undefined || denial === undefined) return `it does not happen that ${text}`
  return text.replace(pattern, denial)
}

function otherWay({ trace }: Twin, { step }: Parting): string {
  const other = trace[step]
  return `It passes when, in step ${step + 1}, ${other === undefined ? 'it is over' : clauseOf(other)}.`
}

/** What machines do is told by a verb, what async code gets is not. */
function clauseOf({ process, what }: Step): string {
  const isVerb = /^(?:starts|restarts|receives|(?:sends|receives|creates|answers) .*)$/s.test(what)
  return isVerb ? `${plain(process)} ${plain(what)}` : `${plain(process)} goes on with ${plain(what)}`
}
