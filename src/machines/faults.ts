import type { Fingerprint } from '../core/fingerprint.ts'
import type { BodyRun } from '../runtime/body-run.ts'
import { describe } from '../runtime/describe.ts'
import type { Instance } from './instance.ts'
import type { OutgoingMessage } from './outbox.ts'

/** What may go wrong, and how often. Every fault is a choice of the explorer, and costs a delay. */
export interface FaultOptions {
  /** So many messages may be lost. */
  readonly loss?: number
  /** So many may arrive twice. */
  readonly duplication?: number
  /** So many may overtake those that wait in the mailbox. */
  readonly reordering?: number
  /** So many crashes may happen, before its first step or after one: what it has not sent and not handled is lost. */
  readonly crash?: number
  /** What a machine knows when it comes back: its data as at the beginning but for what is `durable`, or as it was. */
  readonly restart?: 'never' | 'fresh' | 'with data'
  /** So many times the groups may lose sight of each other; messages between them are lost until they meet again. */
  readonly partition?: number
  /** The groups of a partition, by the names of machines and processes. */
  readonly groups?: readonly (readonly string[])[]
  /** Only messages from these. */
  readonly from?: readonly string[]
  /** Only messages to these. */
  readonly to?: readonly string[]
  /** Only these crash. */
  readonly machines?: readonly string[]
}

const budgets = ['loss', 'duplication', 'reordering', 'crash', 'partition'] as const
const known: readonly string[] = [...budgets, 'restart', 'groups', 'from', 'to', 'machines']

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
    validate(this.run, options)
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
    for (const [machine, rule] of this.down) into.number(machine.index).number(this.rules.indexOf(rule))
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
  message.to.receive(message)
}

function spend(left: Rule['left'], budget: keyof Rule['left'], happen: () => void): void {
  left[budget]--
  happen()
}

function validate(run: BodyRun, given: unknown): void {
  const options = given as FaultOptions
  if (typeof given !== 'object' || given === null) {
    run.refuse(`faults() was given ${describe(given)}.`, 'Write faults({ loss: 1 }).')
  }
  for (const key of ['from', 'to', 'machines', 'groups'] as const) {
    const list: unknown = options[key]
    if (list !== undefined && !Array.isArray(list)) {
      run.refuse(`faults({ ${key} }) was given ${describe(list)}.`, 'It takes a list of names.')
    }
  }
  for (const [key, value] of Object.entries(options) as [string, unknown][]) {
    if (!known.includes(key))
      run.refuse(`There is no fault called ${JSON.stringify(key)}.`, `Known are ${known.join(', ')}.`)
    const isBudget = (budgets as readonly string[]).includes(key)
    if (isBudget && !(typeof value === 'number' && value >= 0 && (Number.isInteger(value) || value === Infinity))) {
      run.refuse(`faults({ ${key} }) was given ${describe(value)}.`, 'It takes how often it may happen: 0, 1, 2, …')
    }
  }
  const { restart = 'never', partition = 0, groups = [] } = options
  if (!['never', 'fresh', 'with data'].includes(restart)) {
    run.refuse(`faults({ restart }) was given ${describe(restart)}.`, "It takes 'never', 'fresh' or 'with data'.")
  }
  if (partition > 0 && groups.length < 2) {
    run.refuse('A partition needs groups.', "Write faults({ partition: 1, groups: [['a'], ['b', 'c']] }).")
  }
}
