import { describe } from '../runtime/describe.ts'
import type { Answering } from './answer.ts'
import type { Instance } from './instance.ts'
import type { Message } from './mailbox.ts'
import type { System } from './system.ts'

/** Something that a handler has caused and that has not happened yet: it happens in a step of its own. */
export interface Item {
  readonly kind: 'message' | 'creation' | 'answer'
  leave(system: System): void
  describe(): string
}

export class OutgoingMessage implements Item, Message {
  readonly kind = 'message'
  constructor(
    readonly to: Instance,
    readonly event: string,
    readonly payload: unknown,
    readonly sender: string,
    readonly answering: Answering | undefined,
  ) {}
  leave(system: System): void {
    system.deliver(this)
  }
  describe(): string {
    return `sends ${this.event}${this.payload === undefined ? '' : ` ${describe(this.payload)}`} to ${this.to.name}`
  }
}

export class Creation implements Item {
  readonly kind = 'creation'
  constructor(readonly created: Instance) {}
  leave(): void {
    this.created.begin()
  }
  describe(): string {
    return `creates ${this.created.name}`
  }
}

export class OutgoingAnswer implements Item {
  readonly kind = 'answer'
  constructor(
    readonly answering: Answering,
    readonly value: unknown,
  ) {}
  leave(): void {
    this.answering.arrive(this.value)
  }
  describe(): string {
    return `answers ${this.answering.asker}${this.value === undefined ? '' : `: ${describe(this.value)}`}`
  }
}
