import type { Context } from './context.ts'

/** The messages of a protocol, by name: the type of what each carries. A function type can be asked, and answers. */
export interface Messages<Protocol> {
  /** Never there: it carries the type. */
  readonly protocol?: Protocol
}

/** Names a protocol in a definition: `accepts: messages<{ vote: { yes: boolean }; get: (key: string) => number }>()`. */
export function messages<Protocol extends object>(): Messages<Protocol> {
  return {}
}

export type EventOf<Protocol> = keyof Protocol & string

/** What a message carries. */
export type PayloadOf<Protocol, Event extends keyof Protocol> = Protocol[Event] extends (...args: infer Args) => unknown
  ? Args extends readonly [infer Payload, ...unknown[]]
    ? Payload
    : undefined
  : Protocol[Event]

/** What is answered to a message that is asked. */
export type ReplyOf<Protocol, Event extends keyof Protocol> = Protocol[Event] extends (...args: never[]) => infer Reply
  ? Reply
  : never

/** What is given along with a message: nothing where it carries nothing. */
export type Sent<Payload> = [Payload] extends [undefined | void] ? [] : [payload: Payload]

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
  /** In a monitor: something must happen yet; no execution may stay in such states for ever. */
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
