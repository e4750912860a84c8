import type { BodyRun } from '../runtime/body-run.ts'
import {
  type BodyRuntime,
  channelIn,
  chooseIn,
  controlledIn,
  logIn,
  pauseIn,
  sealedIn,
  signalIn,
  spawnIn,
  stateIn,
} from '../runtime/runtime.ts'
import type { Machine } from './definition.ts'
import type { FaultOptions } from './fault-options.ts'
import { Faults } from './faults.ts'
import type { EventOf } from './protocol.ts'
import type { Ref } from './ref.ts'
import { System } from './system.ts'

/** What a body is given: everything for async code, and machines. */
export interface Runtime extends BodyRuntime {
  /** Makes a machine. Entering its initial state is its first step. */
  readonly create: <P, D, S extends string>(name: string, machine: Machine<P, D, S>, data?: Partial<D>) => Ref<P, D, S>
  /** Watches: a function that is called after each step, or a machine that sees what is announced; either may throw. */
  readonly monitor: {
    (name: string, check: () => void): void
    <P, D, S extends string>(name: string, machine: Machine<P, D, S>, options?: MonitorOptions<P>): void
  }
  /** Tells the monitors. */
  readonly announce: (event: string, payload?: unknown) => void
  /** Waits until nothing can go on but timers. */
  readonly quiet: () => Promise<void>
  /** Lets things go wrong between machines, within budgets. */
  readonly faults: (options: FaultOptions) => void
}

export interface MonitorOptions<Protocol> {
  /** The messages that it sees when they are sent, besides what is announced. */
  readonly observes?: readonly EventOf<Protocol>[]
}

const handlers =
  'A handler uses what it is given as its context, and cannot wait: it sends, and handles what comes back.'

/** The runtime of one execution. */
export function runtimeOf(run: BodyRun): Runtime {
  const pause: Runtime['pause'] = (label) => pauseIn(run, label, pause)
  const spawn: Runtime['spawn'] = (name, body) => spawnIn(run, name, body, spawn)
  const quiet: Runtime['quiet'] = () => systemIn(run, 'quiet').quiet(quiet)
  return {
    spawn,
    controlled: (name, target, options) => controlledIn(run, name, target, options),
    choose: (...options) => chooseIn(run, options),
    pause,
    channel: (name, options) => channelIn(run, name, options),
    signal: (name, value) => signalIn(run, name, value),
    sealed: (body) => sealedIn(run, body),
    state: (snapshot) => stateIn(run, snapshot),
    log: (...values) => logIn(run, values),
    quiet,
    create(name, machine, data) {
      const created = systemIn(run, 'create').make(name, machine, data)
      created.begin()
      return created as never
    },
    monitor(name: string, check: unknown, { observes = [] }: { observes?: readonly string[] } = {}) {
      systemIn(run, 'monitor').watch(name, check, observes)
    },
    announce: (event, payload) => systemIn(run, 'announce').announce(run.current().name, event, payload),
    faults(options) {
      const inhabited = systemIn(run, 'faults')
      ;(inhabited.faults ??= new Faults(run)).add(options)
    },
  }
}

/** The machines of an execution: there are some as soon as a body asks for them. */
function systemIn(run: BodyRun, what: string): System {
  run.guard(what)
  const system = run.inhabitants instanceof System ? run.inhabitants : new System(run)
  run.inhabitants = system
  const { handling } = system
  if (handling !== undefined && what !== 'announce') {
    run.refuse(`A handler of ${handling.name} calls ${what} of the body.`, handlers)
  }
  return system
}
