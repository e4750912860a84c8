import { describe, expect, test } from 'vitest'
import { choices, evenTree } from '../../fixtures/choices.ts'
import { acquire, choose, create, go, graphProgram, release, timer } from '../../fixtures/graph-program.ts'
import type { Path } from '../../src/core/path.ts'
import type { Program } from '../../src/core/program.ts'
import { randomFrom } from '../../src/core/random.ts'
import { roundRobin } from '../../src/explorers/round-robin.ts'
import { runToCompletion } from '../../src/explorers/run-to-completion.ts'
import { PathTree } from '../../src/search/path-tree.ts'
import { allPaths, draw, executing } from './draw-paths.ts'

const fourWriters = graphProgram([go], [go], [go], [go])
const various = graphProgram([acquire(), go, release()], [choose([go], [], [create(go)]), acquire()], [timer])

const textsOf = (paths: readonly Path[]): string[] => paths.map((path) => path.join('.')).sort()

/** What a fair sampler may say, and a skewed one: it draws the first places more often than the last. */
const skewed = (random: () => number) => () => random() ** 2

describe('a tree of paths', () => {
  test.each<[string, Program]>([
    ['four writers', fourWriters],
    ['a program with dead ends', various],
    ['a program without a choice', graphProgram([go, go])],
  ])('hands out every path of every stratum once: %s', (_, program) => {
    const execute = executing(program, runToCompletion)
    const strata = allPaths(execute)
    for (const seed of ['a', 'b', 'c']) {
      const tree = new PathTree(randomFrom(seed))
      const ran: Path[] = []
      for (const [delays, paths] of strata.entries()) {
        expect(tree.size(delays)).toBe(paths.length)
        expect(tree.isComplete()).toBe(false)
        const drawn: Path[] = []
        for (let one = draw(tree, delays, execute); one.length > 0; one = draw(tree, delays, execute)) {
          expect(tree.isExhausted(delays) && drawn.length + 1 < paths.length).toBe(false)
          ran.push(...one)
          drawn.push(one.at(-1)!)
        }
        expect(textsOf(drawn)).toEqual(textsOf(paths))
        expect(tree.isExhausted(delays)).toBe(true)
        expect(tree.executed[delays]).toBe(paths.length)
        expect(tree.missed(delays)).toBe(0)
      }
      expect(tree.isComplete()).toBe(true)
      expect(tree.size(strata.length)).toBe(0)
      expect(textsOf(ran)).toEqual(textsOf(strata.flat()))
    }
  })

  test('has the Mahonian numbers of paths for four writers', () => {
    expect(allPaths(executing(fourWriters, roundRobin)).map((paths) => paths.length)).toEqual([1, 3, 5, 6, 5, 3, 1])
  })

  test('never runs a path twice when strata are not exhausted', () => {
    const execute = executing(graphProgram([go, go, go], [go, go, go], [go, go]), roundRobin)
    const tree = new PathTree(randomFrom('few'))
    const ran: Path[] = []
    for (let delays = 0; delays < 6; delays++) {
      for (let draws = 0; draws < 5; draws++) {
        const one = draw(tree, delays, execute)
        if (delays > 0) expect(one.at(-1)).toHaveLength(delays)
        ran.push(...one)
      }
    }
    expect(ran.length).toBeGreaterThan(25)
    expect(new Set(textsOf(ran)).size).toBe(ran.length)
  })

  test('does not know the size of a stratum before it has run the one above', () => {
    const execute = executing(fourWriters, roundRobin)
    const tree = new PathTree(randomFrom('size'))
    expect([tree.size(0), tree.size(1), tree.isComplete()]).toEqual([1, undefined, false])
    draw(tree, 0, execute)
    expect([tree.size(1), tree.size(2)]).toEqual([3, undefined])
    draw(tree, 1, execute)
    draw(tree, 1, execute)
    expect([tree.size(1), tree.size(2), tree.isExhausted(1)]).toEqual([3, undefined, false])
    draw(tree, 1, execute)
    expect([tree.size(1), tree.size(2), tree.isExhausted(1)]).toEqual([3, 5, true])
  })

  test('knows that a stratum is exhausted as soon as all of its paths have been run', () => {
    const execute = executing(fourWriters, roundRobin)
    const tree = new PathTree(randomFrom('at once'))
    for (const [delays, paths] of allPaths(execute).entries()) {
      for (let draws = 0; draws < paths.length; draws++) draw(tree, delays, execute)
      expect([delays, tree.executed[delays], tree.isExhausted(delays)]).toEqual([delays, paths.length, true])
    }
    expect(tree.isComplete()).toBe(true)
  })

  test('is complete when a deep stratum is exhausted, though those above were not drawn from to the end', () => {
    const execute = executing(fourWriters, roundRobin)
    const tree = new PathTree(randomFrom('deep'))
    const ran = [draw(tree, 0, execute), draw(tree, 1, execute), draw(tree, 7, execute)].flat()
    expect(ran).toHaveLength(24) // nothing has seven delays, and to know that takes all others
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((delays) => tree.isExhausted(delays))).toEqual(Array(8).fill(true))
    expect(tree.isComplete()).toBe(true)
  })

  test('goes through very many dead ends without a deep stack', () => {
    const execute = executing(evenTree(200, 200), roundRobin)
    const tree = new PathTree(randomFrom('dead ends'))
    draw(tree, 0, execute)
    for (const delays of [1, 2]) while (draw(tree, delays, execute).length > 0);
    expect(tree.executed).toEqual([1, 200, 40_000])
    expect(draw(tree, 3, execute)).toEqual([])
    expect(tree.isComplete()).toBe(true)
  })

  test('finds the one way on among very many dead ends without a deep stack', () => {
    const needle = choices((choose) => {
      const path = [0, 0].map(() => firstOf(200, choose))
      return path.join() === '77,99' ? choose(2) : 0
    })
    const execute = executing(needle, roundRobin)
    const tree = new PathTree(randomFrom('needle'))
    draw(tree, 0, execute)
    for (const delays of [1, 2]) for (let size = tree.size(delays)!; size > 0; size--) draw(tree, delays, execute)
    expect([tree.size(3), tree.isComplete()]).toEqual([1, false])
    expect(draw(tree, 3, execute)).toHaveLength(1)
    expect(tree.isComplete()).toBe(true)
  })

  test('goes down many strata with a dead end in each', () => {
    const depth = 18
    const ladder = choices((choose) => {
      let rung = 0
      while (rung < depth && choose(2) === 0 && choose(2) === 1) rung++
      return rung
    })
    const execute = executing(ladder, roundRobin)
    const tree = new PathTree(randomFrom('ladder'))
    draw(tree, 0, execute)
    for (let delays = 1; delays <= depth; delays++) {
      expect(tree.size(delays)).toBe(2)
      draw(tree, delays, execute)
      draw(tree, delays, execute)
      expect(tree.isExhausted(delays)).toBe(true)
    }
    expect(tree.isComplete()).toBe(true)
  })
})

/** How many times in a row the first of two options is chosen, at most `most`; the first delay ends it. */
function firstOf(most: number, choose: (options: number) => number): number {
  let times = 0
  while (times < most && choose(2) === 0) times++
  return times
}

describe('what may have been missed', () => {
  const execute = executing(evenTree(4, 3), roundRobin)
  const seeds = 20_000

  /** How often each of the 12 paths is missed by so many draws, and what the tree says of that. */
  function misses(draws: number, skew = (random: () => number) => random) {
    const counts = new Map(allPaths(execute)[2]!.map((path) => [path.join('.'), seeds]))
    const said = new Set<number>()
    for (let seed = 0; seed < seeds; seed++) {
      const tree = new PathTree(skew(randomFrom(`${seed}`)))
      for (let drawn = 0; drawn < draws; drawn++) {
        const path = draw(tree, 2, execute).at(-1)!.join('.')
        counts.set(path, counts.get(path)! - 1)
      }
      said.add(tree.missed(2))
    }
    expect(counts.size).toBe(12)
    return { most: Math.max(...counts.values()) / seeds, said: [...said] }
  }

  // A frequency has a standard deviation of sqrt(p (1 - p) / seeds), at most 0.0036. Twelve of them exceed their
  // probability by 6 standard deviations with a probability of 1.2e-8; so all cases together raise a false alarm with
  // less than 1e-7 (and the seeds are fixed).
  const tolerance = 6 * 0.0036

  test.each([1, 2, 4, 8, 11])('is bounded from above after %i draws', (draws) => {
    const { most, said } = misses(draws)
    expect(said).toHaveLength(1)
    expect(said[0]).toBeCloseTo((11 / 12) ** draws, 10)
    expect(most).toBeLessThan(said[0]! + tolerance)
  })

  test('is what the tree says after a single draw: the bound is tight', () => {
    const { most, said } = misses(1)
    expect(Math.abs(most - said[0]!)).toBeLessThan(tolerance)
  })

  test('would be more than the bound for a sampler that draws some places more often', () => {
    const { most, said } = misses(1, skewed)
    expect(most).toBeGreaterThan(said[0]! + tolerance)
  })

  test('is all before the first draw, and nothing when all has been drawn', () => {
    const tree = new PathTree(randomFrom('all'))
    draw(tree, 0, execute)
    expect(tree.missed(1)).toBe(1)
    expect(tree.missed(2)).toBe(1)
    for (let draws = 0; draws < 12; draws++) draw(tree, 2, execute)
    expect(tree.missed(2)).toBe(0)
  })
})

describe('a tree that may remember little', () => {
  // Of its 21 executions, 10 have no place for another delay.
  const small = graphProgram([acquire(), go, release()], [choose([go], [], []), acquire()])
  const strata = allPaths(executing(small, runToCompletion))
  const total = strata.flat().length

  test.each([0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40])(
    'never claims what it has not run, and runs something in every draw: %i',
    (limit) => {
      const execute = executing(small, runToCompletion)
      for (let first = 0; first <= strata.length; first++) {
        const tree = new PathTree(randomFrom(`limit ${limit}`), limit)
        const ran = new Set<string>()
        for (let delays = first; delays <= strata.length; delays++) {
          let executions = 0
          while (executions < 4 * total) {
            const one = draw(tree, delays, execute, 4 * total - executions)
            if (one.length === 0) break
            executions += one.length
            for (const path of textsOf(one)) ran.add(path)
          }
          for (const [fewer, paths] of strata.entries()) {
            if (tree.isExhausted(fewer)) expect([...ran]).toEqual(expect.arrayContaining(textsOf(paths)))
          }
          if (tree.isComplete()) expect(ran.size).toBe(total)
          if (executions < 4 * total && delays > 0) expect(tree.isExhausted(delays)).toBe(true)
        }
      }
    },
  )

  test('knows as much as one without a limit when there is room', () => {
    const execute = executing(small, runToCompletion)
    const tree = new PathTree(randomFrom('room'), 10 * total)
    for (const delays of strata.keys()) while (draw(tree, delays, execute).length > 0);
    expect(tree.isComplete()).toBe(true)
  })

  test('gives up when there is no room', () => {
    const execute = executing(small, runToCompletion)
    const tree = new PathTree(randomFrom('no room'), 3)
    for (let draws = 0; draws < 500; draws++) expect(draw(tree, 2, execute)).not.toEqual([])
    expect(tree.isExhausted(2)).toBe(false)
    expect(tree.isComplete()).toBe(false)
  })

  test('exhausts a stratum whose paths are known without room for its executions', () => {
    const execute = executing(small, runToCompletion)
    const tree = new PathTree(randomFrom('known'), 1)
    draw(tree, 0, execute)
    const ran = strata[1]!.flatMap(() => draw(tree, 1, execute))
    expect(textsOf(ran)).toEqual(textsOf(strata[1]!))
    expect([tree.isExhausted(1), tree.size(2)]).toEqual([true, strata[2]!.length])
    // What was forgotten is run again on the way, and that is no new execution of its stratum.
    for (let draws = 0; draws < 500; draws++) expect(draw(tree, 2, execute)).not.toEqual([])
    expect(tree.isExhausted(2)).toBe(false)
    expect(tree.size(2)).toBe(strata[2]!.length)
  })
})
