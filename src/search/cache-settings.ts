import { misuse } from '../core/errors.ts'
import type { CacheOptions } from './cache-options.ts'
import { natural } from './limits.ts'
import type { CacheSettings } from './search.ts'

const known = {
  key: ['composition', 'program', 'happens-before'],
  rule: ['fewer', 'once'],
  full: ['stop', 'replace'],
} as const

const names = ['key', 'rule', 'states', 'full'] as const satisfies readonly (keyof CacheOptions)[]

/** How states are remembered if nothing else is said. */
export const defaultCache: CacheSettings = { key: 'composition', rule: 'fewer', states: 10_000_000, full: 'stop' }

/** Checks how states are to be remembered and fills in the defaults; undefined if they are not. */
export function cacheSettings(cache: unknown): CacheSettings | undefined {
  if (cache === false) return undefined
  if (cache !== true && (typeof cache !== 'object' || cache === null)) {
    throw misuse(
      `The option cache is ${String(cache)}.`,
      'It takes true, false, or an object such as { states: 1000 }.',
    )
  }
  const options: CacheOptions = cache === true ? {} : cache
  const stranger = Object.keys(options).find((name) => !(names as readonly string[]).includes(name))
  if (stranger !== undefined) {
    throw misuse(`The option cache has no ${JSON.stringify(stranger)}.`, `Known are ${names.join(', ')}.`)
  }
  return {
    key: oneOf('key', options.key ?? defaultCache.key),
    rule: oneOf('rule', options.rule ?? defaultCache.rule),
    states: natural('cache.states', options.states ?? defaultCache.states),
    full: oneOf('full', options.full ?? defaultCache.full),
  }
}

function oneOf<Name extends keyof typeof known>(
  name: Name,
  value: (typeof known)[Name][number],
): (typeof known)[Name][number] {
  if ((known[name] as readonly string[]).includes(value)) return value
  throw misuse(
    `The option cache.${name} is ${JSON.stringify(value)}.`,
    `It takes ${known[name].map((one) => `'${one}'`).join(' or ')}.`,
  )
}
