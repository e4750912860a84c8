import type { Outcome } from '../../src/core/outcome.ts'
import { Fingerprint } from '../../src/core/fingerprint.ts'
import { clock } from '../../src/core/process.ts'
import type { Host, Program, Run, World } from '../../src/core/program.ts'
import { realTime } from '../../src/engine/real-time.ts'
import { shortestCycle } from './shortest-cycle.ts'

/** Everything that a program can do. */
export interface Reachable {
  readonly states: number
  readonly transitions: number
  /** How executions end, in words, each with the fewest steps that lead there. */
  readonly outcomes: Readonly<Record<string, number>>
  /** The length of the shortest cycle of states; `undefined`: every execution comes to an end. */
  readonly cycle: number | undefined
}

/**
 * Visits every state of a program once, the nearest first, whatever the explorers and searches do: what it says is what
 * they are measured by. A state is come back to by running the program again.
 */
export async function reachable(program: Program, most = 200_000): Promise<Reachable> {
  const world = program.open?.()
  if (world === undefined) throw new Error('only the program of a body is explored here')
  try {
    return await inTurns(world, visitAll(program, most))
  } finally {
    world.close()
  }
}

/** A way to a state: what was decided, and how many steps it took. */
interface Way {
  readonly state: number
  readonly decisions: readonly number[]
  readonly steps: number
}

function* visitAll(program: Program, most: number): Generator<undefined, Reachable> {
  const numbers = new Map<string, number>()
  const next: number[][] = [[]]
  const outcomes: Record<string, number> = {}
  const ways: Way[] = [{ state: 0, decisions: [], steps: 0 }]
  let transitions = 0
  for (const way of ways) {
    const scripts = [way.decisions]
    for (let script = scripts.pop(); script !== undefined; script = scripts.pop()) {
      const { decisions, others, state, outcome } = follow(program, script, way.steps + 1)
      scripts.push(...others)
      transitions++
      let number = numbers.get(state)
      if (number === undefined) {
        numbers.set(state, (number = next.length))
        next.push([])
        if (outcome === undefined) ways.push({ state: number, decisions, steps: way.steps + 1 })
      }
      next[way.state]?.push(number)
      if (outcome !== undefined) outcomes[describeOutcome(outcome)] ??= way.steps + 1
    }
    if (next.length > most) throw new Error(`there are more than ${most} states`)
    yield
  }
  return { states: next.length, transitions, outcomes, cycle: shortestCycle(next) }
}

/** Takes so many steps as a script says, and the first option wherever it says nothing any more. */
function follow(program: Program, script: readonly number[], steps: number) {
  const host = new Script(script)
  const run = program.start(host)
  settle(run)
  for (let step = 0; step < steps; step++) {
    const process = host.choose(run.choices.length + (run.clock ? 1 : 0))
    run.take(run.choices[process] ?? clock)
    settle(run)
  }
  const outcome = outcomeOf(run)
  const state = stateOf(run, outcome)
  run.end()
  return { decisions: host.decisions, others: host.others, state, outcome }
}

function settle(run: Run): void {
  run.settle(0)
  if (run.misuse !== undefined) throw run.misuse
}

function outcomeOf(run: Run): Outcome | undefined {
  if (run.outcome !== undefined) return run.outcome
  return run.choices.length === 0 && !run.clock ? { kind: 'deadlocked', waiting: run.waiting() } : undefined
}

function stateOf(run: Run, outcome: Outcome | undefined): string {
  const print = new Fingerprint()
  if (run.fingerprint?.(print) === true) return `${print.high} ${print.low}`
  if (outcome === undefined) throw new Error('a state cannot be told apart from others')
  return describeOutcome(outcome)
}

/** Decides as it is told, and writes down what else could have been decided from there on. */
class Script implements Host {
  readonly recorder = undefined
  readonly latency = 1000
  readonly decisions: number[] = []
  readonly others: (readonly number[])[] = []

  constructor(private readonly given: readonly number[]) {}

  choose(options: number): number {
    const given = this.given[this.decisions.length]
    if (given === undefined) {
      for (let other = 1; other < options; other++) this.others.push([...this.decisions, other])
    }
    this.decisions.push(given ?? 0)
    return given ?? 0
  }

  step(): void {
    // No explorer listens.
  }

  random(): never {
    throw new Error('a program that draws random numbers cannot be explored')
  }
}

export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'unhandled') return `${outcome.event} in ${outcome.state} of ${outcome.machine} is unhandled`
  if (outcome.kind === 'failed') return outcome.error instanceof Error ? outcome.error.message : String(outcome.error)
  return outcome.kind
}

/** Works in macrotasks, as a program of a body needs it, and lets the host breathe in between. */
export function inTurns<Result>(world: World, work: Generator<undefined, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    function turn(): void {
      try {
        const result = slice(world, work)
        if (result.done === true) resolve(result.value)
        else realTime.setImmediate(turn)
      } catch (error) {
        reject(error)
      }
    }
    realTime.setImmediate(turn)
  })
}

function slice<Result>(world: World, work: Generator<undefined, Result>): IteratorResult<undefined, Result> {
  const end = realTime.now() + 50
  world.enter()
  try {
    for (;;) {
      const result = work.next()
      if (result.done === true || realTime.now() > end) return result
    }
  } finally {
    world.leave()
  }
}
