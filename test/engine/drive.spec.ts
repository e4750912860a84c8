import { describe, expect, test } from 'vitest'
import { go, graphProgram } from '../../fixtures/graph-program.ts'
import { independentSteps } from '../../fixtures/independent-steps.ts'
import type { Program, World } from '../../src/core/program.ts'
import { drive } from '../../src/engine/drive.ts'
import { Execution } from '../../src/engine/execution.ts'
import { PathPlan } from '../../src/engine/plan.ts'
import { realTime } from '../../src/engine/real-time.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { type Body, programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const endless = { search: 'sampling', samples: () => Infinity, delays: Infinity, executions: Infinity } as const
/** 63,063,000 executions. */
const vast = programOf(independentSteps(4, 4))

/** A world that writes down when it is entered and left. */
function watchedWorld(synchronous: boolean): World & { readonly log: string[] } {
  const log: string[] = []
  return {
    log,
    synchronous,
    uncontrolled: [],
    enter: () => void log.push('enter'),
    leave: () => void log.push('leave'),
    close: () => {},
  }
}

const execution = (program: Program, steps = 1000): Execution =>
  new Execution(program, roundRobin, new PathPlan([]), { seed: 'drive', steps, latency: 0 })

function burn(ms: number): void {
  for (const end = realTime.now() + ms; realTime.now() < end;);
}

/** Counts the ticks of a real interval while something is under way. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0
  const interval = setInterval(() => ticks++, 1)
  try {
    await work()
  } finally {
    clearInterval(interval)
  }
  return ticks
}

describe('a search', () => {
  test('gives the event loop turns', async () => {
    // Slices of 50 ms leave eleven turns in 600 ms; a search that keeps the loop to itself leaves one, before it begins.
    expect(await ticksDuring(() => check(vast, { ...endless, time: 600 }))).toBeGreaterThanOrEqual(2)
  })

  test('gives the event loop turns within a long execution, too', async () => {
    const oneLong = graphProgram([go])
    const forever: Program = {
      start: (host) => Object.assign(oneLong.start(host), { take: () => {}, settle: () => {}, isEnabled: () => true }),
    }
    const world = watchedWorld(true)
    const ticks = await ticksDuring(() =>
      drive(
        world,
        (function* () {
          yield execution(forever, 6_000_000)
        })(),
      ),
    )
    // No host takes so many steps within one slice of 50 ms.
    expect(ticks).toBeGreaterThan(0)
    expect(world.log.join(' ')).toMatch(/^enter leave( enter leave)+$/)
  })

  test('goes on after a turn in the middle of an execution as if there had been none', async () => {
    // More steps than between two looks at the time, and longer than a slice: the loop takes a turn in between.
    const long = (cost: number): Body => {
      return async ({ spawn, pause }) => {
        let ready: (() => void) | undefined
        const isReady = new Promise<void>((resolve) => (ready = resolve))
        const waiting = spawn('bob', async () => {
          await isReady
          await pause('bob goes on')
          await pause('bob ends')
        })
        await spawn('alice', async () => {
          for (let step = 0; step < 2500; step++) {
            burn(cost)
            await pause()
          }
          ready?.()
        })
        await spawn('carol', () => {})
        await waiting
        throw new Error('tell me')
      }
    }
    const lanes = async (cost: number) =>
      (await check(programOf(long(cost)), { explorer: 'round-robin' })).counterexample?.trace
        .filter(({ what }) => what !== 'goes on')
        .map(({ process, what }) => `${process}: ${what}`)
    const quick = await lanes(0)
    expect(quick).toEqual(expect.arrayContaining(['bob: bob goes on', 'bob: bob ends']))
    expect(await lanes(0.04)).toEqual(quick)
  })

  test('keeps time virtual after a turn in the middle of an execution', async () => {
    const body: Body = async ({ choose, pause }) => {
      choose('a', 'b')
      for (let step = 0; step < 2500; step++) {
        burn(0.04)
        await pause()
      }
      const start = Date.now()
      await new Promise((resolve) => setTimeout(resolve, 3_600_000))
      return Date.now() - start
    }
    const { results } = await check(programOf(body), { executions: 1 })
    expect(results.map(({ value }) => value)).toEqual([3_600_000])
  })

  test('ends early when its signal is aborted from outside', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const verdict = await check(vast, { ...endless, signal: controller.signal })
    expect(verdict).toMatchObject({ endedBy: 'abort', passed: true, complete: false })
  })

  test('ends after the execution in which its signal is aborted, with what it has', async () => {
    const controller = new AbortController()
    let runs = 0
    const body: Body = (runtime) => {
      if (++runs === 10) controller.abort()
      return independentSteps(4, 4)(runtime)
    }
    const verdict = await check(programOf(body), { ...endless, signal: controller.signal })
    // Of ten runs, three repeat an execution to see whether it is the same: the 1st, the 2nd and the 4th.
    expect(verdict).toMatchObject({ endedBy: 'abort', passed: true, complete: false, executions: 7 })
    expect(runs).toBe(10)
  })

  test('runs nothing when its signal is aborted already', async () => {
    let runs = 0
    const verdict = await check(
      programOf(() => runs++),
      { signal: AbortSignal.abort() },
    )
    expect([verdict.endedBy, verdict.executions, verdict.complete, runs]).toEqual(['abort', 0, false, 0])
  })

  test('ends when its time is over', async () => {
    const verdict = await check(vast, { ...endless, time: 30 })
    expect(verdict).toMatchObject({ endedBy: 'time', passed: true, complete: false })
  })

  test.each([1, 2, 3, 10, 99])('ends after %i executions when it may run no more', async (executions) => {
    const verdict = await check(vast, { ...endless, executions })
    expect([verdict.endedBy, verdict.executions, verdict.complete]).toEqual(['executions', executions, false])
  })

  test('is not ended by a limit that it just reaches', async () => {
    const verdict = await check(programOf(independentSteps(2, 3)), {
      ...endless,
      explorer: 'round-robin',
      executions: 20,
    })
    expect([verdict.endedBy, verdict.executions, verdict.complete]).toEqual(['exhausted', 20, true])
  })

  test('has the world to itself: another one waits', async () => {
    const log: string[] = []
    const program = (name: string): Program => ({
      open() {
        log.push(`${name} opens`)
        return { ...watchedWorld(true), close: () => void log.push(`${name} closes`) }
      },
      start: (host) => graphProgram([go], [go]).start(host),
    })
    await Promise.all([check(program('one')), check(program('other'))])
    expect(log).toEqual(['one opens', 'one closes', 'other opens', 'other closes'])
  })

  test('leaves the world after an error, and lets the next search have it', async () => {
    const log: string[] = []
    const broken: Program = {
      open: () => ({
        ...watchedWorld(true),
        enter: () => void log.push('enter'),
        leave: () => void log.push('leave'),
        close: () => void log.push('close'),
      }),
      start() {
        throw new Error('does not start')
      },
    }
    await expect(check(broken)).rejects.toThrow('does not start')
    expect(log).toEqual(['enter', 'leave', 'close'])
    expect((await check(graphProgram([go], [go]))).passed).toBe(true)
  })
})

describe('drive', () => {
  test('hands back each execution when it has ended, and resolves to what the search returns', async () => {
    const outcomes: unknown[] = []
    const result = await drive(
      watchedWorld(true),
      (function* (): Generator<Execution, string, Execution> {
        for (const script of [[go], [go, go]]) {
          const ended = yield execution(graphProgram(script))
          outcomes.push(ended.outcome)
        }
        return 'done'
      })(),
    )
    expect(result).toBe('done')
    expect(outcomes).toEqual([
      { kind: 'passed', value: '1' },
      { kind: 'passed', value: '11' },
    ])
  })

  test('waits a turn of the event loop after each step of a program that cannot be drained', async () => {
    let turns = 0
    const turnsAtStep: number[] = []
    const program: Program = {
      start(host) {
        const run = graphProgram([go, go, go]).start(host)
        const take = run.take.bind(run)
        return Object.assign(run, {
          take(choice: number) {
            turnsAtStep.push(turns)
            setImmediate(() => turns++)
            take(choice)
          },
        })
      },
    }
    await drive(
      watchedWorld(false),
      (function* () {
        yield execution(program)
      })(),
    )
    expect(turnsAtStep).toEqual([0, 1, 2])
  })
})
