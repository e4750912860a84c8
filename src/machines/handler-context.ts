import { describe } from '../runtime/describe.ts'
import type { Context } from './definition.ts'
import type { Instance } from './instance.ts'
import type { Ref } from './ref.ts'
import { MachineTimer } from './timer.ts'

/** What handlers reach through their context. */
interface MachineRoom {
  readonly handling: Instance | undefined
  make(name: string, type: unknown, data?: object): Instance
  announce(sender: string, event: string, payload: unknown): void
}

/** What the handlers of one machine are given, made when the first of them is called. */
export function contextOf(machine: Instance, system: MachineRoom): Context<object, unknown> {
  const { run } = machine
  /** Makes sure that the machine is in a handler of its own, and goes on. */
  const guard = (what: string): void => {
    run.guard(what)
    if (system.handling !== machine) {
      run.refuse(
        `${what} of ${machine.name} was called while none of its handlers ran.`,
        'What a handler is given is good for its own run only: send a message to go on later.',
      )
    }
    if (machine.halted) run.refuse(`${machine.name} calls ${what} after halt().`, 'Halting is the last thing it does.')
  }
  const context = {
    self: machine as unknown as Ref<object>,
    get sender(): string {
      return machine.message?.sender ?? ''
    },
    get data(): unknown {
      return machine.data
    },
    raise(event: string, payload?: unknown) {
      guard('raise')
      machine.raised.push({ event, payload, sender: machine.name, answering: machine.message?.answering })
      if (run.recorder !== undefined) machine.note(`raises ${event}`)
    },
    reply(value: unknown) {
      guard('reply')
      const answering = machine.message?.answering
      if (answering !== undefined) machine.outbox.push({ kind: 'answer', answering, value })
    },
    halt() {
      guard('halt')
      machine.halt()
      machine.note('halts')
    },
    create(name: string, type: unknown, data?: object) {
      guard('create')
      const created = system.make(name, type, data)
      machine.outbox.push({ kind: 'creation', created })
      return created
    },
    choose(...options: readonly unknown[]) {
      guard('choose')
      if (options.length === 0) run.refuse('choose() has no options.', 'Give it one at least.')
      const index = run.host.choose(options.length)
      if (run.recorder !== undefined) {
        run.recorder.note('choice', machine.name, `chooses ${describe(options[index])}`, index)
      }
      return options[index]
    },
    after(time: number, event: string, payload?: unknown) {
      guard('after')
      if (!(time >= 0)) run.refuse(`after() was given ${String(time)} ms.`, 'It takes a number that is not negative.')
      context.cancel(event)
      ;(machine.timers ??= new Map()).set(event, new MachineTimer(machine, time, event, payload))
    },
    cancel(event: string) {
      guard('cancel')
      const timer = machine.timers?.get(event)
      if (timer !== undefined) run.clockwork.remove(timer)
      machine.timers?.delete(event)
    },
    announce(event: string, payload?: unknown) {
      guard('announce')
      system.announce(machine.name, event, payload)
    },
    signal(name: string, value?: unknown) {
      guard('signal')
      run.signal(name, value)
      if (run.recorder !== undefined) run.recorder.note('signal', machine.name, `signals ${name} ${describe(value)}`)
    },
    log(...values: unknown[]) {
      if (run.recorder === undefined) return
      const texts = values.map((value) => (typeof value === 'string' ? value : describe(value)))
      run.recorder.note('log', machine.name, texts.join(' '))
    },
  }
  return context as unknown as Context<object, unknown>
}
