import { describe, expect, test } from 'vitest'
import { deaf, forgetful, moody, moodyWhenDelayed, silent, swapping } from '../../fixtures/unfit-explorers.ts'
import { InterlaceError } from '../../src/core/errors.ts'
import { defineExplorer, type DelayingExplorer } from '../../src/core/explorer.ts'
import { conformance } from '../../src/explorers/conformance.ts'
import { explorers } from '../../src/explorers/named.ts'

describe.each(explorers.map((explorer) => [explorer.name, explorer] as const))('%s', (_, explorer) => {
  test.each(conformance(explorer).map((rule) => [rule.name, rule] as const))('is %s', (_name, rule) => rule.run())
})

const faultsOf = (explorer: DelayingExplorer): Record<string, unknown> =>
  Object.fromEntries(
    conformance(explorer).flatMap((rule) => {
      try {
        rule.run()
        return []
      } catch (error) {
        return [[rule.name.replace(/:.*/, ''), error]]
      }
    }),
  )

describe('the suite', () => {
  test('says what every explorer must be', () => {
    expect(conformance(explorers[0]!).map(({ name }) => name)).toEqual([
      'total: names an enabled process wherever one is enabled',
      'sound: brings up every choice, each once, within |choices| - 1 delays',
      'deterministic: the same events and the same seed give the same choices',
    ])
  })

  test.each([
    [
      'whose delay changes nothing',
      deaf,
      'sound',
      /^The explorer deaf offered (\d+)(,\1)+ and never [\d,]+ \(life \d+, step \d+\)\./,
    ],
    [
      'that never brings up a third process',
      swapping,
      'sound',
      /^The explorer swapping offered .* and never [\d,]+ \(life/,
    ],
    ['that names nobody', silent, 'total', /^The explorer silent named undefined of [\d,]+ \(life/],
    [
      'that names a process that is not enabled',
      forgetful,
      'total',
      /^The explorer forgetful named \d+ of [\d,]+ \(life/,
    ],
    ['that chooses differently the second time', moody(), 'deterministic', /^The explorer moody chose differently/],
    [
      'whose delays bring up something else the second time',
      moodyWhenDelayed(),
      'deterministic',
      /^The explorer moody-when-delayed chose differently/,
    ],
  ])('finds out an explorer %s', (_, explorer, rule, text) => {
    const faults = faultsOf(explorer)
    expect(Object.keys(faults)).toContain(rule)
    expect(faults[rule]).toBeInstanceOf(InterlaceError)
    expect((faults[rule] as Error).message).toMatch(text)
    expect((faults[rule] as Error).message).toContain('let `delay` bring up another one each time')
  })

  test('finds nothing else wrong with an explorer that is only nondeterministic', () => {
    expect(Object.keys(faultsOf(moody()))).toEqual(['deterministic'])
  })

  test('lets an explorer be random if it asks for the numbers', () => {
    const shuffled = defineExplorer('shuffled', (random) => {
      const queue: number[] = []
      return {
        next: () => queue[0],
        delay: () => void queue.push(...queue.splice(0, 1)),
        step(event) {
          if (event.kind === 'enabled') queue.splice(Math.floor(random() * (queue.length + 1)), 0, event.process)
          else if ((event.kind === 'blocked' || event.kind === 'ended') && queue.includes(event.process)) {
            queue.splice(queue.indexOf(event.process), 1)
          }
        },
      }
    })
    expect(faultsOf(shuffled)).toEqual({})
  })
})
