import type { Path } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'
import { KnownStratum, missedOf } from './known-stratum.ts'
import { PathDescent } from './path-descent.ts'
import { PathNodes } from './path-nodes.ts'

/** What is remembered of the executions at the most. */
const capacity = (1 << 16) - 1

/**
 * The tree of executions that one explorer induces (Fig. 4), as far as it has been run. Draws the paths of a stratum:
 * never the same one twice, as long as it can be remembered, and without running again what has been run, so that a small
 * stratum becomes exhausted. Where all executions with one delay less are known, so are the paths of the stratum, and each
 * is drawn with the same probability; otherwise each place for a delay is, as in Fig. 7.
 */
export class PathTree {
  /** Executions by number of delays. */
  readonly executed: number[] = []
  private readonly drawn: number[] = []
  private readonly widest: number[] = []
  private readonly childrenOf: number[] = []
  private readonly exhausted: true[] = []
  private readonly nodes = new PathNodes()
  private root = 0
  private delays = 0
  /** The last stratum whose paths were known, how many they are in each of these, and the first node of that one. */
  private known: KnownStratum | undefined = undefined
  private readonly sizes: number[] = []
  private begun = 0
  private descent: PathDescent | undefined = undefined
  /** Whether something was run that may be run again: then to count what was run proves nothing. */
  private mayRepeat = false

  constructor(
    private readonly random: () => number,
    private readonly limit = capacity,
  ) {}

  /** Begins to draw a path with `delays` delays that was not run before. Hands out a path to run, or none if all are. */
  begin(delays: number): Path | undefined {
    this.delays = delays
    return this.root === 0 ? [] : this.draw()
  }

  /** Takes the execution of the path handed out last. Hands out the next one to run for the same draw, if it needs one. */
  learn(execution: Execution): Path | undefined {
    const { firstPlace, places } = execution
    const { delays, known } = this
    if (this.root === 0) {
      this.count(0, places - firstPlace)
      this.root = this.nodes.add(0, 0, firstPlace, places)
      this.exhausted[0] = true
      return this.draw()
    }
    const isRemembered = this.nodes.count < this.limit
    if (!isRemembered) this.mayRepeat = true
    if (known?.delays === delays) {
      this.count(delays, places - firstPlace)
      this.drawn[delays] = (this.drawn[delays] ?? 0) + 1
      if (isRemembered) this.nodes.add(known.node, known.place, firstPlace, places)
      if (this.executed[delays] === known.size && !known.mayRepeat) this.exhausted[delays] = true
      return undefined
    }
    return this.learnOnDescent(this.descending(), firstPlace, places, isRemembered)
  }

  /** All paths with this many delays have been run. */
  isExhausted(delays: number): boolean {
    if (this.exhausted[delays] !== undefined) return true
    // Nothing is run twice while all is remembered, so counting tells before the last dead end is looked at.
    const size = this.known?.delays === delays ? this.known.size : this.size(delays)
    if (this.mayRepeat || (this.executed[delays] ?? 0) !== size) return false
    this.exhausted[delays] = true
    return true
  }

  /** All paths have been run. */
  isComplete(): boolean {
    return this.root !== 0 && this.size(this.executed.length) === 0
  }

  /** How many paths have this many delays; known when those with one less have all been run. */
  size(delays: number): number | undefined {
    if (delays === 0) return 1
    for (let fewer = 0; fewer < delays; fewer++) if (!this.isExhausted(fewer)) return undefined
    return this.childrenOf[delays - 1] ?? 0
  }

  /** How many paths with one more delay the executions with so many have led to. */
  widthOf(delays: number): number {
    return this.childrenOf[delays] ?? 0
  }

  /**
   * The probability that a given path with this many delays was not drawn; an upper bound on it where the paths of the
   * stratum were not known (Theorem 3).
   */
  missed(delays: number): number {
    if (this.isExhausted(delays)) return 0
    const drawn = this.drawn[delays] ?? 0
    const size = this.sizes[delays]
    if (size !== undefined) return missedOf(size, drawn)
    let paths = 1
    for (let depth = 0; depth < delays; depth++) paths *= this.widest[depth] ?? 0
    return paths <= 1 ? 1 : Math.exp(drawn * Math.log1p(-1 / paths))
  }

  private draw(): Path | undefined {
    const { delays } = this
    if (this.isExhausted(delays)) return undefined
    const known = this.knownStratum(delays)
    if (known === undefined) return this.descending().begin(delays)
    return known.draw() ? this.nodes.pathTo(known.node, known.place, delays) : undefined
  }

  /** The paths of a stratum, if all executions above it are known, and those right above were the last ones to be run. */
  private knownStratum(delays: number): KnownStratum | undefined {
    const { known, nodes } = this
    if (known?.delays === delays) return known
    if (this.executed.length !== delays) return undefined
    const first = delays === 1 ? this.root : this.begun
    const isWhole = delays === 1 || (known?.delays === delays - 1 && nodes.count - first + 1 === known.size)
    this.known = undefined // once a stratum is not known, none after it will be
    if (!isWhole) return undefined
    this.known = new KnownStratum(delays, nodes, first, nodes.count, this.random)
    this.mayRepeat ||= this.known.mayRepeat
    this.sizes[delays] = this.known.size
    this.begun = nodes.count + 1
    return this.known
  }

  private descending(): PathDescent {
    return (this.descent ??= new PathDescent(this.nodes, this.root, this.random))
  }

  private learnOnDescent(
    descent: PathDescent,
    firstPlace: number,
    places: number,
    isRemembered: boolean,
  ): Path | undefined {
    const { delays } = this
    const { depth } = descent
    this.count(depth, places - firstPlace)
    descent.learn(firstPlace, places, isRemembered)
    if (depth === delays) this.drawn[delays] = (this.drawn[delays] ?? 0) + 1
    if (descent.isThrough) this.exhausted[delays] = true
    if (depth === delays || this.isExhausted(delays)) return undefined
    const path = descent.goOn()
    if (descent.isThrough) this.exhausted[delays] = true
    return path
  }

  /** Counts an execution with so many delays, which one more can follow in so many places. */
  private count(delays: number, width: number): void {
    this.executed[delays] = (this.executed[delays] ?? 0) + 1
    // What was forgotten may be run again, and its children are counted already.
    if (this.exhausted[delays] !== undefined) return
    this.childrenOf[delays] = (this.childrenOf[delays] ?? 0) + width
    if (width > (this.widest[delays] ?? 0)) this.widest[delays] = width
  }
}
