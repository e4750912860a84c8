import { misuse } from '../core/errors.ts'
import type { Host, Program, Run, World } from '../core/program.ts'
import { BodyRun } from '../runtime/body-run.ts'
import { BodyWorld } from '../runtime/body-world.ts'
import { type Runtime, runtimeOf } from './runtime.ts'

/** The body of a test: a whole program, set-up included. What it returns is the execution's result. */
export type Body = (runtime: Runtime) => unknown

export interface BodyOptions {
  /**
   * How a step is known to be over. `drain` runs the microtasks to their end at once, where the host can do that;
   * `turn` waits for a turn of the event loop, ten times slower, with the same behaviour.
   */
  readonly quiescence?: 'drain' | 'turn'
}

/** Makes a program of an async body. */
export function programOf(body: Body, options: BodyOptions = {}): Program {
  if (typeof body !== 'function') {
    throw misuse(`A body is a function, not ${String(body)}.`, 'Write programOf(async ({ spawn }) => { … }).')
  }
  let world: BodyWorld | undefined
  const begin = (run: BodyRun): unknown => body(runtimeOf(run))
  return {
    open(happensBefore): World {
      world = new BodyWorld(options.quiescence !== 'turn', happensBefore)
      return world
    },
    start(host: Host): Run {
      if (world === undefined) throw new Error('a program is opened before it is started')
      const run = new BodyRun(host, world, begin)
      world.started(run)
      return run
    },
  }
}
