import { describe, expect, test } from 'vitest'
import { InterlaceError } from '../../src/core/errors.ts'
import type { StepEvent } from '../../src/core/event.ts'
import type { DelayingExplorer, Explorer } from '../../src/core/explorer.ts'
import type { ProcessId } from '../../src/core/process.ts'
import { randomFrom } from '../../src/core/random.ts'
import { explorerNamed, explorers } from '../../src/explorers/named.ts'
import { ordered } from '../../src/explorers/ordered.ts'
import { probabilisticRoundRobin } from '../../src/explorers/probabilistic-round-robin.ts'
import { random } from '../../src/explorers/random.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { runToCompletion } from '../../src/explorers/run-to-completion.ts'

/** An explorer that has been told of `processes` enabled processes, called p1, p2, … */
function started(delaying: DelayingExplorer, processes: number, seed = 'order'): Explorer {
  const explorer = delaying.create(randomFrom(seed))
  for (let process = 1; process <= processes; process++) create(explorer, process)
  return explorer
}

function create(explorer: Explorer, process: ProcessId): void {
  explorer.step({ kind: 'created', process, name: `p${process}` })
  explorer.step({ kind: 'enabled', process })
}

function tell(explorer: Explorer, kind: 'enabled' | 'taken' | 'blocked' | 'ended', process: ProcessId): void {
  explorer.step({ kind, process })
}

const order = (value: unknown): StepEvent => ({ kind: 'signal', process: 1, name: 'order', value })

/** Spends `delays` delays and names who comes up. */
function offers(explorer: Explorer, delays: number): (ProcessId | undefined)[] {
  const offered = [explorer.next()]
  for (let delay = 0; delay < delays; delay++) {
    explorer.delay()
    offered.push(explorer.next())
  }
  return offered
}

/** Ends whoever comes up until nobody is left. */
function untilTheEnd(explorer: Explorer, processes: number): (ProcessId | undefined)[] {
  return Array.from({ length: processes }, () => {
    const process = explorer.next()
    if (process !== undefined) {
      tell(explorer, 'taken', process)
      tell(explorer, 'ended', process)
    }
    return process
  })
}

describe('round-robin', () => {
  test('offers processes in the order of their creation', () => {
    expect(offers(started(roundRobin, 4), 3)).toEqual([1, 2, 3, 4])
    expect(untilTheEnd(started(roundRobin, 4), 4)).toEqual([1, 2, 3, 4])
  })

  test('stays with a process while it can go on', () => {
    const explorer = started(roundRobin, 3)
    tell(explorer, 'taken', 1)
    create(explorer, 4)
    expect(explorer.next()).toBe(1)
  })

  test('keeps the order that a delay has made', () => {
    const explorer = started(roundRobin, 4)
    explorer.delay()
    tell(explorer, 'taken', 2)
    expect(offers(explorer, 0)).toEqual([2])
    expect(untilTheEnd(explorer, 4)).toEqual([2, 3, 4, 1])
  })

  test('puts a process at the end when it is enabled again', () => {
    const explorer = started(roundRobin, 3)
    tell(explorer, 'blocked', 1)
    tell(explorer, 'enabled', 1)
    expect(untilTheEnd(explorer, 3)).toEqual([2, 3, 1])
  })

  test('lets a process that blocks out of turn leave the others in order', () => {
    const explorer = started(roundRobin, 4)
    tell(explorer, 'blocked', 3)
    expect(untilTheEnd(explorer, 3)).toEqual([1, 2, 4])
  })
})

describe('run-to-completion', () => {
  test('runs a newly enabled process first', () => {
    const explorer = started(runToCompletion, 2)
    expect(explorer.next()).toBe(2)
    tell(explorer, 'taken', 2)
    create(explorer, 3)
    expect(explorer.next()).toBe(3)
    tell(explorer, 'ended', 3)
    expect(explorer.next()).toBe(2)
  })

  test('runs a process first that is enabled again', () => {
    const explorer = started(runToCompletion, 3)
    tell(explorer, 'blocked', 1)
    tell(explorer, 'enabled', 1)
    expect(untilTheEnd(explorer, 3)).toEqual([1, 3, 2])
  })

  test('puts a delayed process last', () => {
    const explorer = started(runToCompletion, 4)
    explorer.delay()
    tell(explorer, 'taken', 3)
    create(explorer, 5)
    expect(untilTheEnd(explorer, 5)).toEqual([5, 3, 2, 1, 4])
  })

  test('takes out a process that blocks by its id, not from the top', () => {
    const explorer = started(runToCompletion, 2)
    tell(explorer, 'taken', 2)
    create(explorer, 3)
    tell(explorer, 'blocked', 2)
    expect(untilTheEnd(explorer, 2)).toEqual([3, 1])
  })
})

describe('probabilistic round-robin', () => {
  /** How often each order of the queue comes up over many seeds. */
  function orders(processes: number, seeds: number): Map<string, number> {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < seeds; seed++) {
      const text = offers(started(probabilisticRoundRobin, processes, `${seed}`), processes - 1).join('')
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    return counts
  }

  test('inserts a new process anywhere, each place as likely as any other', () => {
    const seeds = 24_000
    const counts = orders(4, seeds)
    expect(counts.size).toBe(24)
    // 24 orders, each expected 1,000 times, with a standard deviation of 31: 6 of them are exceeded by one of the 24,
    // on one side or the other, with a probability of 5e-8.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(6 * 31)
  })

  test('inserts it among those that wait, also while others have come and gone', () => {
    const heads = new Set<number | undefined>()
    for (let seed = 0; seed < 200; seed++) {
      const explorer = started(probabilisticRoundRobin, 2, `${seed}`)
      tell(explorer, 'ended', 1)
      create(explorer, 3)
      heads.add(explorer.next())
    }
    expect([...heads].sort()).toEqual([2, 3])
  })

  test('puts a process at the end when it is enabled again', () => {
    for (let seed = 0; seed < 50; seed++) {
      const explorer = started(probabilisticRoundRobin, 4, `${seed}`)
      tell(explorer, 'blocked', 2)
      tell(explorer, 'enabled', 2)
      expect(offers(explorer, 3)[3]).toBe(2)
    }
  })

  test('keeps the order that a delay has made', () => {
    const [first, second, third] = offers(started(probabilisticRoundRobin, 3), 2)
    const explorer = started(probabilisticRoundRobin, 3)
    explorer.delay()
    expect(untilTheEnd(explorer, 3)).toEqual([second, third, first])
  })
})

describe('random', () => {
  test('offers each choice once, and each first as often as any other', () => {
    const firsts = new Map<number | undefined, number>()
    for (let seed = 0; seed < 5000; seed++) {
      const offered = offers(started(random, 5, `${seed}`), 4)
      expect([...offered].sort()).toEqual([1, 2, 3, 4, 5])
      firsts.set(offered[0], (firsts.get(offered[0]) ?? 0) + 1)
    }
    // 5 processes, each expected 1,000 times, with a standard deviation of 28.3: 6 of them are exceeded by one of the 5,
    // on one side or the other, with a probability of 1e-8.
    for (const count of firsts.values()) expect(Math.abs(count - 1000)).toBeLessThan(6 * 28.3)
  })

  test('offers the same process until it is delayed or a step is taken', () => {
    const explorer = started(random, 5)
    const first = explorer.next()
    expect([explorer.next(), explorer.next(), explorer.next()]).toEqual([first, first, first])
  })

  test('draws afresh in every state, from all processes, also from those that were delayed', () => {
    const explorer = started(random, 3)
    const delayedThenChosen = new Set<boolean>()
    for (let step = 0; step < 200; step++) {
      const delayed = explorer.next()
      explorer.delay()
      tell(explorer, 'taken', explorer.next()!)
      delayedThenChosen.add(explorer.next() === delayed)
    }
    expect(delayedThenChosen.size).toBe(2)
  })
})

describe('ordered', () => {
  test('goes in the order of creation until it is told another', () => {
    expect(offers(started(ordered, 4), 3)).toEqual([1, 2, 3, 4])
  })

  test('goes in the order that the program signals, the others after that in the order of creation', () => {
    const explorer = started(ordered, 4)
    explorer.step(order(['p3', 'p2']))
    expect(offers(explorer, 3)).toEqual([3, 2, 1, 4])
  })

  test('follows the latest signal', () => {
    const explorer = started(ordered, 3)
    explorer.step(order(['p3']))
    explorer.step(order(['p2', 'p3']))
    expect(offers(explorer, 2)).toEqual([2, 3, 1])
    explorer.step(order([]))
    expect(offers(explorer, 2)).toEqual([1, 2, 3])
  })

  test('puts a process that is created or enabled later into its place', () => {
    const explorer = started(ordered, 2)
    explorer.step(order(['p4', 'p2']))
    create(explorer, 3)
    create(explorer, 4)
    tell(explorer, 'blocked', 1)
    tell(explorer, 'enabled', 1)
    expect(offers(explorer, 3)).toEqual([4, 2, 1, 3])
  })

  test('forgets a delay after one step', () => {
    const explorer = started(ordered, 3)
    explorer.delay()
    expect(explorer.next()).toBe(2)
    tell(explorer, 'taken', 2)
    expect(explorer.next()).toBe(1)
  })

  test('ignores other signals', () => {
    const explorer = started(ordered, 2)
    explorer.step({ kind: 'signal', process: 1, name: 'priority', value: ['p2'] })
    expect(explorer.next()).toBe(1)
  })

  test.each([[undefined], ['p1'], [[1]], [{ 0: 'p1' }]])('says what it takes instead of %j', (value) => {
    const signal = (): void => started(ordered, 2).step(order(value))
    expect(signal).toThrow(InterlaceError)
    expect(signal).toThrow("takes a list of process names: signal('order', ['alice', 'bob'])")
  })
})

describe('explorers by name', () => {
  test('are the five of the paper', () => {
    expect(explorers.map(({ name }) => name)).toEqual([
      'round-robin',
      'run-to-completion',
      'probabilistic-round-robin',
      'random',
      'ordered',
    ])
    expect(explorers.map(({ name }) => explorerNamed(name))).toEqual(explorers)
    expect(explorers.filter((explorer) => explorer.random).map(({ name }) => name)).toEqual([
      'probabilistic-round-robin',
      'random',
    ])
  })

  test('are found among the given ones first', () => {
    const own = { ...roundRobin }
    expect(explorerNamed('round-robin', [own])).toBe(own)
  })

  test('are listed when there is none of a name', () => {
    const find = (): unknown => explorerNamed('pct', [{ ...roundRobin, name: 'mine' }])
    expect(find).toThrow(InterlaceError)
    expect(find).toThrow(
      'There is no explorer called "pct".\n' +
        'Known are mine, round-robin, run-to-completion, probabilistic-round-robin, random, ordered; ' +
        'pass an explorer of your own as a value, not by its name.',
    )
  })
})
