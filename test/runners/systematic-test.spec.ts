import { type Runtime, systematicTest } from 'interlace/vitest'
import { expect, expectTypeOf, type ExpectStatic, test, type TestContext } from 'vitest'

/** Two processes that race for being first. */
async function race({ spawn, pause }: Pick<Runtime, 'spawn' | 'pause'>): Promise<string> {
  let seen = ''
  const step = (text: string) => async () => {
    await pause()
    seen += text
  }
  await Promise.all([spawn('a', step('a')), spawn('b', step('b'))])
  return seen
}

const seen = new Set<string>()
systematicTest('a body sees every interleaving', async (context) => {
  seen.add(await race(context))
})
test('all of them', () => expect([...seen].sort()).toEqual(['ab', 'ba']))

const drawn = new Set<number>()
systematicTest('random numbers are the same in every execution', async (context) => {
  await race(context)
  drawn.add(Math.random())
})
test('because their seed comes from the name of the test', () =>
  expect([...drawn]).toMatchInlineSnapshot(`
  [
    0.00928584742359817,
  ]
`))

let task: TestContext['task'] | undefined
systematicTest('what the search did', { delays: 9 }, async (context) => {
  task = context.task
  await race(context)
})
test('is in the meta data', () => {
  expect(task?.meta.interlace).toMatchObject({ complete: true, endedBy: 'exhausted', strata: { length: 4 } })
})

test('types', () => {
  // Compiled, never called.
  expectTypeOf(() => {
    systematicTest('options of both kinds', { delays: 2, retry: 1, timeout: 5, tags: ['slow'] }, (context) => {
      expectTypeOf(context).toExtend<Runtime>()
      expectTypeOf(context.expect).toEqualTypeOf<ExpectStatic>()
      expectTypeOf(context.task).toEqualTypeOf<TestContext['task']>()
      expectTypeOf(context.annotate).toEqualTypeOf<TestContext['annotate']>()
      // The runtime's function, not Vitest's abort signal.
      expectTypeOf(context.signal).toEqualTypeOf<Runtime['signal']>()
    })
    // @ts-expect-error no such option
    systematicTest('misspelt', { delay: 2 }, () => undefined)
    // @ts-expect-error no such explorer
    systematicTest('misspelt', { explorer: 'nobody' }, () => undefined)
    // @ts-expect-error no such search
    systematicTest('misspelt', { search: 'guess' }, () => undefined)
    // @ts-expect-error not a number
    systematicTest('misspelt', { delays: '2' }, () => undefined)
    // @ts-expect-error systematic tests run one after the other
    systematicTest('concurrent', { concurrent: true }, () => undefined)
    // @ts-expect-error a body is missing
    systematicTest('no body')
    // @ts-expect-error no such fixture
    systematicTest('no fixture', ({ account }) => account)
    systematicTest.todo('no body')
    systematicTest.skipIf(true).only.fails('chained', ({ spawn }) => spawn('a', () => 1))

    systematicTest.each([
      [1, 'one'],
      [2, 'two'],
    ])('each', (number, text, context) => {
      expectTypeOf(number).toEqualTypeOf<number>()
      expectTypeOf(text).toEqualTypeOf<string>()
      expectTypeOf(context).toExtend<Runtime>()
    })
    systematicTest.each([{ name: 'x' }])('each', { delays: 1 }, ({ name }, { spawn }) => {
      expectTypeOf(name).toEqualTypeOf<string>()
      expectTypeOf(spawn).toEqualTypeOf<Runtime['spawn']>()
    })
    systematicTest.each<{ left: number }>`left\n${1}`('each', ({ left }) => expectTypeOf(left).toEqualTypeOf<number>())
    systematicTest.for([[1, 'one']] as const)('for', ([number, text], { expect, spawn }) => {
      expectTypeOf(number).toEqualTypeOf<1>()
      expectTypeOf(text).toEqualTypeOf<'one'>()
      expectTypeOf(expect).toEqualTypeOf<ExpectStatic>()
      expectTypeOf(spawn).toEqualTypeOf<Runtime['spawn']>()
    })

    const extended = systematicTest.extend<{ word: string; length: number }>({
      word: async ({ task }, use) => use(task.name),
      length: [async ({ word }, use) => use(word.length), { auto: true }],
    })
    extended('fixtures', ({ word, length, pause }) => {
      expectTypeOf(word).toEqualTypeOf<string>()
      expectTypeOf(length).toEqualTypeOf<number>()
      expectTypeOf(pause).toEqualTypeOf<Runtime['pause']>()
    })
    extended
      .extend('answer', ({ word }) => word === 'x')
      .extend('limit', { scope: 'test' }, async () => 3)
      .extend('list', [1, 2])
      .for([1])('more fixtures', (_, { answer, limit, list, word }) => {
      expectTypeOf(list).toEqualTypeOf<number[]>()
      expectTypeOf(answer).toEqualTypeOf<boolean>()
      expectTypeOf(limit).toEqualTypeOf<number>()
      expectTypeOf(word).toEqualTypeOf<string>()
    })
  })
})
