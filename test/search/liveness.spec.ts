import { expect, test } from 'vitest'
import { forgets, neverServes, politeForEver, retries, servesForEver, starves } from '../../fixtures/liveness.ts'
import { type Model, modelProgram } from '../../fixtures/model-program.ts'
import { randomFrom } from '../../src/core/random.ts'
import {
  type Body,
  check,
  describeVerdict,
  explorers,
  type Fingerprint,
  machine,
  messages,
  type Options,
  parsePath,
  type Program,
  programOf,
} from '../../src/index.ts'
import { componentsOf } from '../../src/search/components.ts'

const searches = ['liveness', 'nested-dfs'] as const
const fairnesses = ['none', 'processes', 'processes-and-choices'] as const

const search = (body: Body, options: Options) => check(programOf(body), { delays: Infinity, ...options })

/** Whether a livelock is found: without any fairness, fair to processes, fair to processes and choices. */
const programs: readonly (readonly [name: string, body: Body, livelocks: readonly boolean[]])[] = [
  ['a server that never serves', neverServes, [true, true, true]],
  ['a process that starves if nobody gives it a turn', starves, [true, false, false]],
  ['two polite processes', politeForEver, [true, true, true]],
  ['a retry that need not succeed', retries, [true, true, false]],
  ['a ring that serves for ever', servesForEver, [false, false, false]],
]

for (const [name, body, livelocks] of programs) {
  test.each(
    explorers.flatMap((explorer) =>
      searches.flatMap((kind) => fairnesses.map((fairness, place) => ({ explorer, kind, fairness, place }))),
    ),
  )(`${name}: the verdict of $kind under $explorer.name, fair to: $fairness`, async (given) => {
    const { explorer, kind, fairness, place } = given
    const verdict = await search(body, { search: kind, explorer, fairness })
    const isFound = livelocks[place]
    expect(verdict.passed).toBe(!isFound)
    expect(verdict.complete).toBe(!isFound)
    if (isFound !== true) return
    const { outcome, path, minimal } = verdict.counterexample ?? {}
    // The loop of a process that starves is unfair; a search that asks for fairness has found a fair one.
    expect(outcome).toMatchObject({ kind: 'livelocked', monitors: [{ name: 'service', state: 'waiting' }] })
    if (fairness !== 'none') expect(outcome).toMatchObject({ fair: true })
    expect(minimal).toBe(false)

    const again = await search(body, { path: path ?? '' })
    expect(again.executions).toBe(1)
    expect(again.counterexample).toMatchObject({ path, outcome })
    expect(again.counterexample?.trace).toEqual(verdict.counterexample?.trace)
  })
}

test('a starved process is told from a livelock', async () => {
  const { counterexample } = await search(starves, { search: 'liveness', fairness: 'none' })
  expect(counterexample?.outcome).toMatchObject({ kind: 'livelocked', fair: false })
})

test('an execution that ends while a monitor is hot fails, in every search', async () => {
  for (const kind of ['auto', 'sampling', 'exhaustive', 'liveness'] as const) {
    const verdict = await search(forgets, { search: kind, delays: 2 })
    expect(verdict.counterexample?.outcome).toMatchObject({
      kind: 'hot',
      monitors: [{ name: 'service', state: 'waiting' }],
    })
  }
})

const patient = machine({
  accepts: messages<{ wanted: undefined; served: undefined }>(),
  data: {},
  initial: 'waiting',
  states: { waiting: { hot: true, on: { served: 'content' } }, content: { ignore: ['served', 'wanted'] } },
})

test('an execution does not end while a timer may bring what a monitor wants', async () => {
  const late = machine({
    accepts: messages<{ ring: undefined }>(),
    data: {},
    initial: 'sleeping',
    states: {
      sleeping: { entry: ({ after }) => after(60_000, 'ring'), on: { ring: ({ announce }) => announce('served') } },
    },
  })
  const verdict = await search(
    ({ create, monitor }) => {
      monitor('patient', patient)
      create('late', late)
      create('later', late)
    },
    { search: 'exhaustive' },
  )
  expect(verdict).toMatchObject({ passed: true, complete: true })
})

test('where states cannot be captured, a bound on the temperature stands in, and is said to be one', async () => {
  const body: Body = ({ monitor, spawn, pause }) => {
    monitor('patient', patient)
    for (const name of ['left', 'right']) {
      void spawn(name, async () => {
        for (;;) await pause()
      })
    }
  }
  const verdict = await search(body, { search: 'liveness', explorer: 'random' })
  expect(verdict.counterexample?.outcome).toMatchObject({ kind: 'hot', rounds: 100 })
  const again = await search(body, { search: 'liveness', path: verdict.counterexample?.path ?? '' })
  expect(again.counterexample?.outcome).toMatchObject({ kind: 'hot', rounds: 100 })

  const bounded = await search(body, { search: 'sampling', explorer: 'random', temperature: 7 })
  expect(bounded.counterexample?.outcome).toMatchObject({ kind: 'hot', rounds: 7 })
})

test('an execution without an end whose loop cannot be seen is left at the step limit, and nothing is claimed', async () => {
  const body: Body = ({ monitor, spawn, pause }) => {
    monitor('patient', patient)
    for (const name of ['left', 'right']) {
      void spawn(name, async () => {
        for (;;) await pause()
      })
    }
  }
  // Run to completion lets one of them run for ever, which is unfair: no round is ever through.
  const verdict = await search(body, { search: 'liveness', explorer: 'run-to-completion', delays: 0, steps: 500 })
  expect(verdict).toMatchObject({
    passed: true,
    complete: false,
    liveness: { fairness: 'processes', temperature: 100 },
  })
  expect(verdict.strata.map(({ exhausted }) => exhausted)).toEqual([false])
  expect(describeVerdict(verdict)).toContain('none stays hot for 100 rounds: a bound, no proof.')
})

test('complete is not claimed over an execution that was left at the step limit', async () => {
  const body: Body = ({ spawn, pause }) => {
    void spawn('alone', async () => {
      for (;;) await pause()
    })
  }
  // There is one execution, and nothing is left to run: only that it was not run to its end stands against it.
  const verdict = await search(body, { search: 'liveness', explorer: 'round-robin', steps: 50 })
  expect(verdict).toMatchObject({ passed: true, complete: false, executions: 1, steps: 50 })
})

test('the temperature rises in fair rounds only: one process that runs alone proves nothing', async () => {
  const body: Body = async ({ monitor, announce, spawn, pause }) => {
    monitor('patient', patient)
    const work = { isDone: false }
    void spawn('server', () => {
      work.isDone = true
      announce('served')
    })
    for (let turns = 0; !work.isDone && turns < 1000; turns++) await pause()
  }
  const verdict = await search(body, { search: 'sampling', explorer: 'ordered', temperature: 3, delays: 2 })
  expect(verdict.passed).toBe(true)
  expect(verdict.steps / verdict.executions).toBeGreaterThan(300)
})

test('a verdict says what it claims of executions without an end', async () => {
  const lines = async (body: Body, options: Options) =>
    describeVerdict(await search(body, { search: 'liveness', explorer: 'round-robin', ...options }))
      .split('\n')
      .filter((line) => line.includes('hot'))
  expect(await lines(servesForEver, {})).toEqual(['No fair execution stays hot for ever.'])
  expect(await lines(servesForEver, { fairness: 'none' })).toEqual(['No execution stays hot for ever.'])
  expect(await lines(retries, { fairness: 'processes-and-choices' })).toEqual([
    'No fair execution, fair to choices, too, stays hot for ever.',
  ])
  expect(await lines(servesForEver, { delays: 1 })).toEqual(['No fair execution stays hot for ever among 38 states.'])
  // Nothing is claimed of states that were seen after the last look.
  const verdict = await search(servesForEver, { search: 'liveness', explorer: 'round-robin', executions: 3 })
  expect(verdict).toMatchObject({ endedBy: 'executions', liveness: { states: 17 } })
  expect(verdict.states).toBeGreaterThan(17)
  expect(describeVerdict(verdict)).toContain('No fair execution stays hot for ever among 17 states.')
})

test('a loop of states that is none when it is run is an error, not a claim', async () => {
  // Which way it goes is chosen in the first step and hidden from the state: 0 → 1 → 2, or 1 → 0 → 2.
  type Hidden = readonly [shown: number, way: 0 | 1]
  const ways = { 0: [1, 2], 1: [2, 0] } as const
  const hidden: Model<Hidden> = {
    processes: 2,
    initial: [3, 0],
    next([shown, way], process) {
      if (shown === 3)
        return process === 1
          ? ([
              [0, 0],
              [1, 1],
            ] as const)
          : []
      return shown === 2 || process !== way + 1 ? [] : [[ways[way][shown as 0 | 1], way]]
    },
    isHot: ([shown]) => shown < 2,
  }
  const program = modelProgram(hidden)
  const blurred: Program = {
    start(host) {
      const run = program.start(host)
      const shown = (): number => (run as unknown as { state: Hidden }).state[0]
      return Object.assign(run, {
        fingerprint(into: Fingerprint) {
          into.number(shown())
          return true
        },
      })
    },
  }
  for (const kind of searches) {
    await expect(check(blurred, { search: kind, explorer: 'round-robin', delays: 3 })).rejects.toThrow(
      'A loop of states was found that is none when it is run',
    )
  }
})

test('a loop that no choice leads out of takes the options that it meets, and no others', async () => {
  const verdict = await search(politeForEver, { search: 'liveness', fairness: 'processes-and-choices' })
  expect(parsePath(verdict.counterexample?.path ?? '').loop).toEqual({ stem: 5, steps: 4 })
})

test('a bound on the temperature does not go together with a cache: no state tells how long', async () => {
  const spins: Body = (runtime) => {
    starves(runtime)
  }
  const cached = { search: 'exhaustive', explorer: 'random', temperature: 3, cache: true } as const
  await expect(search(spins, cached)).rejects.toThrow('A temperature bound was asked for together with a cache')
  const { counterexample } = await search(neverServes, { ...cached, cache: false })
  expect(counterexample?.outcome).toMatchObject({ kind: 'hot', rounds: 3 })
  const unsaid = await search(neverServes, { search: 'exhaustive', explorer: 'random', temperature: 3 })
  expect(unsaid.counterexample?.outcome).toMatchObject({ kind: 'hot', rounds: 3 })
})

test('a path whose loop is no loop any more is recognised', async () => {
  await expect(search(servesForEver, { path: 'run-to-completion:/12+6' })).rejects.toThrow(
    'The path run-to-completion:/12+6 does not fit this program: it does not go round any more.',
  )
})

test('a search for loops cannot do without a cache', async () => {
  await expect(search(retries, { search: 'liveness', cache: false })).rejects.toThrow('do without a cache')
})

// Random programs against the definition

interface Machine {
  readonly states: number
  readonly processes: number
  readonly next: readonly (readonly (readonly number[])[])[] // by state and process: the states that a step can lead to
  readonly hot: readonly boolean[]
}

/** A program without an end: in every state, some process can go on. */
function randomMachine(seed: number): Machine {
  const random = randomFrom(`machine ${seed}`)
  const below = (bound: number): number => Math.floor(random() * bound)
  const states = 3 + below(3)
  const processes = 2
  const targets = (least: number) => Array.from({ length: least + below(3 - least) }, () => below(states))
  return {
    states,
    processes,
    next: Array.from({ length: states }, () => {
      const steps = Array.from({ length: processes }, () => targets(0))
      if (steps.every((step) => step.length === 0)) steps[below(processes)] = targets(1)
      return steps
    }),
    hot: Array.from({ length: states }, () => random() < 0.7),
  }
}

function modelOf({ processes, next, hot }: Machine): Model<number> {
  return {
    processes,
    initial: 0,
    next: (state, process) => next[state]?.[process - 1] ?? [],
    isHot: (state) => hot[state] === true,
  }
}

function reachedBy({ next }: Machine): Set<number> {
  const seen = new Set([0])
  for (const state of seen) for (const step of next[state] ?? []) for (const to of step) seen.add(to)
  return seen
}

/** Tries every set of steps: does it hold an execution that goes round in hot states for ever, and is fair? */
function livelocks(given: Machine, fairness: (typeof fairnesses)[number]): boolean {
  const { next, hot, processes } = given
  const reached = reachedBy(given)
  const steps = [...reached]
    .filter((state) => hot[state])
    .flatMap((state) =>
      (next[state] ?? []).flatMap((targets, process) => {
        const step = { state, process, targets }
        // Where choices are fair, a step has all of its targets; else each of them is a step of its own.
        return fairness === 'processes-and-choices' ? [step] : targets.map((to) => ({ ...step, targets: [to] }))
      }),
    )
    .filter(({ targets }) => targets.length > 0 && targets.every((to) => hot[to]))
  for (let set = 1; set < 1 << steps.length; set++) {
    const chosen = steps.filter((_, index) => (set >> index) & 1)
    const states = new Set(chosen.map(({ state }) => state))
    if (!chosen.every(({ targets }) => targets.every((to) => states.has(to)))) continue
    const component = componentsOf(states, (state) =>
      chosen.filter((step) => step.state === state).flatMap(({ targets }) => targets),
    )
    if (new Set(component.values()).size > 1) continue
    const isFair = Array.from({ length: processes }, (_, process) => process).every(
      (process) =>
        chosen.some((step) => step.process === process) ||
        [...states].some((state) => (next[state]?.[process] ?? []).length === 0),
    )
    if (fairness === 'none' || isFair) return true
  }
  return false
}

test.each(fairnesses)(
  'on random programs, a livelock is found if and only if there is one: %s',
  async (fairness) => {
    const found = { some: 0, none: 0 }
    for (let seed = 0; seed < 300; seed++) {
      const given = randomMachine(seed)
      const explorer = explorers[seed % explorers.length] ?? 'round-robin'
      const expected = livelocks(given, fairness)
      for (const kind of searches) {
        const verdict = await check(modelProgram(modelOf(given)), {
          search: kind,
          explorer,
          fairness,
          delays: Infinity,
          increment: 1 + (seed % 3),
          cache: { key: seed % 2 === 0 ? 'composition' : 'program' },
        })
        expect({ seed, kind, found: !verdict.passed }).toEqual({ seed, kind, found: expected })
        expect(verdict.complete).toBe(!expected)
        const { loop } = parsePath(verdict.counterexample?.path ?? 'round-robin:')
        expect(loop !== undefined).toBe(expected)
      }
      if (expected) found.some++
      else found.none++
    }
    expect(Math.min(found.some, found.none)).toBeGreaterThan(50)
  },
  30_000,
)
