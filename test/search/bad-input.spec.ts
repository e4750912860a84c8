import { describe, expect, test } from 'vitest'
import { InterlaceError } from '../../src/core/errors.ts'
import { defineExplorer } from '../../src/core/explorer.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { runToCompletion } from '../../src/explorers/run-to-completion.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'
import { optionNames, settingsOf } from '../../src/search/settings.ts'

/** The error that a search with these options ends in, and how often it ran the body before. */
async function refusal(options: unknown): Promise<{ error: unknown; runs: number }> {
  let runs = 0
  const program = programOf(async ({ spawn }) => {
    runs++
    await Promise.all([spawn('a', () => {}), spawn('b', () => {})])
  })
  const error: unknown = await check(program, options as never).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, runs }
}

async function expectRefusal(options: unknown, ...texts: readonly (string | RegExp)[]): Promise<void> {
  const { error, runs } = await refusal(options)
  expect(error).toBeInstanceOf(InterlaceError)
  for (const text of texts) expect((error as Error).message).toMatch(text)
  expect(runs).toBe(0)
}

describe('an option that does not exist', () => {
  test.each(['delay', 'Delays', 'explorers', 'timeout', 'maxSteps'])(
    '%s is refused with those that do',
    async (name) => {
      await expectRefusal({ [name]: 1 }, `There is no option called "${name}".\nKnown are ${optionNames.join(', ')}.`)
    },
  )
})

describe('a limit', () => {
  const wrong = [-1, -0.5, 1.5, NaN, -Infinity, '3', true, [], {}, 3n]

  test.each(['delays', 'executions', 'steps'].flatMap((name) => wrong.map((value) => [name, value] as const)))(
    '%s is not %s',
    async (name, value) => {
      await expectRefusal(
        { [name]: value },
        `The option ${name} is `,
        'It takes a whole number of at least',
        'Infinity',
      )
    },
  )

  test.each(
    ['time', 'latency'].flatMap((name) =>
      wrong.filter((value) => value !== 1.5).map((value) => [name, value] as const),
    ),
  )('%s is not %s', async (name, value) => {
    await expectRefusal({ [name]: value }, `The option ${name} is `, 'It takes a number of milliseconds, 0 or more')
  })

  test.each(['executions', 'steps'])('%s is not 0', async (name) => {
    await expectRefusal({ [name]: 0 }, `The option ${name} is 0.\nIt takes a whole number of at least 1`)
  })

  test('may be Infinity, and delays may be 0', () => {
    const limits = { delays: Infinity, executions: Infinity, steps: Infinity, time: Infinity, latency: Infinity }
    expect(settingsOf(limits)).toMatchObject(limits)
    expect(settingsOf({ delays: 0, time: 0, latency: 0 })).toMatchObject({ delays: 0, time: 0, latency: 0 })
  })

  test('that is left out or undefined has its default', () => {
    const defaults = { delays: 4, executions: 2000, steps: 10_000, time: Infinity, latency: 1000 }
    const left = { delays: undefined, executions: undefined, steps: undefined, time: undefined, latency: undefined }
    expect(settingsOf({})).toMatchObject(defaults)
    expect(settingsOf(left as never)).toMatchObject(defaults)
    expect([0, 1, 2, 5].map((delays) => settingsOf({}).samples(delays))).toEqual([101, 103, 109, 343])
  })
})

describe('an explorer', () => {
  test('that nobody knows is refused with those that are known', async () => {
    await expectRefusal(
      { explorer: 'pct' },
      'There is no explorer called "pct".\nKnown are round-robin, run-to-completion, probabilistic-round-robin, random, ordered;',
    )
    await expectRefusal({ explorer: ['round-robin', 'rr'] }, 'There is no explorer called "rr".')
  })

  test.each([[3], [{}], [[undefined]], [[null]], [{ name: 'mine' }], [() => {}]])('is not %s', async (explorer) => {
    await expectRefusal({ explorer }, 'is not an explorer.\nPass a name, or what defineExplorer returned.')
  })

  test('is not none', async () => {
    await expectRefusal(
      { explorer: [] },
      'The list of explorers is empty.\nName one at least, or leave it out for run-to-completion, round-robin.',
    )
  })

  test('is not another one of the same name: their paths could not be told apart', async () => {
    const mine = defineExplorer('round-robin', () => runToCompletion.create(() => 0))
    await expectRefusal({ explorer: ['round-robin', mine] }, 'round-robin')
  })

  test.each([[[null]], [[undefined]], [[3]], [3]])('is not %j, also beside a path', async (explorer) => {
    await expectRefusal({ explorer, path: 'round-robin:0' }, 'is not an explorer.')
  })
})

describe('a search', () => {
  test.each(['pct', '', 'Auto', 3, {}])('is not %j', async (search) => {
    await expectRefusal({ search }, `There is no search called ${JSON.stringify(search)}.\nKnown are auto, sampling,`)
  })
})

describe('a cache', () => {
  test.each([3, 'yes'])('is not %j', async (cache) => {
    await expectRefusal({ cache }, 'The option cache is ', 'It takes true, false, or an object')
  })

  test.each([
    [{ size: 3 }, 'The option cache has no "size".\nKnown are key, rule, states, full.'],
    [
      { key: 'explorer' },
      `The option cache.key is "explorer".\nIt takes 'composition' or 'program' or 'happens-before'.`,
    ],
    [{ rule: 'twice' }, `The option cache.rule is "twice".\nIt takes 'fewer' or 'once'.`],
    [{ full: 3 }, `The option cache.full is 3.\nIt takes 'stop' or 'replace'.`],
    [{ states: -1 }, 'The option cache.states is -1.\nIt takes a whole number of at least 0'],
  ])('is not %j', async (cache, text) => expectRefusal({ cache }, text))

  test('has defaults, and is there for an exhaustive search or if it is asked for', () => {
    const defaults = { key: 'composition', rule: 'fewer', states: 10_000_000, full: 'stop' }
    expect(settingsOf({ search: 'exhaustive' }).cache).toEqual(defaults)
    expect(settingsOf({ cache: true }).cache).toEqual(defaults)
    // Whoever has not asked for it may keep what a machine knows outside of its data.
    expect(settingsOf({}).cache).toBeUndefined()
    expect(settingsOf({ cache: { states: 3 } }).cache).toEqual({ ...defaults, states: 3 })
    expect(settingsOf({ cache: false }).cache).toBeUndefined()
  })
})

test.each([0, -1, 1.5, '1'])('the increment is not %j', async (increment) => {
  await expectRefusal({ increment }, `The option increment is ${increment}.\nIt takes a whole number of at least 1`)
})

test('an exhaustive search has a larger limit of its own', () => {
  expect(settingsOf({ search: 'exhaustive' }).executions).toBe(100_000)
  expect(settingsOf({ search: 'exhaustive', executions: 7 }).executions).toBe(7)
})

describe('samples', () => {
  test.each([3, '3', {}])('are not %j', async (samples) => {
    await expectRefusal({ samples }, 'The option samples is not a function.\nPass one, for instance')
  })

  test.each([NaN, -1, '10', undefined])('are a function that does not give %s', async (value) => {
    const { error, runs } = await refusal({ search: 'sampling', samples: () => value })
    expect(error).toBeInstanceOf(InterlaceError)
    expect((error as Error).message).toContain('samples')
    expect(runs).toBe(0)
  })
})

describe('a seed', () => {
  test.each(['', 'a b', 'a:b', 'a@b', 3, {}])('is not %j', async (seed) => {
    await expectRefusal({ seed }, 'cannot be a seed.\nSeeds stand in paths: use a text of letters, digits, - and _')
  })

  test('has four digits when it is random, and is another one each time', () => {
    const seeds = Array.from({ length: 20 }, () => settingsOf({ seed: 'random' }).seed)
    expect(seeds.filter((seed) => !/^[0-9a-f]{4}$/.test(seed))).toEqual([])
    expect(new Set(seeds).size).toBeGreaterThan(1)
  })

  test('of a path goes before another one', () => {
    expect(settingsOf({ path: 'random@7f3a:1', seed: 'other' }).seed).toBe('7f3a')
    expect(settingsOf({ path: 'random:1', seed: 'other' }).seed).toBe('other')
  })
})

describe('signal and onProgress', () => {
  test.each([[{ signal: 'stop' }], [{ signal: {} }], [{ onProgress: 3 }], [{ onProgress: 'log' }]])(
    'are not %j',
    async (options) => expectRefusal(options, Object.keys(options)[0]!),
  )
})

describe('options', () => {
  test.each([[null], ['round-robin'], [3]])('are not %j', async (options) => {
    await expectRefusal(options, /option/i)
  })
})

describe('a path', () => {
  test.each(['', ':1', 'round-robin:x', 'round-robin:1.', 'round robin:1'])('that does not parse: %j', async (path) => {
    await expectRefusal({ path }, `${JSON.stringify(path)} is not a path.`, 'Copy it whole from the failure')
  })

  test.each([[3], [{}], [['round-robin:1']]])('that is no text: %j', async (path) => {
    await expectRefusal({ path }, 'is not a path')
  })

  test('of an explorer that nobody knows', async () => {
    await expectRefusal(
      { path: 'mine:1' },
      'There is no explorer called "mine".',
      'pass an explorer of your own as a value',
    )
  })

  test('of an explorer of one’s own is found when it is passed', async () => {
    const mine = defineExplorer('mine', () => roundRobin.create(() => 0))
    expect(await refusal({ path: 'mine:0', explorer: mine })).toEqual({ error: undefined, runs: 1 })
    expect(await refusal({ path: 'mine:0', explorer: ['round-robin', mine] })).toEqual({ error: undefined, runs: 1 })
  })

  test.each([
    ['round-robin:1', 'of its 1 delays, 0 found their place in 1 decision points (3 steps)'],
    ['round-robin:0.0', 'of its 2 delays, 1 found their place in 1 decision points (3 steps)'],
    ['run-to-completion:0.7.1', 'of its 3 delays, 1 found their place in 1 decision points (3 steps)'],
  ])('that outlives its program: %s', async (path, text) => {
    const { error, runs } = await refusal({ path })
    expect(error).toBeInstanceOf(InterlaceError)
    expect((error as Error).message).toContain(`The path ${path} does not fit this program: ${text}.`)
    expect((error as Error).message).toContain('Remove the path to search anew.')
    expect(runs).toBe(1)
  })
})
