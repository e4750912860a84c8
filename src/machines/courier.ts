import type { Fingerprint } from '../core/fingerprint.ts'
import type { Operation, Process } from '../runtime/process.ts'
import { addItem } from './data-print.ts'
import type { Item } from './outbox.ts'
import type { System } from './system.ts'

/** The outbox of a process of the body: what it sends leaves one item a step, in order, while the process goes on. */
export class Courier implements Operation {
  process: Process | undefined = undefined
  readonly ready = true
  deadline = Infinity
  stack: string | undefined = undefined
  private readonly items: Item[] = []

  constructor(
    private readonly system: System,
    private readonly lane: Process,
  ) {}

  carry(item: Item): void {
    if (this.items.push(item) === 1) this.issue()
  }

  release(): void {
    this.system.run.inhabited++
    const item = this.items.shift()
    if (this.items.length > 0) this.issue()
    item?.leave(this.system)
  }

  describe(): string {
    return this.items[0]?.describe() ?? ''
  }

  awaits(): string {
    return 'its turn'
  }

  addTo(into: Fingerprint): void {
    for (const item of this.items) addItem(into, item, this.lane.name)
    into.number(this.items.length)
  }

  private issue(): void {
    const { run } = this.system
    this.deadline = run.deadline()
    run.issue(this, this.lane)
  }
}
