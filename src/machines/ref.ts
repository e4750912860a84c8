import type { EventOf, PayloadOf, ReplyOf, Sent } from './protocol.ts'

/** The events that are answered. */
export type AskedOf<Protocol> = {
  [Event in EventOf<Protocol>]: Protocol[Event] extends (...args: never[]) => unknown ? Event : never
}[EventOf<Protocol>]

/** A machine as others know it. */
export interface Ref<Protocol, Data = unknown, State extends string = string> {
  readonly name: string
  /** The state it is in; `undefined` before it has begun and after it has ended. */
  readonly state: State | undefined
  /** Its data, to be looked at by the body and by monitors. */
  readonly data: Readonly<Data>
  readonly halted: boolean
  /** Sends a message: it reaches the mailbox in a step of its own. */
  send<Event extends EventOf<Protocol>>(event: Event, ...payload: Sent<PayloadOf<Protocol, Event>>): void
  /** Sends a message and waits for its answer; for the body and its processes. */
  ask<Event extends AskedOf<Protocol>>(
    event: Event,
    ...payload: Sent<PayloadOf<Protocol, Event>>
  ): Promise<ReplyOf<Protocol, Event>>
}
