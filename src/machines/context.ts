import type { EventOf, PayloadOf, Sent } from './definition.ts'
import type { Machine } from './machine.ts'
import type { Ref } from './ref.ts'

/** What a handler is given. What it sends and creates happens after it, one item a step, in order. */
export interface Context<Protocol, Data, Reply = never> {
  readonly self: Ref<Protocol, Data>
  /** Who sent the message at hand: the name of a machine, or of a process of the body. */
  readonly sender: string
  readonly data: Data
  /** Handles an event at once, when the handler is through and before anything from the mailbox. */
  readonly raise: <Event extends EventOf<Protocol>>(event: Event, ...payload: Sent<PayloadOf<Protocol, Event>>) => void
  /** Answers a message that was asked. */
  readonly reply: (value: Reply) => void
  /** Ends the machine: what is sent to it from now on vanishes. */
  readonly halt: () => void
  /** Makes a machine. */
  readonly create: <P, D, S extends string>(name: string, machine: Machine<P, D, S>, data?: Partial<D>) => Ref<P, D, S>
  /** Takes one of the options: the first by default, each delay moves on by one. */
  readonly choose: <const T extends readonly [unknown, ...unknown[]]>(...options: T) => T[number]
  /** Sends an event to itself in `time` ms of virtual time. There is one timer for each event: setting it again resets it. */
  readonly after: <Event extends EventOf<Protocol>>(
    time: number,
    event: Event,
    ...payload: Sent<PayloadOf<Protocol, Event>>
  ) => void
  /** Takes a timer back; what it has sent already stays in the mailbox. */
  readonly cancel: (event: EventOf<Protocol>) => void
  /** Tells the monitors. */
  readonly announce: (event: string, payload?: unknown) => void
  /** Tells the explorer. */
  readonly signal: (name: string, value?: unknown) => void
  /** Leaves a note in the trace. */
  readonly log: (...values: unknown[]) => void
}
