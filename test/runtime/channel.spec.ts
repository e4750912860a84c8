import { expect, test } from 'vitest'
import { ChannelClosed, check, InterlaceError, programOf } from '../../src/index.ts'
import { linesOf, outcomeOf, valuesOf } from './told.ts'

test('messages are received in the order in which they were sent', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn, pause }) => {
      const letters = channel<number>('letters')
      const producer = spawn('producer', async () => {
        for (const number of [1, 2, 3]) {
          await letters.send(number)
          await pause()
        }
        letters.close()
      })
      const received: number[] = []
      for await (const number of letters) received.push(number)
      await producer
      return received.join()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['1,2,3'])
  expect(verdict.executions).toBeGreaterThan(1)
})

test('sending to an unbounded channel is no step, receiving is one', async () => {
  const lines = await linesOf(async ({ channel }) => {
    const letters = channel<string>('letters')
    await letters.send('a')
    await letters.send('b')
    expect(letters.size).toBe(2)
    expect(letters.name).toBe('letters')
    expect(await letters.receive()).toBe('a')
    expect(letters.size).toBe(1)
  })

  expect(lines).toEqual(['main: starts', "main: letters.receive() → 'a'"])
})

test('messages of two senders interleave, each in its own order', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn, pause }) => {
      const letters = channel<string>('letters')
      const sending = (name: string, messages: string[]): Promise<void> =>
        spawn(name, async () => {
          for (const message of messages) {
            await letters.send(message)
            await pause()
          }
        })
      await Promise.all([sending('alice', ['a', 'b']), sending('bob', ['1', '2'])])
      letters.close()
      let received = ''
      for await (const message of letters) received += message
      return received
    }),
    { delays: 6 },
  )

  expect(valuesOf(verdict)).toEqual(['12ab', '1a2b', '1ab2', 'a12b', 'a1b2', 'ab12'])
})

test('undefined and null are messages like any other', async () => {
  const verdict = await check(
    programOf(async ({ channel }) => {
      const letters = channel<unknown>('letters')
      await letters.send(undefined)
      await letters.send(null)
      letters.close()
      const received: unknown[] = []
      for await (const message of letters) received.push(message)
      return received
    }),
  )

  expect(valuesOf(verdict)).toEqual([[undefined, null]])
})

test('sending to a full channel waits for room', async () => {
  const sizes: number[] = []
  const lines = await linesOf(async ({ channel, spawn }) => {
    sizes.length = 0
    const letters = channel<number>('letters', { capacity: 1 })
    const producer = spawn('producer', async () => {
      for (const number of [1, 2]) {
        await letters.send(number)
        sizes.push(letters.size)
      }
    })
    const consumer = spawn('consumer', async () => {
      expect(await letters.receive()).toBe(1)
      expect(await letters.receive()).toBe(2)
    })
    await Promise.all([producer, consumer])
  })

  expect(lines).toEqual([
    'main: starts',
    'producer: starts',
    'consumer: starts',
    'consumer: letters.receive() → 1',
    'producer: letters.send(2) finds room',
    'consumer: letters.receive() → 2',
  ])
  expect(sizes).toEqual([1, 1])
})

test('a full channel never holds more than its capacity', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn }) => {
      const letters = channel<number>('letters', { capacity: 2 })
      let most = 0
      const producers = ['alice', 'bob', 'carol'].map((name, index) =>
        spawn(name, async () => {
          await letters.send(index)
          most = Math.max(most, letters.size)
          await letters.send(index)
          most = Math.max(most, letters.size)
        }),
      )
      for (let count = 0; count < 6; count++) await letters.receive()
      await Promise.all(producers)
      return most
    }),
    { executions: 500 },
  )

  expect(verdict.passed).toBe(true)
  expect(valuesOf(verdict)).toEqual([2])
})

test('one sender that does not wait for room keeps its order', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn }) => {
      const letters = channel<number>('letters', { capacity: 1 })
      void spawn('producer', () => {
        for (const number of [1, 2, 3]) void letters.send(number)
      })
      return [await letters.receive(), await letters.receive(), await letters.receive()].join()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['1,2,3'])
})

test('several receivers race for one message', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn }) => {
      const jobs = channel<string>('jobs')
      const winners: string[] = []
      for (const name of ['alice', 'bob', 'carol']) {
        void spawn(name, async () => {
          await jobs.receive()
          winners.push(name)
        })
      }
      await spawn('producer', () => jobs.send('job'))
      return winners
    }),
    { delays: 6 },
  )

  expect(verdict.passed).toBe(true)
  // The array is looked at when the execution is over: exactly one has it.
  expect(valuesOf(verdict)).toEqual([['alice'], ['bob'], ['carol']])
})

test('closing wakes all who wait for a message', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn }) => {
      const letters = channel<string>('letters')
      const waiting = ['alice', 'bob'].map((name) =>
        spawn(name, () =>
          letters.receive().catch((error: unknown) => {
            expect(error).toBeInstanceOf(ChannelClosed)
            return (error as Error).message
          }),
        ),
      )
      await spawn('closer', () => letters.close())
      return Promise.all(waiting)
    }),
  )

  const closed = 'the channel letters is closed and empty'
  expect(verdict.passed).toBe(true)
  expect(valuesOf(verdict)).toEqual([[closed, closed]])
})

test('closing wakes all who wait for room', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn }) => {
      const letters = channel<number>('letters', { capacity: 1 })
      await letters.send(0)
      const waiting = spawn('alice', () => letters.send(1).catch((error: unknown) => error instanceof ChannelClosed))
      await spawn('closer', () => letters.close())
      return waiting
    }),
  )

  expect(valuesOf(verdict)).toEqual([true])
})

test('messages sent before the end are still received, then iteration ends', async () => {
  const verdict = await check(
    programOf(async ({ channel }) => {
      const letters = channel<string>('letters')
      await letters.send('a')
      letters.close()
      letters.close()
      const received: string[] = []
      for await (const letter of letters) received.push(letter)
      for await (const letter of letters) received.push(letter)
      return received
    }),
  )

  expect(valuesOf(verdict)).toEqual([['a']])
})

test('iteration can be left and taken up again', async () => {
  const verdict = await check(
    programOf(async ({ channel }) => {
      const letters = channel<string>('letters')
      await Promise.all(['a', 'b', 'c'].map((letter) => letters.send(letter)))
      for await (const letter of letters) if (letter === 'b') break
      return letters.receive()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['c'])
})

test('sending to a closed channel rejects', async () => {
  const verdict = await check(
    programOf(async ({ channel }) => {
      const letters = channel<string>('letters')
      letters.close()
      const error: unknown = await letters.send('a').catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ChannelClosed)
      return [(error as Error).name, (error as Error).message, letters.size]
    }),
  )

  expect(valuesOf(verdict)).toEqual([['ChannelClosed', 'the channel letters is closed: nothing can be sent', 0]])
})

test('a deadlock names the channel, and what is missing', async () => {
  const verdict = await check(
    programOf(async ({ channel, spawn }) => {
      const requests = channel<number>('requests', { capacity: 1 })
      const answers = channel<number>('answers')
      await Promise.all([
        spawn('client', async () => {
          await requests.send(1)
          await requests.send(2)
        }),
        spawn('server', () => answers.receive()),
      ])
    }),
  )

  expect(outcomeOf(verdict)).toMatchObject({
    kind: 'deadlocked',
    waiting: [
      { process: 'client', for: 'room in the channel requests' },
      { process: 'server', for: 'a message on the channel answers' },
      { process: 'main', for: 'a promise that nothing settles' },
    ],
  })
})

test('the methods of a channel can be handed on', async () => {
  const verdict = await check(
    programOf(async ({ channel }) => {
      const { send, receive, close } = channel<number>('letters')
      await send(1)
      const received = await receive()
      close()
      return received
    }),
  )

  expect(valuesOf(verdict)).toEqual([1])
})

test.each([0, -1, 1.5, Number.NaN, '3'])('refuses a capacity of %s', async (capacity) => {
  const refused = check(programOf(({ channel }) => channel('letters', { capacity: capacity as number })))
  await expect(refused).rejects.toThrow(InterlaceError)
  await expect(refused).rejects.toThrow(`The channel letters has a capacity of ${capacity}.`)
})
