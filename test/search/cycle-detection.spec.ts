import { expect, test } from 'vitest'
import { randomFrom } from '../../src/core/random.ts'
import type { AcceptingGraph, Arc, CycleArc, CycleDetection } from '../../src/search/accepting-graph.ts'
import { AcceptingPredecessors } from '../../src/search/accepting-predecessors.ts'
import { componentsOf } from '../../src/search/components.ts'
import { NestedSearch } from '../../src/search/nested-search.ts'

/** A graph that arcs are added to between two looks. */
class GrowingGraph implements AcceptingGraph {
  private readonly out: Arc[][]
  private changed = new Set<number>()

  constructor(readonly size: number) {
    this.out = Array.from({ length: size }, () => [])
    for (let node = 0; node < size; node++) this.changed.add(node)
  }

  add(from: number, to: number, accepting: boolean): void {
    this.out[from]?.push({ to, accepting })
    this.changed.add(from)
  }

  takeChanged(): readonly number[] {
    const changed = [...this.changed]
    this.changed.clear()
    return changed
  }

  arcs(node: number): readonly Arc[] {
    return this.out[node] ?? []
  }
}

/** An accepting arc within a strongly connected component, by Tarjan's algorithm. */
function byComponents(graph: GrowingGraph): boolean {
  const nodes = Array.from({ length: graph.size }, (_, node) => node)
  const component = componentsOf(nodes, (node) => graph.arcs(node).map(({ to }) => to))
  return nodes.some((node) =>
    graph.arcs(node).some(({ to, accepting }) => accepting && component.get(to) === component.get(node)),
  )
}

/** The same once more, without any of it: whether a way leads back from the end of an accepting arc to its beginning. */
function byBruteForce(graph: GrowingGraph): boolean {
  const reach = (from: number): Set<number> => {
    const seen = new Set([from])
    for (const node of seen) for (const { to } of graph.arcs(node)) seen.add(to)
    return seen
  }
  return Array.from({ length: graph.size }, (_, node) => node).some((node) =>
    graph.arcs(node).some(({ to, accepting }) => accepting && reach(to).has(node)),
  )
}

function isOnACycle(graph: GrowingGraph, { from, to }: CycleArc): boolean {
  if (!graph.arcs(from).some((arc) => arc.accepting && arc.to === to)) return false
  const seen = new Set([to])
  for (const node of seen) for (const arc of graph.arcs(node)) seen.add(arc.to)
  return seen.has(from)
}

const detections: Readonly<Record<string, (graph: AcceptingGraph) => CycleDetection>> = {
  'maximal accepting predecessors': (graph) => new AcceptingPredecessors(graph),
  'nested depth-first search': (graph) => new NestedSearch(graph),
}

test.each(Object.entries(detections))(
  '%s agree with Tarjan and with brute force on 1,000 random graphs that grow in five bounds',
  (_, detect) => {
    const found = { some: 0, none: 0 }
    for (let seed = 0; seed < 1000; seed++) {
      const random = randomFrom(`graph ${seed}`)
      const below = (bound: number): number => Math.floor(random() * bound)
      const graph = new GrowingGraph(2 + below(12))
      const detection = detect(graph)
      for (let bound = 0; bound < 5; bound++) {
        for (let arc = below(graph.size); arc > 0; arc--) {
          graph.add(below(graph.size), below(graph.size), random() < 0.2)
        }
        const expected = byComponents(graph)
        expect(expected).toBe(byBruteForce(graph))
        const arc = detection.find()
        expect({ seed, bound, found: arc !== undefined }).toEqual({ seed, bound, found: expected })
        if (arc === undefined) found.none++
        else {
          expect(isOnACycle(graph, arc)).toBe(true)
          found.some++
          break
        }
      }
    }
    // Both answers are common, so that neither is right by chance.
    expect(found.some).toBeGreaterThan(300)
    expect(found.none).toBeGreaterThan(1000)
  },
)

test('the graph of Fig. 2, whose cycle the first round does not find, is refined', () => {
  const graph = new GrowingGraph(5)
  for (const [from, to, accepting] of [
    [4, 3, true],
    [3, 2, false],
    [2, 1, true],
    [1, 3, false],
  ] as const)
    graph.add(from, to, accepting)
  expect(new AcceptingPredecessors(graph).find()).toEqual({ from: 2, to: 1 })
})

test.each(Object.entries(detections))('%s find no cycle in a long chain', (_, detect) => {
  const graph = new GrowingGraph(20_000)
  for (let node = 1; node < graph.size; node++) graph.add(node, node - 1, true)
  expect(detect(graph).find()).toBeUndefined()
})
