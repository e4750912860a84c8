import type { Step } from '../../core/trace.ts'
import { type Flight, InFlight, keyOf, type Moment, namedAtEnd } from './in-flight.ts'

/**
 * The messages between machines, read from what the steps say: `sends vote to coordinator` of one, `receives vote from
 * ann` of the other. Also what `creates`, `answers` and the clock cause.
 */
export function messagesIn(steps: readonly Step[]): readonly Flight[] {
  const names = new Set(steps.flatMap(({ process, notes }) => [process, ...notes.map((note) => note.process)]))
  const sent = new InFlight()
  const others = new InFlight() // nothing is said of those that do not arrive

  for (const [index, step] of steps.entries()) {
    const here = { step: index, note: undefined }
    receive(step.process, step.what, here)
    if (step.what === 'starts') others.arrive(keyOf('creates', step.process), here)
    const [machine] = step.what.split('.', 1)
    if (machine !== step.what && machine !== undefined) others.arrive(keyOf('answers', machine, step.process), here)

    if (step.what.startsWith('sends ')) send(step, here)
    else if (step.process === 'clock') fire(step, here)
    else cause(step, here)

    for (const [place, { kind, process, text }] of step.notes.entries()) {
      if (kind === 'machine') receive(process, text, { step: index, note: place })
      if ((kind === 'fault' && text === '✗ crashes') || (kind === 'machine' && text === 'halts')) {
        sent.lose((key) => key.startsWith(`${keyOf(process).slice(0, -1)},`))
      }
    }
  }
  sent.lose()
  return [...sent.arrived, ...others.arrived]

  function send({ process, what, notes }: Step, from: Moment): void {
    const to = namedAtEnd(what, ' to ', names)
    if (to === undefined) return
    const text = what.slice('sends '.length, -` to ${to}`.length)
    const message = { kind: 'message', text, from, toward: to } as const
    const key = keyOf(to, process, text)
    const fates = notes.filter(({ kind }) => kind === 'fault').map((note) => note.text)
    const isLost = fates.some((fate) => fate.startsWith('✗') && fate.includes(` to ${to} is lost`))
    const isDropped = notes.some((note) => note.process === to && note.text.startsWith('drops '))
    if (isLost || isDropped) sent.arrived.push({ ...message, to: undefined })
    else sent.leave(key, message, fates.includes(`✗ ${eventOf(text)} to ${to} overtakes`))
    if (fates.includes(`✗ ${eventOf(text)} to ${to} arrives twice`)) sent.leave(key, message)
  }

  function receive(process: string, text: string, to: Moment): void {
    if (!text.startsWith('receives ')) return
    const sender = namedAtEnd(text, ' from ', names)
    if (sender === undefined) return
    const message = text.slice('receives '.length, -` from ${sender}`.length)
    if (sender === 'clock') others.arrive(keyOf('fires', process), to)
    else sent.arrive(keyOf(process, sender, message), to)
  }

  /** A timer of a machine puts a message into its mailbox. */
  function fire({ what }: Step, from: Moment): void {
    const machine = /\((.*)\)$/s.exec(what)?.[1]
    if (machine !== undefined)
      others.leave(keyOf('fires', machine), { kind: 'timer', text: what, from, toward: machine })
  }

  function cause({ process, what }: Step, from: Moment): void {
    const [, verb, rest = ''] = /^(creates|answers) (.*)$/s.exec(what) ?? []
    if (verb === 'creates') others.leave(keyOf(verb, rest), { kind: 'message', text: what, from, toward: rest })
    if (verb !== 'answers') return
    const asker = names.has(rest) ? rest : [...names].find((name) => rest.startsWith(`${name}: `))
    if (asker !== undefined) {
      others.leave(keyOf(verb, process, asker), { kind: 'message', text: what, from, toward: asker })
    }
  }
}

/** A message is written as its event and what comes with it. */
function eventOf(message: string): string {
  return message.split(' ', 1)[0] ?? message
}
