import { InterlaceError } from '../core/errors.ts'
import { Fingerprint } from '../core/fingerprint.ts'
import type { Timer } from '../runtime/clock.ts'
import { addValue } from './data-print.ts'
import type { Instance } from './instance.ts'
import { addItem, addMessage } from './message-print.ts'
import { MachineTimer } from './timer.ts'

const scratch = new Fingerprint()

/** The fingerprints of all machines, summed up: a step changes one or two of them, and only those are made again. */
export class MachinePrints {
  private readonly changes = new Set<Instance>()
  private readonly prints: Fingerprint[] = []
  private high = 0
  private low = 0

  include(machine: Instance): void {
    machine.changes = this.changes
    this.changes.add(machine)
  }

  addTo(into: Fingerprint): void {
    for (const machine of this.changes) this.renew(machine)
    this.changes.clear()
    into.number(this.prints.length).number(this.high).number(this.low)
  }

  private renew(machine: Instance): void {
    write(scratch.reset(), machine) // which may refuse: what was known stays as it is then
    let print = this.prints[machine.index]
    if (print === undefined) this.prints[machine.index] = print = new Fingerprint()
    else this.count(print, -1)
    print.high = scratch.high
    print.low = scratch.low
    this.count(print, 1)
  }

  private count(print: Fingerprint, times: 1 | -1): void {
    this.high = (this.high + times * print.high) | 0
    this.low = (this.low + times * print.low) | 0
  }
}

/** All there is to say about a machine; nothing where some of it cannot be told apart. */
export function printOf(machine: Instance): string {
  const print = new Fingerprint()
  try {
    write(print, machine)
  } catch (error) {
    if (error instanceof InterlaceError) return ''
    throw error
  }
  return `${print.high} ${print.low}`
}

/** Timers count from now: the same state an hour later is the same state. `false` if one is not a machine's. */
export function addTimers(into: Fingerprint, timers: readonly Timer[], now: number): boolean {
  for (const timer of timers) {
    if (!(timer instanceof MachineTimer)) return false
    const { machine, event, payload, due } = timer
    into.number(machine.index).text(event)
    addValue(into, due - now, 'a timer')
    addValue(into, payload, `${event} of ${machine.name}`)
  }
  into.number(timers.length)
  return true
}

const phases = ['unborn', 'starting', 'running', 'down', 'halted']

function write(into: Fingerprint, machine: Instance): void {
  const { name, index, phase, type, current, data, first, mailbox } = machine
  into.number(index).text(name).number(phases.indexOf(phase))
  // Also of one that has halted: the body may still read it.
  into.number(type.number).number(current.index)
  addValue(into, data, `the data of ${name}`)
  if (first !== undefined) addValue(into, first, `the data of ${name}`) // it may begin again with that
  for (const message of mailbox) addMessage(into, message, name)
  into.number(mailbox.size)
  for (const item of machine.outbox) addItem(into, item, name)
  into.number(machine.outbox.length)
}
