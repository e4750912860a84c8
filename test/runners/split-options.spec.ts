import { expect, test } from 'vitest'
import { splitArguments } from '../../src/runners/split-options.ts'

const body = (): void => undefined

test('parts our options from those of Vitest', () => {
  expect(splitArguments({ delays: 2, html: true, retry: 1, tags: ['slow'], seed: undefined }, body)).toEqual({
    search: { delays: 2, html: true },
    vitest: { retry: 1, tags: ['slow'] },
    body,
  })
  expect(splitArguments(body, undefined)).toEqual({ search: {}, vitest: {}, body })
  expect(splitArguments(body, 100)).toEqual({ search: {}, vitest: { timeout: 100 }, body })
  expect(splitArguments(undefined, undefined)).toEqual({ search: {}, vitest: {}, body: undefined })
})

test.each([
  [{ delay: 1 }, body, 'A systematic test has no option called "delay".'],
  [{ signal: null }, body, 'A systematic test has no option called "signal".'],
  [{}, 'body', 'is a function, not body'],
  ['body', undefined, 'is a function, not body'],
  [null, body, 'is a function, not null'],
  [body, { delays: 1 }, 'stand after its body'],
])('refuses (%j, %j)', (first, second, reason) => {
  expect(() => splitArguments(first, second)).toThrow(reason)
})
