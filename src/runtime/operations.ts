import { inItsContext } from './async-storage.ts'
import type { Deferred } from './deferred.ts'
import { describe, describeAll } from './describe.ts'
import type { Operation, Process } from './process.ts'

/** An explicit scheduling point. */
export class Pause implements Operation {
  process: Process | undefined = undefined
  ready = true
  stack: string | undefined = undefined
  constructor(
    private readonly resolve: (value: undefined) => void,
    private readonly label: string | undefined,
    readonly deadline: number,
  ) {}
  release(): void {
    this.resolve(undefined)
  }
  describe(): string {
    return this.label === undefined ? 'goes on' : this.label
  }
  awaits(): string {
    return 'its turn'
  }
}

/** The answer to a controlled call; it can be delivered once the call has produced it. */
export class Reply implements Operation {
  process: Process | undefined = undefined
  ready = false
  failed = false
  value: unknown = undefined
  deadline = Infinity
  stack: string | undefined = undefined
  constructor(
    private readonly name: string,
    private readonly args: readonly unknown[],
    private readonly done: Deferred,
  ) {}
  release(): void {
    if (this.failed) this.done.reject(this.value)
    else this.done.resolve(this.value)
  }
  describe(): string {
    const result = this.failed ? ` ✗ ${describe(messageOf(this.value))}` : ''
    return `${this.call()}${this.failed ? result : this.value === undefined ? '' : ` → ${describe(this.value)}`}`
  }
  awaits(): string {
    return `an answer to ${this.call()}`
  }
  private call(): string {
    return `${this.name}(${describeAll(this.args)})`
  }
}

/** A controlled call that is on its way; it takes effect when released. */
export class Request implements Operation {
  process: Process | undefined = undefined
  ready = true
  stack: string | undefined = undefined
  readonly release: () => void
  constructor(
    private readonly name: string,
    private readonly args: readonly unknown[],
    takeEffect: () => void,
    readonly deadline: number,
  ) {
    this.release = inItsContext(takeEffect)
  }
  describe(): string {
    return `${this.name}(${describeAll(this.args)}) takes effect`
  }
  awaits(): string {
    return `${this.name}(${describeAll(this.args)}) to take effect`
  }
}

function messageOf(error: unknown): unknown {
  return error instanceof Error ? `${error.name}: ${error.message}` : error
}
