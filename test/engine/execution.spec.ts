import { describe, expect, test } from 'vitest'
import {
  acquire,
  bruteForce,
  choose,
  create,
  go,
  graphProgram,
  randomScripts,
  release,
  timer,
} from '../../fixtures/graph-program.ts'
import { deaf, forgetful, silent, swapping } from '../../fixtures/unfit-explorers.ts'
import { InterlaceError } from '../../src/core/errors.ts'
import { defineExplorer } from '../../src/core/explorer.ts'
import type { Path } from '../../src/core/path.ts'
import type { Program } from '../../src/core/program.ts'
import { Recorder } from '../../src/core/trace.ts'
import { conformance } from '../../src/explorers/conformance.ts'
import { explorers } from '../../src/explorers/named.ts'
import { probabilisticRoundRobin } from '../../src/explorers/probabilistic-round-robin.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { runToCompletion } from '../../src/explorers/run-to-completion.ts'
import { executePath, resultOf } from './execute-path.ts'

const named = explorers.map((explorer) => [explorer.name, explorer] as const)
const fourWriters = graphProgram([go], [go], [go], [go])

describe('the cost of a choice', () => {
  test.each<[Path, string]>([
    [[], '1234'],
    [[0], '2341'],
    [[0, 0], '3412'],
    [[0, 0, 0], '4123'],
    [[1], '1342'],
    [[0, 0, 1, 0], '3241'],
  ])('round-robin takes the path %j as %s', (path, result) => {
    const execution = executePath(fourWriters, roundRobin, path)
    expect(resultOf(execution)).toBe(result)
    expect(execution.delays).toBe(path.length)
    expect(execution.plan.fits).toBe(true)
  })

  test.each<[Path, string]>([
    [[], '4321'],
    [[0], '3214'],
    [[0, 0], '2143'],
    [[0, 0, 0], '1432'],
    [[2], '4312'],
  ])('run-to-completion takes the path %j as %s', (path, result) => {
    expect(resultOf(executePath(fourWriters, runToCompletion, path))).toBe(result)
  })

  test.each(named)('is k delays for the k-th alternative, each another one, under %s', (_, explorer) => {
    const firsts = [[], [0], [0, 0], [0, 0, 0]].map((path) => {
      const execution = executePath(fourWriters, explorer, path)
      expect(execution.plan.fits).toBe(true)
      expect(execution.delays).toBe(path.length)
      return String(resultOf(execution))[0]
    })
    expect(firsts.sort()).toEqual(['1', '2', '3', '4'])
    expect(executePath(fourWriters, explorer, [0, 0, 0, 0]).plan.fits).toBe(false)
  })

  test('is k delays for the k-th option of choose()', () => {
    const program = graphProgram([choose([], [], [])])
    expect([[], [0], [0, 0]].map((path) => resultOf(executePath(program, roundRobin, path)))).toEqual([
      '1=0;',
      '1=1;',
      '1=2;',
    ])
    expect(executePath(program, roundRobin, [0, 0, 0]).plan.fits).toBe(false)
  })
})

describe('a decision point', () => {
  test.each(named)('is no place with one choice, under %s', (_, explorer) => {
    const alone = executePath(graphProgram([go, go, choose([go])]), explorer)
    expect([alone.steps, alone.points, alone.places]).toEqual([4, 0, 0])
    expect(executePath(graphProgram([go, go]), explorer, [0]).plan.fits).toBe(false)
  })

  test('is a place with two choices: processes, options or the clock', () => {
    // p1 creates p2 (no choice), one of two goes (1 point), the other goes alone; then p1's choose() (1 point).
    const created = executePath(graphProgram([create(go), go, choose([], [])]), roundRobin)
    expect([created.steps, created.points]).toEqual([4, 3])
    const timed = executePath(graphProgram([timer, go]), roundRobin)
    expect([timed.steps, timed.points]).toEqual([3, 1])
  })

  test('is none while the others are blocked', () => {
    const program = graphProgram([acquire(), go, release()], [acquire(), release()])
    const execution = executePath(program, roundRobin)
    expect([resultOf(execution), execution.points]).toEqual(['11122', 1])
    expect(resultOf(executePath(program, roundRobin, [0]))).toBe('22111')
  })
})

describe('the places for one more delay', () => {
  /** Walks all paths of a program and looks at each execution. */
  function walk(program: Program, explorer: (typeof explorers)[number], path: Path = []): number {
    const execution = executePath(program, explorer, path)
    expect(execution.plan.fits).toBe(true)
    expect(execution.delays).toBe(path.length)
    for (const place of [execution.firstPlace - 1, execution.places]) {
      if (place >= 0) expect(executePath(program, explorer, [...path, place]).plan.fits).toBe(false)
    }
    let executions = 1
    for (let place = execution.firstPlace; place < execution.places; place++) {
      executions += walk(program, explorer, [...path, place])
    }
    return executions
  }

  test.each(named)('are exactly those where a path fits, under %s', (_, explorer) => {
    expect(walk(fourWriters, explorer)).toBe(24)
    const various = graphProgram([go, choose([go], [], [go])], [go, timer])
    expect(walk(various, explorer)).toBe(bruteForce(various).length)
  })
})

describe('the clock', () => {
  test.each(named)('comes after all processes, under %s', (_, explorer) => {
    for (let seed = 0; seed < 20; seed++) {
      const program = graphProgram([timer, go, go], [timer, go, go], [go, create(go, go)])
      const result = String(resultOf(executePath(program, explorer, [], { seed: `${seed}` })))
      expect(result).toMatch(/^[1-4]{10}00$/)
    }
  })

  test.each(named)('is as many delays away as processes can go, under %s', (_, explorer) => {
    const program = graphProgram([timer, go], [go, create(go)], [go])
    const away = new Set<number>()
    const look = (path: Path): void => {
      const recorder = new Recorder()
      const { firstPlace, places } = executePath(program, explorer, path, { recorder })
      for (const { process, delays, choices } of recorder.steps) {
        if (process === 'clock') expect(delays).toBe(choices - 1)
        if (process === 'clock') away.add(delays)
      }
      for (let place = firstPlace; place < places; place++) look([...path, place])
    }
    look([])
    expect([...away].sort()).toEqual([0, 1, 2, 3])
  })

  test('is no business of the explorer, who only hears that it was taken', () => {
    const heard: string[] = []
    const listening = defineExplorer('listening', () => {
      const inner = roundRobin.create(() => 0)
      return {
        next: () => inner.next(),
        delay: () => inner.delay(),
        step(event) {
          heard.push(`${event.kind} ${event.process}`)
          inner.step(event)
        },
      }
    })
    expect(resultOf(executePath(graphProgram([timer, create(go)]), listening, [0]))).toBe('1012')
    expect(heard).toEqual([
      'created 1',
      'enabled 1',
      'taken 1',
      'taken 0',
      'taken 1',
      'created 2',
      'enabled 2',
      'ended 1',
      'taken 2',
      'ended 2',
    ])
  })

  test('is not told to an explorer that ignores what is taken', () => {
    const heard = new Set<string>()
    const ignoring = defineExplorer('ignoring', () => {
      const inner = roundRobin.create(() => 0)
      return {
        ignoresTaken: true,
        next: () => inner.next(),
        delay: () => inner.delay(),
        step(event) {
          heard.add(event.kind)
          inner.step(event)
        },
      }
    })
    expect(resultOf(executePath(graphProgram([timer, create(go)]), ignoring, [0]))).toBe('1012')
    expect([...heard]).toEqual(['created', 'enabled', 'ended'])
    for (const rule of conformance(ignoring)) rule.run()
    expect(heard).not.toContain('taken')
  })
})

describe('the step limit', () => {
  const threeSteps = graphProgram([go, go, go])

  test('cuts an execution, as an outcome', () => {
    const execution = executePath(threeSteps, roundRobin, [], { steps: 2 })
    expect(execution.outcome).toEqual({ kind: 'cut', steps: 2, waiting: [] })
    expect(execution.steps).toBe(2)
  })

  test('lets an execution of just that many steps pass', () => {
    expect(executePath(threeSteps, roundRobin, [], { steps: 3 }).outcome?.kind).toBe('passed')
  })
})

describe('an execution', () => {
  test.each(named)('is the same for the same path and seed, under %s', (_, explorer) => {
    for (let seed = 0; seed < 30; seed++) {
      const program = graphProgram(...randomScripts(`${seed}`))
      const [one, other] = [0, 1].map(() => executePath(program, explorer, [0], { seed: `${seed}` }))
      expect(resultOf(one!)).toEqual(resultOf(other!))
      expect(one!.digest).toBe(other!.digest)
    }
  })

  test('has another digest when choices differ', () => {
    const digests = [[], [0], [1], [2], [0, 0], [0, 1], [1, 0], [0, 0, 0]].map(
      (path) => executePath(fourWriters, roundRobin, path).digest,
    )
    expect(new Set(digests).size).toBe(8)
    const options = graphProgram([choose([], [])])
    expect(executePath(options, roundRobin, []).digest).not.toBe(executePath(options, roundRobin, [0]).digest)
  })

  test('carries its seed in its path when something in it is random', () => {
    expect(executePath(fourWriters, roundRobin, [1, 0]).path).toBe('round-robin:1.0')
    expect(executePath(fourWriters, probabilisticRoundRobin, [1]).path).toBe('probabilistic-round-robin@test:1')
    const drawing: Program = {
      start(host) {
        host.random()()
        return fourWriters.start(host)
      },
    }
    expect(executePath(drawing, roundRobin, [1]).path).toBe('round-robin@test:1')
  })

  test('gives the program the same random numbers whatever the path', () => {
    const draws: number[] = []
    const drawing: Program = {
      start(host) {
        draws.push(host.random()())
        return fourWriters.start(host)
      },
    }
    for (const path of [[], [0], [1, 0]]) executePath(drawing, roundRobin, path)
    executePath(drawing, roundRobin, [], { seed: 'other' })
    expect(new Set(draws.slice(0, 3)).size).toBe(1)
    expect(draws[3]).not.toBe(draws[0])
  })

  test('is recorded with the delays of each step and whom they passed over', () => {
    const recorder = new Recorder()
    executePath(fourWriters, roundRobin, [0, 0, 1], { recorder })
    expect(recorder.steps.map(({ process, delays, delayed, choices }) => [process, delays, delayed, choices])).toEqual([
      ['p3', 2, ['p1', 'p2'], 4],
      ['p1', 1, ['p4'], 3],
      ['p2', 0, [], 2],
      ['p4', 0, [], 1],
    ])
  })

  test('deadlocks when nothing is enabled and the program has not ended', () => {
    const stuck: Program = {
      start(host) {
        const run = graphProgram([acquire()], [acquire()]).start(host)
        return Object.assign(run, { settle: () => {}, waiting: () => [{ process: 'p2', for: 'the lock' }] })
      },
    }
    const { outcome } = executePath(stuck, roundRobin)
    expect(outcome).toEqual({ kind: 'deadlocked', waiting: [{ process: 'p2', for: 'the lock' }] })
  })

  test('stops at an error of misuse, whatever the program made of it', () => {
    const misused: Program = {
      start: (host) => Object.assign(fourWriters.start(host), { misuse: new InterlaceError('misused') }),
    }
    expect(() => executePath(misused, roundRobin)).toThrow(new InterlaceError('misused'))
  })
})

describe('an unfit explorer is stopped by name', () => {
  test.each([
    [deaf, [0], 'The explorer deaf named p1, again after a delay, in step 1.\nEnabled are p1, p2, p3, p4.'],
    [swapping, [1, 0], 'The explorer swapping named p2, again after a delay, in step 2.\nEnabled are p2, p3, p4.'],
    [silent, [], 'The explorer silent named nothing, in step 1.\nEnabled are p1, p2, p3, p4.'],
    [forgetful, [], 'The explorer forgetful named p1, which is not enabled, in step 2.\nEnabled are p2, p3, p4.'],
  ])('$name', (explorer, path, text) => {
    const execute = (): unknown => executePath(fourWriters, explorer, path)
    expect(execute).toThrow(InterlaceError)
    expect(execute).toThrow(text)
    expect(execute).toThrow('run it through conformance(explorer)')
  })

  test('that draws random numbers without asking for them', () => {
    const sly = defineExplorer('sly', (...args) => {
      const inner = probabilisticRoundRobin.create(args[0])
      return inner
    })
    expect(() => executePath(fourWriters, sly)).toThrow('drew a random number without having asked for it')
    expect(() => executePath(fourWriters, sly)).toThrow(InterlaceError)
  })
})
