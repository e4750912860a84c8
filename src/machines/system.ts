import type { Fingerprint } from '../core/fingerprint.ts'
import type { HotMonitor } from '../core/outcome.ts'
import { InterlaceError, misuse } from '../core/errors.ts'
import type { BodyRun } from '../runtime/body-run.ts'
import { describe } from '../runtime/describe.ts'
import type { Inhabitants } from '../runtime/inhabitants.ts'
import { isThenable } from '../runtime/thenable.ts'
import { Answering } from './answer.ts'
import { Courier } from './courier.ts'
import type { Context } from './definition.ts'
import type { Faults } from './faults.ts'
import { HandlerContext } from './handler-context.ts'
import { Instance, type Surroundings } from './instance.ts'
import { compiledOf } from './machine.ts'
import { addTimers, MachinePrints, printOf } from './machine-print.ts'
import type { Message } from './mailbox.ts'
import { Monitor } from './monitor.ts'
import { carried, type Item, type OutgoingMessage } from './outbox.ts'
import { copyOf } from './plain.ts'
import { Quiet } from './quiet.ts'

const none: readonly HotMonitor[] = []

/** The machines of one execution, and who watches them. */
export class System implements Inhabitants, Surroundings {
  readonly machines: Instance[] = []
  /** The machine whose handler is running. */
  handling: Instance | undefined = undefined
  faults: Faults | undefined = undefined
  private readonly monitors: Monitor[] = []
  private readonly checks: { readonly name: string; readonly check: () => unknown }[] = []
  private readonly couriers = new Map<object, Courier>()
  private readonly waitingForQuiet: Quiet[] = []
  private prints: MachinePrints | undefined = undefined
  private isUnknown = false

  constructor(readonly run: BodyRun) {}

  /** Makes a machine that has not begun. */
  make(name: string, type: unknown, data?: unknown): Instance {
    this.run.claim('process', name)
    const compiled = compiledOf(type)
    if (compiled === undefined) {
      this.run.refuse(
        `create(${JSON.stringify(name)}, …) was given ${describe(type)}.`,
        'It takes what machine() returns.',
      )
    }
    if (data !== undefined && (typeof data !== 'object' || data === null || Array.isArray(data))) {
      this.run.refuse(
        `create(${JSON.stringify(name)}, …) was given the data ${describe(data)}.`,
        'It takes the fields that differ from those of the definition.',
      )
    }
    const made = new Instance(this, this.run, this.machines.length, name, compiled, data)
    this.machines.push(made)
    // Which one it is depends on what its maker has seen, and nothing but itself remembers that.
    if (this.handling !== undefined && compiled.step > 1) this.isUnknown = true
    this.prints?.include(made)
    return made
  }

  contextOf(machine: Instance): Context<object, unknown> {
    return new HandlerContext(machine, this) as unknown as Context<object, unknown>
  }

  /** A handler's message goes to its outbox, that of a process of the body to one beside the process. */
  send(to: Instance, event: string, payload: unknown, answering?: Answering): void {
    const { handling, run } = this
    run.guard('send') // the name alone: a text for each message would be felt
    const sender = handling === undefined ? run.current().name : handling.name
    const message = { kind: 'message', to, event, payload: copyOf(payload), sender, answering } as const
    if (handling === undefined) this.courierOf().carry(message)
    else if (handling.halted) {
      run.refuse(`${handling.name} sends ${event} after halt().`, 'Halting is the last thing it does.')
    } else handling.outbox.push(message)
  }

  ask(to: Instance, event: string, payload: unknown): Promise<unknown> {
    const { run } = this
    run.guard(`${to.name}.ask`)
    if (this.handling !== undefined) {
      run.refuse(
        `${this.handling.name} asks ${to.name}.`,
        'A handler cannot wait: send a message, and handle what comes back.',
      )
    }
    const args = payload === undefined ? [] : [payload]
    const answering = new Answering(run, run.current().name, `${to.name}.${event}`, args)
    this.send(to, event, payload, answering)
    return answering.done.promise
  }

  happen(item: Item): void {
    if (item.kind === 'message') this.deliver(item)
    else if (item.kind === 'creation') item.created.begin(true)
    else item.answering.arrive(item.value)
  }

  announce(sender: string, event: string, payload: unknown): void {
    if (this.run.recorder !== undefined) {
      this.run.recorder.note('machine', sender, `announces ${event}${carried(payload)}`)
    }
    for (const monitor of this.monitors) {
      if (monitor.knows(event)) this.tell(monitor, { event, payload, sender, answering: undefined })
    }
  }

  watch(name: string, check: unknown, observed: readonly string[]): void {
    const { run } = this
    run.claim('monitor', name)
    const compiled = compiledOf(check)
    if (compiled !== undefined) {
      const monitor = new Monitor(run, name, compiled, observed)
      this.monitors.push(monitor)
      this.touch(monitor)
      this.attempt(name, () => monitor.begin((unknown) => this.unhandled(monitor, unknown)))
    } else if (typeof check === 'function') this.checks.push({ name, check: check as () => unknown })
    else
      run.refuse(
        `monitor(${JSON.stringify(name)}, …) was given ${describe(check)}.`,
        'It takes a function, or a machine.',
      )
  }

  quiet(boundary: (...args: never[]) => unknown): Promise<void> {
    const quiet = new Quiet()
    this.waitingForQuiet.push(quiet)
    this.run.issue(quiet, undefined, boundary)
    return quiet.promise
  }

  /** An event that the state of a machine does not name ends the execution. */
  unhandled(machine: Instance | Monitor, message: Message): void {
    const { event, payload, sender } = message
    this.run.conclude({
      kind: 'unhandled',
      machine: machine.name,
      state: machine.current.name,
      event,
      payload: payload === undefined ? '' : describe(payload),
      sender,
    })
  }

  failed(machine: { readonly name: string }, error: unknown): void {
    if (error instanceof InterlaceError) this.run.misuse ??= error
    this.run.fail(error, 'body')
    this.run.recorder?.note('failure', machine.name, error instanceof Error ? error.message : describe(error))
  }

  // What the execution asks

  stepped(): void {
    for (const { name, check } of this.checks) this.attempt(name, check)
  }

  idle(): void {
    if (this.waitingForQuiet.length > 0) this.run.order?.gather()
    for (const quiet of this.waitingForQuiet.splice(0)) this.run.ready(quiet, this.run.deadline())
  }

  get hot(): readonly HotMonitor[] {
    let hot = none
    for (const { name, current, heats } of this.monitors) {
      if (current.hot) hot = [...hot, { name, state: current.name, heats }]
    }
    return hot
  }

  fingerprint(into: Fingerprint): boolean {
    if (this.isUnknown) return false
    if (this.prints === undefined) {
      this.prints = new MachinePrints()
      for (const machine of this.machines) this.prints.include(machine)
    }
    this.prints.addTo(into)
    for (const monitor of this.monitors) monitor.addTo(into)
    for (const courier of this.couriers.values()) courier.addTo(into)
    this.faults?.addTo(into)
    const { clockwork } = this.run
    return addTimers(into, clockwork.pending(), clockwork.now)
  }

  /** Whether an operation of the body's is one whose state is known: it carries messages, or waits for quiet. */
  isKnown(operation: object): boolean {
    return operation instanceof Instance || operation instanceof Courier || operation instanceof Quiet
  }

  private deliver(message: OutgoingMessage): void {
    if (this.faults === undefined) message.to.receive(message)
    else this.faults.carry(message)
    for (const monitor of this.monitors) {
      if (monitor.observes(message.event)) this.tell(monitor, message)
    }
  }

  private attempt(name: string, check: () => unknown): void {
    const { run } = this
    const before = run.recorder === undefined ? undefined : this.machines.map(printOf) // in a search, it would be felt
    run.watching = name
    try {
      const result = check()
      if (isThenable(result)) {
        result.then(undefined, () => undefined) // its failure would only hide the cause
        run.refuse(`The monitor ${name} is async.`, 'What it looks at is gone after an await: write a plain function.')
      }
    } catch (error) {
      this.failed({ name }, error)
    }
    run.watching = undefined
    const changed = before && this.machines.find((machine, index) => printOf(machine) !== before[index])
    if (changed !== undefined) {
      run.misuse ??= misuse(
        `The monitor ${name} changes ${changed.name}.`,
        'A monitor never changes the program: it may only look, and throw. Copy what it sorts or adds to.',
      )
    }
  }

  private tell(monitor: Monitor, message: Message): void {
    this.touch(monitor)
    const seen = { ...message, payload: copyOf(message.payload) }
    this.attempt(monitor.name, () => monitor.see(seen, (unknown) => this.unhandled(monitor, unknown)))
  }

  /** Monitors and faults are touched by whoever they have to do with. */
  private touch(touched: object): void {
    const { order } = this.run
    order?.touch(order.thingFor(touched))
  }

  private courierOf(): Courier {
    const { lane } = this.run.current()
    let courier = this.couriers.get(lane)
    if (courier === undefined)
      this.couriers.set(lane, (courier = new Courier(this.run, lane, (item) => this.happen(item))))
    return courier
  }
}
