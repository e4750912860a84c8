import { describe } from '../runtime/describe.ts'
import type { Instance } from './instance.ts'
import { copyOf } from './plain.ts'
import { MachineTimer } from './timer.ts'

/** What handlers reach through their context. */
interface MachineRoom {
  readonly handling: Instance | undefined
  make(name: string, type: unknown, data?: object): Instance
  announce(sender: string, event: string, payload: unknown): void
}

type Given = (...args: never[]) => unknown

/** What the handlers of a machine are given. Its functions are made when they are asked for: most never are. */
export class HandlerContext {
  private readonly made: Record<string, Given | undefined> = {}

  constructor(
    private readonly machine: Instance,
    private readonly room: MachineRoom,
  ) {}

  get self(): Instance {
    return this.machine
  }

  get sender(): string {
    return this.machine.message?.sender ?? ''
  }

  get data(): unknown {
    return this.machine.data
  }

  get raise(): Given {
    const { machine } = this
    return this.given('raise', (event: string, payload?: unknown) => {
      ;(machine.raised ??= []).push({ event, payload, sender: machine.name, answering: machine.message?.answering })
      if (machine.run.recorder !== undefined) machine.note(`raises ${event}`)
    })
  }

  get reply(): Given {
    const { machine } = this
    return this.given('reply', (value: unknown) => {
      const answering = machine.message?.answering
      if (answering !== undefined) machine.outbox.push({ kind: 'answer', answering, value: copyOf(value) })
    })
  }

  get halt(): Given {
    const { machine } = this
    return this.given('halt', () => {
      machine.note('halts')
      machine.halt()
    })
  }

  get create(): Given {
    const { machine, room } = this
    return this.given('create', (name: string, type: unknown, data?: object) => {
      const created = room.make(name, type, data)
      machine.outbox.push({ kind: 'creation', created })
      return created
    })
  }

  get choose(): Given {
    const { run, name } = this.machine
    return this.given('choose', (...options: readonly unknown[]) => {
      if (options.length === 0) run.refuse('choose() has no options.', 'Give it one at least.')
      const index = run.host.choose(options.length)
      run.recorder?.note('choice', name, `chooses ${describe(options[index])}`, index)
      return options[index]
    })
  }

  get after(): Given {
    const { machine } = this
    return this.given('after', (time: number, event: string, payload?: unknown) => {
      if (!(Number.isFinite(time) && time >= 0)) {
        machine.run.refuse(`after() was given ${String(time)} ms.`, 'It takes a finite number that is not negative.')
      }
      stop(machine, event)
      ;(machine.timers ??= new Map()).set(event, new MachineTimer(machine, time, event, copyOf(payload)))
    })
  }

  get cancel(): Given {
    return this.given('cancel', (event: string) => stop(this.machine, event))
  }

  get announce(): Given {
    const { machine, room } = this
    return this.given('announce', (event: string, payload?: unknown) => room.announce(machine.name, event, payload))
  }

  get signal(): Given {
    const { run, name: own } = this.machine
    return this.given('signal', (name: string, value?: unknown) => {
      run.signal(name, value)
      run.recorder?.note('signal', own, `signals ${name} ${describe(value)}`)
    })
  }

  get log(): Given {
    const { run, name } = this.machine
    return this.given('log', (...values: unknown[]) => {
      if (run.recorder === undefined) return
      const texts = values.map((value) => (typeof value === 'string' ? value : describe(value)))
      run.recorder.note('log', name, texts.join(' '))
    })
  }

  /** A function that works as long as a handler of its machine runs, and until it halts. */
  private given(what: string, act: Given): Given {
    const { machine, room, made } = this
    return (made[what] ??= (...args: never[]): unknown => {
      machine.run.guard(what)
      if (room.handling !== machine) {
        machine.run.refuse(
          `${what} of ${machine.name} was called while none of its handlers ran.`,
          'What a handler is given is good for its own run only: send a message to go on later.',
        )
      }
      if (machine.halted) {
        machine.run.refuse(`${machine.name} calls ${what} after halt().`, 'Halting is the last thing it does.')
      }
      return act(...args)
    })
  }
}

function stop(machine: Instance, event: string): void {
  const timer = machine.timers?.get(event)
  if (timer === undefined) return
  machine.run.clockwork.remove(timer)
  machine.timers?.delete(event)
}
