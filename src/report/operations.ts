import type { Step } from '../core/trace.ts'
import { plain } from './text-line.ts'

/** Something that a process did, in the order in which it took effect. */
export interface Operation {
  /** Equal for the same operation in two executions of a program, whatever its values are. */
  readonly key: string
  /** As the subject of a sentence: `bob's ledger.write(20)`, or a whole clause: `bob starts`. */
  readonly text: string
  /** The same without values. */
  readonly short: string
  readonly isClause: boolean
  /** What it works on: an object, a function, a channel, a mailbox. */
  readonly target: string | undefined
  /** An answer that arrives, to a call that took effect before. */
  readonly isAnswer: boolean
  /** How often it has happened by now. */
  readonly count: number
  /** The step in which it happened, from 0. */
  readonly step: number
  readonly stack: string | undefined
}

/** The step of a machine that takes a message out of a bag: which one is told in a note. */
const outOfBag = 'receives'

type Located = Operation & { stack: string | undefined }
type Described = Omit<Operation, 'step' | 'stack' | 'key' | 'count'> & { readonly name: string }

/** The operations of a recorded execution. A call takes effect where it is made; its answer is a step of its own. */
export function operationsOf(steps: readonly Step[]): readonly Operation[] {
  const counts = new Map<string, number>()
  const operations: Located[] = []
  const unanswered = new Map<string, Located[]>()
  const add = ({ name, ...described }: Described, step: number, stack: string | undefined): Located => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const operation = { ...described, key: `${name} ${count}`, count, step, stack }
    operations.push(operation)
    return operation
  }
  steps.forEach(({ process, what, stack, notes }, index) => {
    const call = callIn(what) ?? ''
    const made = unanswered.get(`${process} ${call}`)?.shift()
    // Where a call was made is known from the step that answers it.
    if (made !== undefined) made.stack = stack
    if (made !== undefined) operations.push({ ...answerTo(made), step: index, stack })
    else if (what !== outOfBag) add(described(process, what), index, stack)
    for (const note of notes) {
      const isTaken = note.kind === 'machine' && what === outOfBag && note.text.startsWith(outOfBag)
      if (isTaken) add(described(note.process, note.text), index, stack)
      if (note.kind !== 'call') continue
      const operation = add(described(note.process, note.text), index, undefined)
      const key = `${note.process} ${note.text}`
      unanswered.set(key, [...(unanswered.get(key) ?? []), operation])
    }
  })
  return operations
}

/** The call that a step answers or makes, without what came of it. */
function callIn(what: string): string | undefined {
  return /^[^\s(]+\(.*\)(?= → | ✗ | takes effect$| finds room$|$)/s.exec(what)?.[0]
}

/** Answers may come in another order than the calls: each is known by its call. */
function answerTo(call: Operation): Operation {
  const to = 'the answer to '
  return { ...call, key: to + call.key, text: to + call.text, short: to + call.short, isAnswer: true }
}

function described(process: string, what: string): Described {
  const by = plain(process)
  const message = /^(sends|receives) (\S+).* (from|to) (.+)$/s.exec(what)
  if (message !== null) {
    const [, verb = '', event = '', way = '', other = ''] = message
    const short = plain(`${process} ${verb} ${event} ${way} ${other}`)
    return clause(short, `${by} ${plain(what)}`, verb === 'sends' ? other : process)
  }
  if (process === 'clock') return clause(`the ${plain(what)} fires`, `the ${plain(what)} fires`, undefined)
  const call = callIn(what)
  if (call === undefined) return clause(`${by} ${plain(what)}`, `${by} ${plain(what)}`, undefined)
  const called = call.slice(0, call.indexOf('('))
  const dot = called.lastIndexOf('.')
  const target = dot < 0 ? called : called.slice(0, dot)
  const text = `${by}'s ${plain(call)}`
  const short = `${by}'s ${plain(called)}(${call.endsWith('()') ? '' : '…'})`
  return { name: `${process} ${called}`, text, short, isClause: false, target, isAnswer: false }
}

function clause(short: string, text: string, target: string | undefined): Described {
  return { name: short, text, short, isClause: true, target, isAnswer: false }
}
