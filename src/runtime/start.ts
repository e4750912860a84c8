import { inItsContext } from './async-storage.ts'
import type { Operation, Process } from './process.ts'
import { isThenable } from './thenable.ts'

/** What a start needs of the execution. */
interface Starting {
  finished(process: Process): void
}

type Settle = (value: unknown) => void

/** A process begins: its function is called, and what comes of it is handed on. */
export class Start implements Operation {
  process: Process | undefined = undefined
  ready = true
  stack: string | undefined = undefined
  private readonly call: () => unknown

  constructor(
    private readonly run: Starting,
    private readonly starting: Process,
    body: () => unknown,
    private readonly done: Settle,
    private readonly failed: Settle,
    readonly deadline: number,
  ) {
    this.call = inItsContext(body)
  }

  release(): void {
    this.begin()
  }

  describe(): string {
    return 'starts'
  }

  awaits(): string {
    return 'its start'
  }

  // Apart from `release`: few steps are starts, and V8 puts only so much into the loop over the steps.
  private begin(): void {
    let result: unknown
    try {
      result = this.call()
    } catch (error) {
      this.finish(this.failed, error)
      return
    }
    if (isThenable(result)) {
      result.then(
        (value) => this.finish(this.done, value),
        (error: unknown) => this.finish(this.failed, error),
      )
    } else this.finish(this.done, result)
  }

  private finish(settle: Settle, value: unknown): void {
    this.run.finished(this.starting)
    settle(value)
  }
}
