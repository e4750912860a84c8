import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../src/core/random.ts'
import { KnownStratum, missedOf } from '../../src/search/known-stratum.ts'
import { PathNodes } from '../../src/search/path-nodes.ts'

/** The stratum below nodes that can each be followed at the places [first, end). */
function below(spans: readonly (readonly [first: number, end: number])[], seed: string, random = randomFrom(seed)) {
  const nodes = new PathNodes()
  nodes.add(0, 0, 0, 7) // one that does not belong to it
  for (const [first, end] of spans) nodes.add(1, 0, first, end)
  return new KnownStratum(1, nodes, 2, spans.length + 1, random)
}

const spans = [
  [0, 3],
  [1, 1],
  [0, 0],
  [1, 4],
  [0, 1],
  [1, 1],
] as const
const paths = ['2:0', '2:1', '2:2', '5:1', '5:2', '5:3', '6:0']

describe('a stratum whose paths are known', () => {
  test('has every place of every node', () => {
    expect(below(spans, 'size')).toMatchObject({ size: 7, mayRepeat: false })
  })

  test.each(['a', 'b', 'c', 'd', 'e'])('draws each once, until there are none: %s', (seed) => {
    const stratum = below(spans, seed)
    const drawn: string[] = []
    while (stratum.draw()) drawn.push(`${stratum.node}:${stratum.place}`)
    expect(drawn.toSorted()).toEqual(paths)
    expect(stratum.draw()).toBe(false)
  })

  test('draws large ones once, too', () => {
    const stratum = below(
      Array.from({ length: 300 }, (_, node) => [node % 2, 50 + (node % 7)]),
      'large',
    )
    const drawn = new Set<number>()
    for (let draws = 0; draws < stratum.size; draws++) {
      expect(stratum.draw()).toBe(true)
      drawn.add(stratum.node * 1000 + stratum.place)
    }
    expect(drawn.size).toBe(stratum.size)
    expect(stratum.draw()).toBe(false)
  })

  test.each([
    { where: 'few of many nodes have any', widthOf: (node: number) => (node % 97 === 50 ? 40 : 0) },
    { where: 'one node has nearly all', widthOf: (node: number) => (node === 123 ? 2000 : node % 5 === 0 ? 1 : 0) },
    { where: 'the first nodes have most', widthOf: (node: number) => (node < 10 ? 100 : 1) },
    { where: 'the last nodes have all', widthOf: (node: number) => (node < 290 ? 0 : 33) },
    { where: 'all nodes have one', widthOf: () => 1 },
  ])('draws all paths, and no others, where $where', ({ widthOf }) => {
    const widths = Array.from({ length: 300 }, (_, node) => widthOf(node))
    const stratum = below(
      widths.map((width, node) => [node % 2, (node % 2) + width]),
      'uneven',
    )
    const drawn: string[] = []
    while (stratum.draw()) drawn.push(`${stratum.node}:${stratum.place}`)
    const all = widths.flatMap((width, node) =>
      Array.from({ length: width }, (_, at) => `${node + 2}:${(node % 2) + at}`),
    )
    expect(drawn.toSorted()).toEqual(all.toSorted())
  })

  test('has nothing to draw where no node can be followed', () => {
    expect(below([[0, 0]], 'empty').draw()).toBe(false)
  })

  test('says with which probability a path is missed', () => {
    const seeds = 20_000
    for (const draws of [1, 2, 3, 4, 5, 6]) {
      const missed = new Map(paths.map((path) => [path, seeds]))
      for (let seed = 0; seed < seeds; seed++) {
        const stratum = below(spans, `${draws} ${seed}`)
        for (let drawn = 0; drawn < draws; drawn++) {
          stratum.draw()
          const path = `${stratum.node}:${stratum.place}`
          missed.set(path, missed.get(path)! - 1)
        }
      }
      expect(missedOf(7, draws)).toBeCloseTo(1 - draws / 7, 12)
      // Six standard deviations of sqrt(p (1 - p) / seeds): 42 of them, on both sides, raise a false alarm with less than
      // 1e-7, and the seeds are fixed.
      for (const count of missed.values()) expect(Math.abs(count / seeds - missedOf(7, draws))).toBeLessThan(6 * 0.0036)
    }
  })

  test('may draw one twice where there are too many to remember which were drawn', () => {
    const spans = Array.from({ length: 65 }, (): readonly [number, number] => [0, 1 << 20])
    const stratum = below(spans, 'huge', () => 0.75)
    expect(stratum).toMatchObject({ size: 65 * 2 ** 20, mayRepeat: true })
    const seen = Array.from({ length: 3 }, () => [stratum.draw(), stratum.node, stratum.place])
    expect(new Set(seen.map((one) => one.join())).size).toBe(1)
    expect(seen[0]).toEqual([true, 2 + Math.floor(0.75 * 65), 0.75 * 2 ** 20])
    expect(missedOf(stratum.size, 1000)).toBeCloseTo(Math.exp(-1000 / stratum.size), 9)
  })
})
