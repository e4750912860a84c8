import type { Step } from '../../core/trace.ts'
import { type Flight, InFlight, keyOf, type Moment } from './in-flight.ts'

const takesEffect = ' takes effect'
const findsRoom = ' finds room'
const receives = '.receive() → '

/** The controlled calls with their replies, and what goes through channels. */
export function callsIn(steps: readonly Step[]): readonly Flight[] {
  const calls = new InFlight()
  const sent = new InFlight()

  for (const [index, { process, what, notes }] of steps.entries()) {
    const here = { step: index, note: undefined }
    if (what.endsWith(takesEffect)) call(process, what.slice(0, -takesEffect.length), here)
    else if (what.endsWith(findsRoom)) enter(process, what.slice(0, -findsRoom.length), here)
    else if (!receive(process, what, here)) reply(process, what, here)
    for (const [note, { kind, process: caller, text }] of notes.entries()) {
      if (kind === 'call') call(caller, text, { step: index, note })
    }
  }
  return [...calls.arrived, ...sent.arrived]

  function call(process: string, text: string, from: Moment): void {
    calls.leave(keyOf(process, text), { kind: 'call', text, from, toward: process })
    // Whether it is a call of a mock or of a channel is known when somebody receives it.
    if (/\.send\(.*\)$/s.test(text)) sent.leave(text, { kind: 'message', text, from, toward: process })
  }

  /** A message enters a bounded channel later than it was sent. */
  function enter(process: string, text: string, from: Moment): void {
    calls.take(keyOf(process, text))
    const message = sent.take(text)
    if (message !== undefined) sent.leave(text, { ...message, from })
  }

  function receive(process: string, what: string, to: Moment): boolean {
    for (let at = what.indexOf(receives); at >= 0; at = what.indexOf(receives, at + 1)) {
      const text = `${what.slice(0, at)}.send(${what.slice(at + receives.length)})`
      const message = sent.take(text)
      if (message === undefined) continue
      sent.arrived.push({ ...message, to, toward: process })
      return true
    }
    return false
  }

  /** A reply begins with its call; what it brings stands behind a sign, which may also stand in the arguments. */
  function reply(process: string, what: string, to: Moment): void {
    if (calls.arrive(keyOf(process, what), to)) return
    for (const { index } of what.matchAll(/ [→✗] /g)) {
      if (calls.arrive(keyOf(process, what.slice(0, index)), to)) return
    }
  }
}
