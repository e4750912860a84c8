import type { Fingerprint } from '../core/fingerprint.ts'
import type { BodyRun } from '../runtime/body-run.ts'
import type { Operation, Process } from '../runtime/process.ts'
import { addItem } from './message-print.ts'
import { describeItem, type Item } from './outbox.ts'

/** The outbox of a process of the body: what it sends leaves one item a step, in order, while the process goes on. */
export class Courier implements Operation {
  process: Process | undefined = undefined
  readonly ready = true
  deadline = Infinity
  stack: string | undefined = undefined
  private readonly items: Item[] = []

  constructor(
    private readonly run: BodyRun,
    private readonly lane: Process,
    private readonly happen: (item: Item) => void,
  ) {}

  carry(item: Item): void {
    if (this.items.push(item) === 1) this.issue()
  }

  release(): void {
    this.run.inhabited++
    const item = this.items.shift()
    if (this.items.length > 0) this.issue()
    if (item !== undefined) this.happen(item)
  }

  describe(): string {
    const [item] = this.items
    return item === undefined ? 'its last message' : describeItem(item)
  }

  awaits(): string {
    return 'its turn'
  }

  addTo(into: Fingerprint): void {
    for (const item of this.items) addItem(into, item, this.lane.name)
    into.number(this.items.length)
  }

  private issue(): void {
    this.deadline = this.run.deadline()
    this.run.issue(this, this.lane)
  }
}
