import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type Body, check, programOf } from '../../src/index.ts'
import { linesOf, stepsOf, told, valuesOf } from './told.ts'

/** Every operation is labelled with the process that issues it: whatever the order, it stands in that lane. */
async function expectLanes(body: Body): Promise<void> {
  for (let seed = 0; seed < 40; seed++) {
    const { path, lines } = await told(body, { search: 'random-walk', seed: `${seed}` })
    const strays = lines.filter((line) => !/^(\w+): (starts|\1\b)|^clock: /.test(line))
    expect(strays).toEqual([])
    expect((await told(body, { path })).lines).toEqual(lines)
  }
}

test('the start of a spawned process is a step of its own', async () => {
  const order: string[] = []
  const lines = await linesOf(async ({ spawn }) => {
    order.length = 0
    const alice = spawn('alice', () => order.push('alice'))
    order.push('main')
    await alice
  })

  expect(lines).toEqual(['main: starts', 'alice: starts'])
  expect(order).toEqual(['main', 'alice'])
})

test('the starts of two processes come in both orders', async () => {
  const verdict = await check(
    programOf(async ({ spawn }) => {
      const order: string[] = []
      await Promise.all([spawn('alice', () => order.push('alice')), spawn('bob', () => order.push('bob'))])
      return order.join()
    }),
  )

  expect(valuesOf(verdict)).toEqual(['alice,bob', 'bob,alice'])
  expect(verdict).toMatchObject({ passed: true, complete: true, executions: 3 })
})

test('spawn hands on what its function returns, and what it throws', async () => {
  const verdict = await check(
    programOf(async ({ spawn }) => [
      await spawn('value', () => 1),
      await spawn('promise', async () => 2),
      await spawn('throws', () => {
        throw new Error('3')
      }).catch((error: unknown) => (error as Error).message),
      await spawn('rejects', () => Promise.reject(new Error('4'))).catch((error: unknown) => (error as Error).message),
    ]),
  )

  expect(valuesOf(verdict)).toEqual([[1, 2, '3', '4']])
})

test('a body that awaits one process goes on in its own lane', async () => {
  const lines = await linesOf(async ({ spawn, pause }) => {
    await spawn('alice', () => pause('alice works'))
    await pause('main rests')
  })

  expect(lines).toEqual(['main: starts', 'alice: starts', 'alice: alice works', 'main: main rests'])
})

test('a body with one process besides it passes a whole search', async () => {
  const verdict = await check(
    programOf(async ({ spawn, pause }) => {
      await spawn('alice', () => pause())
      await pause()
    }),
  )

  expect(verdict).toMatchObject({ passed: true, complete: true })
})

test('operations stand in the lane of who issues them, with one process beside the body', () =>
  expectLanes(async ({ spawn, pause }) => {
    const alice = spawn('alice', async () => {
      await pause('alice 1')
      await pause('alice 2')
      return 'done'
    })
    await pause('main 1')
    await alice
    await pause('main 2')
  }))

test('a process that has begun before the next one is spawned keeps its lane', async () => {
  const body: Body = async ({ spawn, pause }) => {
    const alice = spawn('alice', async () => {
      await pause('alice 1')
      await pause('alice 2')
      await pause('alice 3')
    })
    await pause('main 1')
    await pause('main 2')
    await Promise.all([alice, spawn('bob', () => pause('bob 1'))])
  }
  // alice overtakes main once, and main overtakes her before bob is there.
  const lines = await linesOf(body, { path: 'round-robin:0.1' })

  expect(lines).toEqual([
    'main: starts',
    'alice: starts',
    'main: main 1',
    'main: main 2',
    'alice: alice 1',
    'alice: alice 2',
    'alice: alice 3',
    'bob: starts',
    'bob: bob 1',
  ])
})

test('operations stand in the lane of who issues them, with processes spawned while others run', () =>
  expectLanes(async ({ spawn, pause }) => {
    const work = (name: string) => async (): Promise<void> => {
      await pause(`${name} 1`)
      await pause(`${name} 2`)
      await pause(`${name} 3`)
    }
    const alice = spawn('alice', work('alice'))
    await pause('main 1')
    const bob = spawn('bob', work('bob'))
    await pause('main 2')
    const carol = spawn('carol', async () => {
      await spawn('dave', work('dave'))
      await work('carol')()
    })
    await Promise.all([alice, bob, carol])
    await pause('main 3')
  }))

test('who waits for a mutex goes on in its own lane when another process releases it', () =>
  expectLanes(async ({ spawn, pause }) => {
    const mutex = new Mutex()
    const work = (name: string) => async (): Promise<void> => {
      await mutex.lock()
      await pause(`${name} holds the lock`)
      mutex.unlock()
      await pause(`${name} has released it`)
    }
    await Promise.all(['alice', 'bob', 'carol'].map((name) => spawn(name, work(name))))
  }))

test('who shares a call in flight goes on in its own lane when the first one has the answer', () =>
  expectLanes(async ({ spawn, pause }) => {
    const loader = new (class {
      inflight: Promise<number> | undefined
      load(who: string): Promise<number> {
        return (this.inflight ??= this.call(who))
      }
      private async call(who: string): Promise<number> {
        await pause(`${who} loads`)
        return 1
      }
    })()
    const work = (name: string) => async (): Promise<void> => {
      await loader.load(name)
      await pause(`${name} has it`)
    }
    await Promise.all(['alice', 'bob'].map((name) => spawn(name, work(name))))
  }))

test('who waits for an event goes on in its own lane when another process emits it', () =>
  expectLanes(async ({ spawn, pause }) => {
    const events = new EventEmitter()
    const waiter = (name: string) => {
      const heard = new Promise((resolve) => events.once('ready', resolve))
      return async (): Promise<void> => {
        await heard
        await pause(`${name} goes on`)
      }
    }
    await Promise.all([
      spawn('alice', waiter('alice')),
      spawn('bob', waiter('bob')),
      spawn('carol', async () => {
        await pause('carol prepares')
        events.emit('ready')
        await pause('carol goes on')
      }),
    ])
  }))

test('who waits for a promise goes on in its own lane when another process resolves it', () =>
  expectLanes(async ({ spawn, pause }) => {
    let open: (value: unknown) => void = () => undefined
    const gate = new Promise((resolve) => (open = resolve))
    const waiter = (name: string) => async (): Promise<void> => {
      await gate
      await pause(`${name} 1`)
      await pause(`${name} 2`)
    }
    const opener = async (): Promise<void> => {
      await pause('carol opens')
      open(undefined)
      await pause('carol 2')
    }
    await Promise.all([spawn('alice', waiter('alice')), spawn('bob', waiter('bob')), spawn('carol', opener)])
    await pause('main ends')
  }))

test('callbacks of then keep the process that attached them', () =>
  expectLanes(({ spawn, pause }) => {
    let open: (value: unknown) => void = () => undefined
    const gate = new Promise((resolve) => (open = resolve))
    return Promise.all([
      spawn('alice', () => gate.then(() => pause('alice 1')).then(() => pause('alice 2'))),
      spawn('bob', () => gate.finally(() => pause('bob 1'))),
      spawn('carol', () => open(undefined)),
    ])
  }))

test('callbacks of queueMicrotask, nextTick and timers keep the process that scheduled them', () =>
  expectLanes(({ spawn, pause }) => {
    const schedulers: Record<string, (callback: () => void) => void> = {
      microtask: queueMicrotask,
      tick: (callback) => process.nextTick(callback),
      timer: (callback) => setTimeout(callback, 5),
      immediate: setImmediate,
      interval(callback) {
        const interval = setInterval(() => {
          clearInterval(interval)
          callback()
        }, 5)
      },
    }
    return Promise.all(
      Object.entries(schedulers).map(([name, schedule]) =>
        spawn(name, async () => {
          await new Promise<void>((resolve) => {
            schedule(() => {
              pause(`${name} in a callback`)
                .then(() => pause(`${name} after it`))
                .then(resolve)
            })
          })
          await pause(`${name} again`)
        }),
      ),
    )
  }))

test('the clock tells whose timer fires', async () => {
  const lines = await linesOf(async ({ spawn, pause }) => {
    await Promise.all([
      spawn('alice', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        await pause('alice is awake')
      }),
      spawn('bob', async () => {
        await new Promise((resolve) => setTimeout(resolve, 10))
        await pause('bob is awake')
      }),
    ])
    await new Promise((resolve) => setTimeout(resolve, 5))
  })

  expect(lines).toEqual([
    'main: starts',
    'alice: starts',
    'bob: starts',
    'clock: timer of 10 ms (bob)',
    'bob: bob is awake',
    'clock: timer of 20 ms (alice)',
    'alice: alice is awake',
    'clock: timer of 5 ms',
  ])
})

test('Promise.all over two controlled calls is two choices', async () => {
  const verdict = await check(
    programOf(async ({ controlled }) => {
      const order: string[] = []
      const get = controlled('get', async (key: string) => key)
      const fetchOne = async (key: string): Promise<void> => void order.push(await get(key))
      await Promise.all([fetchOne('a'), fetchOne('b'), fetchOne('c')])
      return order.join('')
    }),
  )

  expect(valuesOf(verdict)).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  expect(verdict).toMatchObject({ passed: true, complete: true, decisionPoints: 2 })
})

test('operations side by side stand in one lane', async () => {
  const lines = await linesOf(async ({ spawn, pause }) => {
    await spawn('alice', () => Promise.all([pause('one'), pause('two'), pause('three')]))
  })

  expect(lines).toEqual(['main: starts', 'alice: starts', 'alice: one', 'alice: two', 'alice: three'])
})

test('operations after the function of a process has settled stay in its lane', async () => {
  const lines = await linesOf(async ({ spawn, pause }) => {
    let finished: (value: unknown) => void = () => undefined
    const all = new Promise((resolve) => (finished = resolve))
    await spawn('bob', () => undefined)
    await spawn('alice', () => {
      void pause('late 1')
        .then(() => pause('late 2'))
        .then(finished)
    })
    await pause('main goes on')
    await all
  })

  expect(lines.filter((line) => line.includes('late'))).toEqual(['alice: late 1', 'alice: late 2'])
  expect(lines).toContain('main: main goes on')
})

test('a process that nobody awaits is run to its end', async () => {
  let ended = 0
  const verdict = await check(
    programOf(({ spawn, pause }) => {
      ended = 0
      void spawn('alice', async () => {
        await pause()
        await pause()
        ended++
      })
      return 'at once'
    }),
    { path: 'round-robin:' },
  )

  expect(ended).toBe(1)
  expect(valuesOf(verdict)).toEqual(['at once'])
})

test('processes keep their lanes when the event loop has had a turn in the middle of an execution', async () => {
  const realNow = performance.now.bind(performance)
  const steps = await stepsOf(
    async ({ spawn, pause }) => {
      let open: (value: unknown) => void = () => undefined
      const gate = new Promise((resolve) => (open = resolve))
      const waiting = ['alice', 'bob'].map((name) =>
        spawn(name, async () => {
          await gate
          await pause(`${name} goes on`)
        }),
      )
      // The engine looks at the clock every 1,024 steps, and gives way after 50 ms.
      for (let step = 0; step < 1100; step++) await pause('main')
      const until = realNow() + 60
      while (realNow() < until);
      for (let step = 0; step < 1100; step++) await pause('main')
      open(undefined)
      await Promise.all(waiting)
    },
    { explorer: 'run-to-completion' },
  )

  expect(steps.slice(-2).map(({ process, what }) => `${process}: ${what}`)).toEqual([
    'alice: alice goes on',
    'bob: bob goes on',
  ])
})

class Mutex {
  private held = false
  private readonly waiting: (() => void)[] = []
  async lock(): Promise<void> {
    if (this.held) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.held = true
  }
  unlock(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.held = false
    else next()
  }
}
