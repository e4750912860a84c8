import type { Path } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'

/**
 * An execution that has been run, and which of the executions with one more delay are left: those at the places
 * [first, left). It is a node of the tree of Fig. 4, known by its way up, so that branches done with are forgotten.
 */
export interface Branch {
  readonly parent: Branch | undefined
  /** Where it spent its last delay, counted as in a path. */
  readonly place: number
  /** Its number of delays. */
  readonly delays: number
  readonly first: number
  left: number
}

/** The branch that an execution opens. */
export function branchOf(parent: Branch | undefined, place: number, execution: Execution): Branch {
  const delays = parent === undefined ? 0 : parent.delays + 1
  return { parent, place, delays, first: execution.firstPlace, left: execution.places }
}

/** The path with one more delay than a branch, at a place. */
export function pathTo(branch: Branch, place: number): Path {
  const path: number[] = Array<number>(branch.delays + 1)
  path[branch.delays] = place
  for (let node = branch; node.parent !== undefined; node = node.parent) path[node.delays - 1] = node.place
  return path
}
