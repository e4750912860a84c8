import type { BodyRun } from './body-run.ts'
import { Deferred } from './deferred.ts'
import { describe } from './describe.ts'
import { Thing } from './happens-before.ts'
import type { Operation, Process } from './process.ts'

/** A queue between processes: when a message is received is the explorer's choice. */
export interface Channel<Message> extends AsyncIterable<Message> {
  readonly name: string
  /** Messages that nobody has received yet. */
  readonly size: number
  /** Appends a message; waits for room in a bounded channel. */
  readonly send: (message: Message) => Promise<void>
  /** Takes the first message, when there is one. Rejects once the channel is closed and empty. */
  readonly receive: () => Promise<Message>
  /** No more messages come; those sent are still received. */
  readonly close: () => void
}

export interface ChannelOptions {
  /** How many messages it holds before `send` waits. Default: any number. */
  readonly capacity?: number
}

/** The error of a channel that has no more to give or to take. */
export class ChannelClosed extends Error {
  override readonly name = 'ChannelClosed'
}

class Waiting implements Operation {
  process: Process | undefined = undefined
  ready = false
  deadline = Infinity
  stack: string | undefined = undefined
  readonly done = new Deferred()
  constructor(
    readonly release: () => void,
    readonly describe: () => string,
    readonly awaits: () => string,
  ) {}
}

export function createChannel<Message>(run: BodyRun, name: string, options: ChannelOptions): Channel<Message> {
  const capacity = options.capacity ?? Infinity
  if (!(capacity >= 1) || !(Number.isInteger(capacity) || capacity === Infinity)) {
    run.refuse(`The channel ${name} has a capacity of ${String(capacity)}.`, 'It takes a whole number of at least 1.')
  }
  return new BodyChannel<Message>(run, name, capacity)
}

class BodyChannel<Message> implements Channel<Message> {
  private readonly messages: Message[] = []
  private readonly receivers: Waiting[] = []
  private readonly senders: Waiting[] = []
  private isClosed = false
  private readonly history = new Thing()

  constructor(
    private readonly run: BodyRun,
    readonly name: string,
    private readonly capacity: number,
  ) {
    this.touch()
  }

  get size(): number {
    this.touch()
    return this.messages.length
  }

  readonly send = (message: Message): Promise<void> => {
    this.run.guard(`${this.name}.send`)
    this.touch()
    if (this.isClosed)
      return Promise.reject(new ChannelClosed(`the channel ${this.name} is closed: nothing can be sent`))
    if (this.run.recorder !== undefined) this.run.note('call', `${this.name}.send(${describe(message)})`)
    const isFirst = this.isFirst(this.senders, this.run.current())
    if (isFirst && this.messages.length < this.capacity) {
      this.messages.push(message)
      this.update()
      return Promise.resolve()
    }
    const operation = new Waiting(
      () => {
        this.touch()
        this.leave(this.senders, operation)
        if (this.isClosed) {
          operation.done.reject(new ChannelClosed(`the channel ${this.name} was closed: nothing can be sent`))
          return
        }
        this.messages.push(message)
        operation.done.resolve(undefined)
        this.update()
      },
      () => `${this.name}.send(${describe(message)}) finds room`,
      () => `room in the channel ${this.name}`,
    )
    this.wait(this.senders, operation, this.send)
    return operation.done.promise as Promise<void>
  }

  readonly receive = (): Promise<Message> => {
    this.run.guard(`${this.name}.receive`)
    this.touch()
    const operation = new Waiting(
      () => {
        this.touch()
        this.leave(this.receivers, operation)
        const [message] = this.messages
        if (this.messages.length > 0) {
          this.messages.shift()
          operation.done.resolve(message)
        } else operation.done.reject(new ChannelClosed(`the channel ${this.name} is closed and empty`))
        this.update()
      },
      () => `${this.name}.receive() ${this.messages.length > 0 ? `→ ${describe(this.messages[0])}` : '✗ closed'}`,
      () => `a message on the channel ${this.name}`,
    )
    this.wait(this.receivers, operation, this.receive)
    return operation.done.promise as Promise<Message>
  }

  readonly close = (): void => {
    this.run.guard(`${this.name}.close`)
    this.touch()
    this.isClosed = true
    this.update()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Message, void, undefined> {
    for (;;) {
      try {
        yield await this.receive()
      } catch (error) {
        if (error instanceof ChannelClosed) return
        throw error
      }
    }
  }

  private touch(): void {
    this.run.order?.touch(this.history)
  }

  private wait(queue: Waiting[], operation: Waiting, boundary: (...args: never[]) => unknown): void {
    queue.push(operation)
    this.run.issue(operation, undefined, boundary)
    this.update()
  }

  private leave(queue: Waiting[], operation: Waiting): void {
    queue.splice(queue.indexOf(operation), 1)
  }

  /** Whoever can go on is enabled: receivers while there is a message, senders while there is room. */
  private update(): void {
    this.setAll(this.receivers, this.messages.length > 0 || this.isClosed)
    this.setAll(this.senders, this.messages.length < this.capacity || this.isClosed)
  }

  /** What one process asks of a channel without waiting happens in the order in which it asks. */
  private setAll(queue: readonly Waiting[], ready: boolean): void {
    for (const operation of queue) this.set(operation, ready && this.isFirst(queue, operation.process?.lane, operation))
  }

  private isFirst(queue: readonly Waiting[], lane: Process | undefined, operation?: Waiting): boolean {
    const first = queue.find((other) => other.process?.lane === lane)
    return first === undefined || first === operation
  }

  private set(operation: Waiting, ready: boolean): void {
    if (ready === operation.ready) return
    if (ready) this.run.ready(operation, this.run.deadline())
    else this.run.unready(operation)
  }
}
