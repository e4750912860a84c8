import type { Answering } from './answer.ts'
import type { CompiledState } from './machine.ts'

/** A message on its way or in a mailbox. */
export interface Message {
  readonly event: string
  readonly payload: unknown
  /** The name of whoever sent it. */
  readonly sender: string
  /** Whoever waits for an answer. */
  readonly answering: Answering | undefined
}

/** What a machine has been sent and has not handled, in order of arrival. */
export class Mailbox {
  private readonly messages: Message[] = []
  // Where the first one stands: messages are taken from the front far more often than from the middle.
  private first = 0

  get size(): number {
    return this.messages.length - this.first
  }

  add(message: Message): void {
    this.messages.push(message)
  }

  /** Puts a message before all others: it has overtaken them. */
  addFirst(message: Message): void {
    this.messages.splice(this.first, 0, message)
  }

  clear(): void {
    this.messages.length = 0
    this.first = 0
  }

  /** The place of the first message that a state does not defer, from `place` on; -1: there is none. */
  nextFor(state: CompiledState, place = 0): number {
    const { messages, first } = this
    if (!state.defers) return first + place < messages.length ? place : -1
    for (let index = first + place; index < messages.length; index++) {
      if (state.reactions.get(messages[index]?.event ?? '')?.kind !== 'defer') return index - first
    }
    return -1
  }

  at(place: number): Message | undefined {
    return this.messages[this.first + place]
  }

  take(place: number): Message | undefined {
    const { messages } = this
    const message = messages[this.first + place]
    if (place > 0) messages.splice(this.first + place, 1)
    else if (++this.first === messages.length) this.clear()
    return message
  }

  *[Symbol.iterator](): Generator<Message> {
    for (let index = this.first; index < this.messages.length; index++) {
      const message = this.messages[index]
      if (message !== undefined) yield message
    }
  }
}
