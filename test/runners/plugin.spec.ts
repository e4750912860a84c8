import { interlace, type Provided } from 'interlace/plugin'
import { expect, test } from 'vitest'

function providedBy(plugin: ReturnType<typeof interlace>, configFile?: string): Provided | undefined {
  let provided: Provided | undefined
  plugin.configureVitest({
    project: { provide: (_, value) => (provided = value) },
    vitest: { vite: { config: { configFile } } },
  })
  return provided
}

test('hands its options to the workers', () => {
  const options = {
    delays: 2,
    explorer: ['random', 'round-robin'],
    time: 500,
    seed: 'abc',
    html: 'pages',
    save: true,
  } as const
  expect(providedBy(interlace(options))?.options).toEqual(options)
  expect(providedBy(interlace())?.options).toEqual({})
  expect(providedBy(interlace({ seed: undefined } as object))?.options).not.toHaveProperty('seed')
})

test('names a configuration file that Vitest does not find by itself', () => {
  const here = process.cwd()
  expect(providedBy(interlace(), `${here}/vitest.config.ts`)?.config).toBeUndefined()
  expect(providedBy(interlace(), `${here}/vite.config.mjs`)?.config).toBeUndefined()
  expect(providedBy(interlace(), `${here}/demo/vitest.config.ts`)?.config).toBe('demo/vitest.config.ts')
})

test.each([
  [{ delays: -1 }, 'The option delays is -1.'],
  [{ save: 'maybe' }, 'The option save is maybe.'],
  [{ delay: 1 }, 'The plugin has no option called "delay".'],
  [{ html: 1 }, 'The option html is 1.'],
  [{ path: 'random:1' }, 'The plugin has no option called "path".'],
  [{ samples: () => 1 }, 'The plugin has no option called "samples".'],
  [{ explorer: 'nobody' }, 'There is no explorer called "nobody".'],
  [{ explorer: [{ name: 'mine', create: () => undefined }] }, "The plugin's option explorer is not plain data."],
  [{ seed: () => 'x' }, "The plugin's option seed is not plain data."],
])('refuses %j at once', (options, reason) => {
  expect(() => interlace(options as object)).toThrow(reason)
})
