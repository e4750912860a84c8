import type { BodyRun } from '../runtime/body-run.ts'
import { Deferred } from '../runtime/deferred.ts'
import { stackBelow } from '../runtime/stack.ts'
import { Reply } from '../runtime/operations.ts'

/** A process of the body that has asked a machine, and waits. */
export class Answering {
  readonly done = new Deferred()
  private readonly reply: Reply
  private isAnswered = false

  constructor(
    private readonly run: BodyRun,
    readonly asker: string,
    name: string,
    args: readonly unknown[],
  ) {
    this.reply = new Reply(name, args, this.done)
    run.issue(this.reply, undefined, stackBelow)
  }

  /** The answer has arrived; when its process goes on is the explorer's choice. Only the first one counts. */
  arrive(value: unknown): void {
    if (this.isAnswered) return
    this.isAnswered = true
    this.reply.value = value
    this.run.ready(this.reply, this.run.deadline())
  }
}
