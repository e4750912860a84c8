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
export type Sent<Payload> = [Payload] extends [void] ? [] : [payload: Payload]
