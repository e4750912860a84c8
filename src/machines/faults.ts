import type { Fingerprint } from '../core/fingerprint.ts'
import type { BodyRun } from '../runtime/body-run.ts'
import { checkFaults } from './checked-faults.ts'
import { budgets, type FaultOptions } from './fault-options.ts'
import type { Instance } from './instance.ts'
import type { OutgoingMessage } from './outbox.ts'
import { copyOf } from './plain.ts'

/** One set of faults with what is left of its budgets. */
class Rule {
  readonly left: Record<(typeof budgets)[number], number>
  isParted = false

  constructor(readonly options: FaultOptions) {
    const { loss = 0, duplication = 0, reordering = 0, crash = 0, partition = 0 } = options
    this.left = { loss, duplication, reordering, crash, partition }
  }

  concerns(message: OutgoingMessage): boolean {
    const { from, to } = this.options
    return (from?.includes(message.sender) ?? true) && (to?.includes(message.to.name) ?? true)
  }

  separates(message: OutgoingMessage): boolean {
    const { groups = [] } = this.options
    const groupOf = (name: string): number => groups.findIndex((group) => group.includes(name))
    const [sender, receiver] = [groupOf(message.sender), groupOf(message.to.name)]
    return sender >= 0 && receiver >= 0 && sender !== receiver
  }
}

/** What can happen to a message instead of its delivery. */
interface Fate {
  readonly text: string
  happen(): void
}

/** The faults of an execution. */
export class Faults {
  private readonly rules: Rule[] = []
  private readonly down = new Map<Instance, Rule>()

  constructor(private readonly run: BodyRun) {}

  add(options: FaultOptions): void {
    checkFaults(this.run, options)
    this.rules.push(new Rule(options))
  }

  carry(message: OutgoingMessage): void {
    this.touch()
    const fates = this.fatesOf(message)
    const index = fates.length > 1 ? this.run.host.choose(fates.length) : 0
    const fate = fates[index]
    if (fate !== undefined && fate.text !== '') this.run.recorder?.note('fault', message.sender, fate.text, index)
    fate?.happen()
  }

  /** Whether the machine crashes now. After each step is often enough: what comes until it is back is lost either way. */
  crashes(machine: Instance): boolean {
    if (machine.phase !== 'running' && machine.phase !== 'starting') return false
    this.touch()
    for (const rule of this.rules) {
      const { machines, restart = 'never' } = rule.options
      if (rule.left.crash === 0 || !(machines?.includes(machine.name) ?? true)) continue
      if (this.run.host.choose(2) === 0) continue
      rule.left.crash--
      this.run.recorder?.note('fault', machine.name, '✗ crashes', 1)
      machine.crash(restart !== 'never')
      if (restart !== 'never') this.down.set(machine, rule)
      return true
    }
    return false
  }

  /** Whether a machine that comes back has its data still. */
  keepsData(machine: Instance): boolean {
    this.touch()
    const rule = this.down.get(machine)
    this.down.delete(machine)
    return rule?.options.restart === 'with data'
  }

  /** Their budgets are shared. */
  private touch(): void {
    const { order } = this.run
    order?.touch(order.thingFor(this))
  }

  addTo(into: Fingerprint): void {
    for (const { left, isParted } of this.rules) {
      for (const budget of budgets) into.number(left[budget])
      into.number(isParted ? 1 : 0)
    }
    const down = [...this.down].sort(([one], [other]) => one.index - other.index)
    for (const [machine, rule] of down) into.number(machine.index).number(this.rules.indexOf(rule))
  }

  /** The first one is what happens by default. */
  private fatesOf(message: OutgoingMessage): readonly Fate[] {
    const { to, event } = message
    const parted = this.rules.find((rule) => rule.isParted && rule.separates(message))
    if (parted !== undefined) {
      const lost = { text: `✗ ${event} to ${to.name} is lost: they are parted`, happen: () => undefined }
      return [lost, { text: 'the groups meet again', happen: () => heal(parted, message) }]
    }
    const fates: Fate[] = [{ text: '', happen: () => to.receive(message) }]
    for (const rule of this.rules) {
      const { left } = rule
      const add = (budget: (typeof budgets)[number], text: string, happen: () => void): void => {
        if (left[budget] > 0) fates.push({ text, happen: () => spend(left, budget, happen) })
      }
      if (rule.concerns(message)) {
        add('loss', `✗ ${event} to ${to.name} is lost`, () => undefined)
        add('duplication', `✗ ${event} to ${to.name} arrives twice`, () => twice(message))
        if (to.waiting > 0) add('reordering', `✗ ${event} to ${to.name} overtakes`, () => to.receive(message, true))
      }
      if (rule.separates(message)) {
        add('partition', `✗ the groups are parted: ${event} to ${to.name} is lost`, () => (rule.isParted = true))
      }
    }
    return fates
  }
}

function heal(rule: Rule, message: OutgoingMessage): void {
  rule.isParted = false
  message.to.receive(message)
}

function twice(message: OutgoingMessage): void {
  message.to.receive(message)
  message.to.receive({ ...message, payload: copyOf(message.payload) })
}

function spend(left: Rule['left'], budget: keyof Rule['left'], happen: () => void): void {
  left[budget]--
  happen()
}
