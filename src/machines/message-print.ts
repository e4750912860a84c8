import type { Fingerprint } from '../core/fingerprint.ts'
import { addValue } from './data-print.ts'
import type { Message } from './mailbox.ts'
import type { Item } from './outbox.ts'

export function addMessage(into: Fingerprint, { event, payload, sender, answering }: Message, whose: string): void {
  into
    .text(event)
    .text(sender)
    .number(answering === undefined ? 0 : 1)
  addValue(into, payload, `${event} of ${whose}`)
}

export function addItem(into: Fingerprint, item: Item, whose: string): void {
  into.text(item.kind)
  if (item.kind === 'creation') into.number(item.created.index)
  else if (item.kind === 'answer') addValue(into, item.value, `an answer of ${whose}`)
  else {
    into.number(item.to.index)
    addMessage(into, item, whose)
  }
}
