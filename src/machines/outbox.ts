import { describe } from '../runtime/describe.ts'
import type { Answering } from './answer.ts'
import type { Message } from './mailbox.ts'

/** Whom a message can be sent to. */
export interface Receiver {
  readonly name: string
  /** Machines are numbered in order of creation. */
  readonly index: number
  /** How many messages wait. */
  readonly waiting: number
  receive(message: Message, first?: boolean): void
  begin(byMachine?: boolean): void
}

export interface OutgoingMessage extends Message {
  readonly kind: 'message'
  readonly to: Receiver
}

/** Something that a handler has caused and that has not happened yet: it happens in a step of its own. */
export type Item =
  | OutgoingMessage
  | { readonly kind: 'creation'; readonly created: Receiver }
  | { readonly kind: 'answer'; readonly answering: Answering; readonly value: unknown }

export function describeItem(item: Item): string {
  if (item.kind === 'creation') return `creates ${item.created.name}`
  if (item.kind === 'message') return `sends ${item.event} to ${item.to.name}${carried(item.payload)}`
  return `answers ${item.answering.asker}${carried(item.value)}`
}

export function describeReceipt({ event, sender, payload }: Message): string {
  return `receives ${event} from ${sender}${carried(payload)}`
}

/** What is carried comes last: it may be long, and a lane of the trace narrow. */
export function carried(value: unknown): string {
  return value === undefined ? '' : `: ${describe(value)}`
}
