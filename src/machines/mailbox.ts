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

  get size(): number {
    return this.messages.length
  }

  add(message: Message): void {
    this.messages.push(message)
  }

  /** Puts a message before all others: it has overtaken them. */
  addFirst(message: Message): void {
    this.messages.unshift(message)
  }

  clear(): void {
    this.messages.length = 0
  }

  /** The place of the first message that a state does not defer, from `place` on; -1: there is none. */
  nextFor(state: CompiledState, place = 0): number {
    const { messages } = this
    if (!state.defers) return place < messages.length ? place : -1
    for (let index = place; index < messages.length; index++) {
      if (state.reactions.get(messages[index]?.event ?? '')?.kind !== 'defer') return index
    }
    return -1
  }

  /** The places of all messages that a state does not defer: in a bag, each may be the next one. */
  placesFor(state: CompiledState): readonly number[] {
    const places: number[] = []
    for (let place = this.nextFor(state); place >= 0; place = this.nextFor(state, place + 1)) places.push(place)
    return places
  }

  at(place: number): Message | undefined {
    return this.messages[place]
  }

  take(place: number): Message | undefined {
    return place === 0 ? this.messages.shift() : this.messages.splice(place, 1)[0]
  }

  [Symbol.iterator](): Iterator<Message> {
    return this.messages[Symbol.iterator]()
  }
}
