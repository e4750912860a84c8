import type { Timer } from '../runtime/clock.ts'
import type { Process } from '../runtime/process.ts'
import type { Instance } from './instance.ts'

/** A timer of a machine: firing puts an event into its mailbox. */
export class MachineTimer implements Timer {
  readonly due: number
  readonly period = undefined
  readonly kind = 'timer'
  readonly stack = undefined
  readonly process: Process

  constructor(
    readonly machine: Instance,
    readonly delay: number,
    readonly event: string,
    readonly payload: unknown,
  ) {
    const { clockwork } = machine.run
    this.due = clockwork.now + delay
    this.process = machine.slot
    clockwork.add(this)
  }

  get text(): string {
    return `sends ${this.event} to ${this.machine.name}`
  }

  fire(): void {
    const { machine, event, payload } = this
    machine.run.inhabited++
    machine.timers?.delete(event)
    machine.receive({ event, payload, sender: 'clock', answering: undefined })
  }
}
