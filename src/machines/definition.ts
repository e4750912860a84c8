import type { EventOf, Messages, PayloadOf, ReplyOf, Sent } from './protocol.ts'
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

/** A state, with P's words. An event that it neither handles, defers nor ignores is an outcome of its own. */
export interface StateDefinition<Protocol, Data, State extends string> {
  /** Called when the state is entered; what it returns is a transition. */
  readonly entry?: (context: Context<Protocol, Data>) => State | void
  /** Called when the state is left. */
  readonly exit?: (context: Context<Protocol, Data>) => void
  /** The state to go to, or a handler; what a handler returns is the transition. */
  readonly on?: {
    readonly [Event in keyof Protocol]?:
      | State
      | ((
          context: Context<Protocol, Data, ReplyOf<Protocol, Event>>,
          payload: PayloadOf<Protocol, Event>,
        ) => State | void)
  }
  /** Stays in the mailbox until a state is entered that does not defer it. */
  readonly defer?: readonly (keyof Protocol)[]
  /** Is taken out of the mailbox, and nothing happens. */
  readonly ignore?: readonly (keyof Protocol)[]
  /** In a monitor: something must happen yet. Searches for liveness ask for it. */
  readonly hot?: boolean
}

export interface MachineDefinition<Protocol, Data, State extends string> {
  readonly accepts: Messages<Protocol>
  /** What a machine begins with: each gets a copy; or a function that makes it. */
  readonly data: Data | (() => Data)
  readonly initial: NoInfer<State>
  readonly states: { readonly [Name in State]: StateDefinition<Protocol, NoInfer<Data>, NoInfer<State>> }
  /** `bag`: any message that is not deferred may be the next one, whatever the order in which they came. */
  readonly mailbox?: 'fifo' | 'bag'
  /** What survives a crash that loses the data. */
  readonly durable?: readonly (keyof NoInfer<Data>)[]
}

/** A machine as it is written down; `create` makes any number of them. */
export interface Machine<Protocol, Data, State extends string> {
  readonly definition: MachineDefinition<Protocol, Data, State>
}
