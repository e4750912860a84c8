import { Fingerprint } from '../core/fingerprint.ts'
import { addItem, addMessage, addValue } from './data-print.ts'
import type { Instance } from './instance.ts'
import type { System } from './system.ts'

/** What one machine adds to the fingerprint; made again only after it has changed. */
export class MachinePrint {
  readonly hash = new Fingerprint()
  isWritten = false

  constructor(private readonly prints: MachinePrints) {}

  touch(machine: Instance): void {
    this.prints.touched.add(machine)
  }
}

/** The fingerprints of all machines, summed up: a step changes one or two of them. */
export class MachinePrints {
  readonly touched = new Set<Instance>()
  private high = 0
  private low = 0

  constructor(private readonly system: System) {}

  include(machine: Instance): void {
    machine.print = new MachinePrint(this)
    this.touched.add(machine)
  }

  addTo(into: Fingerprint, machines: readonly Instance[]): void {
    for (const machine of this.touched) this.renew(machine)
    this.touched.clear()
    into.number(machines.length).number(this.high).number(this.low)
    this.addTimers(into)
  }

  private renew(machine: Instance): void {
    const { print } = machine
    if (print === undefined) return
    const { hash } = print
    if (print.isWritten) {
      this.high = (this.high - hash.high) | 0
      this.low = (this.low - hash.low) | 0
    }
    print.isWritten = true
    write(hash.reset(), machine)
    this.high = (this.high + hash.high) | 0
    this.low = (this.low + hash.low) | 0
  }

  /** Timers count from now: the same state an hour later is the same state. */
  private addTimers(into: Fingerprint): void {
    const { clockwork } = this.system.run
    for (const timer of clockwork.pending()) {
      const { machine, event, payload } = timer as { machine?: Instance; event?: string; payload?: unknown }
      into.number(machine?.index ?? -1).text(event ?? '')
      addValue(into, timer.due - clockwork.now, 'a timer')
      addValue(into, payload, `${machine?.name ?? 'a timer'}: ${event ?? ''}`)
    }
  }
}

const phases = ['unborn', 'starting', 'running', 'down', 'halted']

function write(into: Fingerprint, machine: Instance): void {
  const { name, index, phase, current, data, mailbox } = machine
  into.number(index).text(name).number(phases.indexOf(phase))
  if (phase === 'halted' && machine.outbox.length === 0) return // what it knew does not matter any more
  into.number(current.index)
  addFields(into, data, name)
  for (const message of mailbox) addMessage(into, message, name)
  into.number(mailbox.size)
  let items = 0
  for (const item of machine.pendingItems()) {
    addItem(into, item, name)
    items++
  }
  into.number(items)
}

function addFields(into: Fingerprint, data: unknown, name: string): void {
  addValue(into, data, `the data of ${name}`)
}
