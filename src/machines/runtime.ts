import type { BodyRun } from '../runtime/body-run.ts'
import { type BodyRuntime, runtimeOf } from '../runtime/runtime.ts'
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
export function fullRuntimeOf(run: BodyRun): Runtime {
  let system: System | undefined
  const systemFor = (what: string): System => {
    run.guard(what)
    if (system === undefined) run.inhabit((system = new System(run)))
    const { handling } = system
    if (handling !== undefined && what !== 'announce') {
      run.refuse(`A handler of ${handling.name} calls ${what} of the body.`, handlers)
    }
    return system
  }
  const quiet = (): Promise<void> => systemFor('quiet').quiet(quiet)
  const { spawn, controlled, choose, pause, channel, signal, sealed, state, log } = runtimeOf(run)
  // Written out: a spread costs as much as the rest of an execution's set-up.
  return {
    spawn,
    controlled,
    choose,
    pause,
    channel,
    signal,
    sealed,
    state,
    log,
    quiet,
    create(name, machine, data) {
      const created = systemFor('create').make(name, machine, data)
      created.begin()
      return created as never
    },
    monitor(name: string, check: unknown, { observes = [] }: { observes?: readonly string[] } = {}) {
      systemFor('monitor').watch(name, check, observes)
    },
    announce(event, payload) {
      systemFor('announce').announce(run.current().name, event, payload)
    },
    faults(options) {
      const inhabited = systemFor('faults')
      ;(inhabited.faults ??= new Faults(run)).add(options)
    },
  }
}
