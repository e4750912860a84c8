import type { BodyRun } from './body-run.ts'
import { type Channel, type ChannelOptions, createChannel } from './channel.ts'
import { controlled, type ControlledOptions } from './controlled.ts'
import { Deferred, resolverOfLast, unownedPromise } from './deferred.ts'
import { describe, describeAll } from './describe.ts'
import { Pause } from './operations.ts'
import { Start } from './start.ts'
import { isThenable } from './thenable.ts'

/** What a body is given to put the nondeterminism of async code under control. */
export interface BodyRuntime {
  /** Starts a process. Its start is a choice of the explorer. */
  readonly spawn: <T>(name: string, body: () => T | Promise<T>) => Promise<T>
  /** Stands in for an async function, or an object of them: the explorer chooses when an answer arrives. */
  readonly controlled: <T>(name: string, target: T, options?: ControlledOptions) => T
  /** Takes one of the options: the first by default, each delay moves on by one. */
  readonly choose: <const T extends readonly [unknown, ...unknown[]]>(...options: T) => T[number]
  /** A place where another process may go first. */
  readonly pause: (label?: string) => Promise<void>
  /** Makes a queue between processes. */
  readonly channel: <T>(name: string, options?: ChannelOptions) => Channel<T>
  /** Tells the explorer something: the paper's Step, from program to explorer. */
  readonly signal: (name: string, value?: unknown) => void
  /** Runs a part in which no delays are spent: the explorer's own order, and the first option of each choice. */
  readonly sealed: <T>(body: () => T) => T
  /** Adds a part of the state: the trace shows it after each step. */
  readonly state: (snapshot: () => unknown) => void
  /** Leaves a note in the trace. */
  readonly log: (...values: unknown[]) => void
}

// What the functions of a runtime do. They are made anew for every execution; this is compiled once for all. A boundary is the
// one that the program called: the frames of a stack below it are the program's.

export function pauseIn(run: BodyRun, label: string | undefined, boundary: BodyRuntime['pause']): Promise<void> {
  run.guard('pause')
  const promise = unownedPromise() as Promise<void>
  run.issue(new Pause(resolverOfLast(), label, run.deadline()), undefined, boundary)
  return promise
}

export function spawnIn<T>(
  run: BodyRun,
  name: string,
  body: () => T | Promise<T>,
  boundary: BodyRuntime['spawn'],
): Promise<T> {
  run.guard('spawn')
  run.claim('process', name)
  if (typeof body !== 'function') {
    run.refuse(`spawn(${JSON.stringify(name)}, …) was not given a function.`, "Write spawn('alice', () => …).")
  }
  const process = run.create(name)
  const { promise, resolve, reject } = new Deferred()
  run.issue(new Start(run, process, body, resolve, reject, run.deadline()), process, boundary)
  return promise as Promise<T>
}

export function controlledIn<T>(run: BodyRun, name: string, target: T, options: ControlledOptions = {}): T {
  run.guard('controlled')
  run.claim('target', name)
  return controlled(run, name, target, options)
}

export function chooseIn<const T extends readonly [unknown, ...unknown[]]>(run: BodyRun, options: T): T[number] {
  run.guard('choose')
  if (options.length === 0) run.refuse('choose() has no options.', 'Give it one at least.')
  const index = run.choose(options.length)
  if (run.recorder !== undefined) run.note('choice', `chooses ${describe(options[index])}`, index)
  return options[index]
}

export function channelIn<T>(run: BodyRun, name: string, options: ChannelOptions = {}): Channel<T> {
  run.guard('channel')
  run.claim('channel', name)
  return createChannel(run, name, options)
}

export function signalIn(run: BodyRun, name: string, value: unknown): void {
  run.guard('signal')
  run.signal(name, value)
  if (run.recorder !== undefined) run.note('signal', `signals ${name} ${describe(value)}`)
}

export function sealedIn<T>(run: BodyRun, body: () => T): T {
  run.guard('sealed')
  if (typeof body !== 'function') run.refuse('sealed() was not given a function.', 'Write sealed(() => …).')
  const unseal = run.seal()
  try {
    const result = body()
    if (!isThenable(result)) {
      unseal()
      return result
    }
    return Promise.resolve(result).finally(unseal) as unknown as typeof result
  } catch (error) {
    unseal()
    throw error
  }
}

export function stateIn(run: BodyRun, snapshot: () => unknown): void {
  run.guard('state')
  if (typeof snapshot !== 'function') run.refuse('state() was not given a function.', 'Write state(() => …).')
  run.addState(snapshot)
}

export function logIn(run: BodyRun, values: readonly unknown[]): void {
  run.guard('log')
  if (run.recorder === undefined) return
  run.note('log', values.map((value) => (typeof value === 'string' ? value : describeAll([value]))).join(' '))
}
