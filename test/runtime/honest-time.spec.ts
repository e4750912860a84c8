import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Body, check, explorers, type Options, programOf } from '../../src/index.ts'
import { valuesOf } from './told.ts'

/** Asks a server that always answers, and gives up after `timeout` ms. */
const asking =
  (timeout: number): Body =>
  async ({ controlled }) => {
    const fetchUser = controlled('fetchUser', async () => 'user')
    let timer: NodeJS.Timeout | undefined
    const expired = new Promise<string>((resolve) => (timer = setTimeout(resolve, timeout, 'timed out')))
    const answer = await Promise.race([fetchUser(), expired])
    clearTimeout(timer)
    return answer
  }

test('a client with a timeout of 30 s never times out on a mock that answers', async () => {
  const verdict = await check(programOf(asking(30_000)))

  expect(valuesOf(verdict)).toEqual(['user'])
  expect(verdict).toMatchObject({ complete: true, decisionPoints: 0 })
})

test('it does time out when answers may take for ever', async () => {
  const verdict = await check(programOf(asking(30_000)), { latency: Infinity })

  expect(valuesOf(verdict)).toEqual(['timed out', 'user'])
})

test('AbortSignal.timeout is as patient', async () => {
  const body: Body = async ({ controlled }) => {
    const fetchUser = controlled('fetchUser', async () => 'user')
    const signal = AbortSignal.timeout(5000)
    const aborted = new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')))
    return Promise.race([fetchUser(), aborted])
  }

  expect(valuesOf(await check(programOf(body)))).toEqual(['user'])
  expect(valuesOf(await check(programOf(body), { latency: 6000 }))).toEqual(['aborted', 'user'])
})

test('a debounce of 300 ms races with a reply', async () => {
  const verdict = await check(
    programOf(async ({ controlled }) => {
      const order: string[] = []
      const save = controlled('save', async () => undefined)
      const saved = save().then(() => order.push('saved'))
      const debounced = new Promise<void>((resolve) => {
        setTimeout(() => {
          order.push('debounced')
          resolve()
        }, 300)
      })
      await Promise.all([saved, debounced])
      return order.join()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['debounced,saved', 'saved,debounced'])
})

test('time that has passed counts: a reply must have come within its latency', async () => {
  const verdict = await check(
    programOf(async ({ controlled }) => {
      const save = controlled('save', async () => undefined)
      let ticks = 0
      const clock = setInterval(() => ticks++, 100)
      await save()
      clearInterval(clock)
      return ticks
    }),
    { explorer: 'round-robin', delays: 20, latency: 500 },
  )

  expect(valuesOf(verdict)).toEqual([0, 1, 2, 3, 4, 5])
})

const polls: Record<string, () => Promise<unknown>> = {
  setImmediate: () => new Promise((resolve) => setImmediate(resolve)),
  'setTimeout(10)': () => sleep(10),
  'setTimeout(0)': () => new Promise((resolve) => setTimeout(resolve, 0)),
}

const searches: Record<string, Options> = {
  ...Object.fromEntries(explorers.map((explorer) => [explorer.name, { explorer, delays: 6, executions: 300 }])),
  'stratified sampling': { search: 'sampling', delays: 6, executions: 600 },
  'the random walk': { search: 'random-walk', executions: 300 },
  'the random walk over random': { search: 'random-walk', explorer: 'random', executions: 300 },
}

test.each(Object.keys(polls).flatMap((poll) => Object.keys(searches).map((search) => [poll, search] as const)))(
  'polling by %s never starves a reply under %s',
  async (poll, search) => {
    const verdict = await check(
      programOf(async ({ controlled, spawn }) => {
        const connect = controlled('connect', async () => 'connected')
        let ready = false
        void connect().then(() => (ready = true))
        await Promise.all(
          ['alice', 'bob'].map((name) =>
            spawn(name, async () => {
              while (!ready) await polls[poll]?.()
            }),
          ),
        )
        return ready
      }),
      searches[search],
    )

    expect(verdict.counterexample?.outcome).toBeUndefined()
    expect(valuesOf(verdict)).toEqual([true])
  },
)

test('a poller that waits for another poller comes to an end', async () => {
  const verdict = await check(
    programOf(async ({ spawn }) => {
      let turn = 0
      const player = (name: string, own: number): Promise<void> =>
        spawn(name, async () => {
          for (let round = 0; round < 3; round++) {
            while (turn % 2 !== own) await new Promise((resolve) => setImmediate(resolve))
            turn++
          }
        })
      await Promise.all([player('ping', 0), player('pong', 1)])
      return turn
    }),
    { explorer: explorers, delays: 6, executions: 500 },
  )

  expect(verdict.passed).toBe(true)
  expect(valuesOf(verdict)).toEqual([6])
})

test('a process that only pauses must go on before a distant timer', async () => {
  const body: Body = async ({ pause, spawn }) => {
    const watchdog = new Promise((resolve) => setTimeout(resolve, 60_000, 'watchdog'))
    return Promise.race([
      watchdog,
      spawn('worker', async () => {
        for (let step = 0; step < 5; step++) await pause()
        return 'work'
      }),
    ])
  }

  expect(valuesOf(await check(programOf(body)))).toEqual(['work'])
  expect(valuesOf(await check(programOf(body), { search: 'random-walk', executions: 200 }))).toEqual(['work'])
  expect(valuesOf(await check(programOf(body), { latency: Infinity }))).toEqual(['watchdog', 'work'])
})
