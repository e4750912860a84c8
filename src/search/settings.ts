import { misuse } from '../core/errors.ts'
import type { DelayingExplorer } from '../core/explorer.ts'
import { isSeed, parsePath } from '../core/path.ts'
import { seedOf } from '../core/random.ts'
import type { TemperatureBound } from '../engine/temperature.ts'
import { explorerNamed } from '../explorers/named.ts'
import { cacheSettings } from './cache-settings.ts'
import { type Fairness, fairnesses } from '../core/fairness.ts'
import { amount, natural } from './limits.ts'
import type { Options } from './options.ts'
import type { Search, Settings } from './search.ts'
import { searchNamed } from './searches.ts'

/** The names of all options, to tell a misspelt one. */
export const optionNames = [
  'explorer',
  'search',
  'delays',
  'increment',
  'cache',
  'samples',
  'executions',
  'minimise',
  'time',
  'steps',
  'latency',
  'fairness',
  'temperature',
  'seed',
  'path',
  'signal',
  'onProgress',
] as const satisfies readonly (keyof Options)[]

const portfolio = ['run-to-completion', 'round-robin'] as const

/** Checks options and fills in the defaults. Bad input ends here. */
export function settingsOf(options: Options): Settings {
  checkShape(options)
  const given = [options.explorer ?? portfolio].flat().map(explorerOf)
  const twice = given.find(({ name }, index) => given.findIndex((other) => other.name === name) !== index)
  if (twice !== undefined) {
    throw misuse(
      `There are two explorers called ${twice.name}.`,
      'Give each a name of its own: their paths could not be told apart.',
    )
  }
  const path = options.path === undefined ? undefined : parsePath(options.path)
  const [first, ...rest] = path ? [explorerNamed(path.explorer, given)] : given
  if (first === undefined) {
    throw misuse('The list of explorers is empty.', `Name one at least, or leave it out for ${portfolio.join(', ')}.`)
  }
  const { samples = (delays) => 100 + 3 ** delays } = options
  const search = searchNamed(options.search ?? 'auto')
  const isBounded = options.temperature !== undefined && search.seeksCycles !== true
  const cache = cacheSettings(options.cache ?? (search.caches === true && !isBounded))
  if (isBounded && cache !== undefined) {
    throw misuse(
      'A temperature bound was asked for together with a cache of states.',
      'How long a monitor has been hot is no part of a state: leave out one of the two, or take the search liveness.',
    )
  }
  if (search.seeksCycles === true && cache === undefined) {
    throw misuse(
      `The search ${search.name} was asked to do without a cache.`,
      'It knows a loop by a state that it has seen before: leave out cache: false.',
    )
  }
  return {
    explorers: [first, ...rest],
    search,
    delays: natural('delays', options.delays ?? 4),
    increment: natural('increment', options.increment ?? 1, 1),
    cache,
    samples: (delays) => natural(`samples, for ${delays} delays,`, samples(delays)),
    executions: natural('executions', options.executions ?? search.executions ?? 2000, 1),
    minimise: natural('minimise', options.minimise ?? 5000),
    time: amount('time', options.time ?? Infinity),
    steps: natural('steps', options.steps ?? 10_000, 1),
    latency: amount('latency', options.latency ?? 1000),
    fairness: fairnessOf(options.fairness ?? 'processes'),
    temperature: temperatureOf(options.temperature, search),
    seed: path?.seed ?? seedFor(options.seed),
    path,
    signal: options.signal,
    onProgress: options.onProgress,
  }
}

function fairnessOf(fairness: Fairness): Fairness {
  if (fairnesses.includes(fairness)) return fairness
  throw misuse(`The option fairness is ${JSON.stringify(fairness)}.`, `Known are ${fairnesses.join(', ')}.`)
}

/** Where loops are recognised, a bound is only for states that cannot be captured, unless it is asked for. */
function temperatureOf(rounds: number | undefined, search: Search): TemperatureBound | undefined {
  if (rounds !== undefined) return { rounds: natural('temperature', rounds, 1), always: true }
  return search.seeksCycles === true ? { rounds: 100, always: false } : undefined
}

function checkShape(options: Options): void {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw misuse('The options are no object.', 'Pass an object, for instance { delays: 3 }.')
  }
  for (const name of Object.keys(options)) {
    if ((optionNames as readonly string[]).includes(name)) continue
    throw misuse(`There is no option called ${JSON.stringify(name)}.`, `Known are ${optionNames.join(', ')}.`)
  }
  const { samples, onProgress, signal } = options
  if (samples !== undefined && typeof samples !== 'function') {
    throw misuse('The option samples is not a function.', 'Pass one, for instance samples: (delays) => 1000.')
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw misuse('The option onProgress is not a function.', 'Pass one: it is called about once a second.')
  }
  if (signal !== undefined && typeof (signal as Partial<AbortSignal> | null)?.aborted !== 'boolean') {
    throw misuse('The option signal is not an AbortSignal.', 'Pass the signal of an AbortController.')
  }
}

function explorerOf(explorer: unknown): DelayingExplorer {
  if (typeof explorer === 'string') return explorerNamed(explorer)
  const value = explorer as Partial<DelayingExplorer> | null | undefined
  if (typeof value?.name === 'string' && typeof value.create === 'function') return explorer as DelayingExplorer
  throw misuse(`${String(explorer)} is not an explorer.`, 'Pass a name, or what defineExplorer returned.')
}

function seedFor(seed: string | undefined): string {
  if (seed === undefined) return seedOf('interlace')
  if (seed === 'random') return seedOf(`${Math.random()}`)
  if (typeof seed === 'string' && isSeed(seed)) return seed
  throw misuse(
    `${JSON.stringify(seed)} cannot be a seed.`,
    'Seeds stand in paths: use a text of letters, digits, - and _; or "random" for another one each time.',
  )
}
