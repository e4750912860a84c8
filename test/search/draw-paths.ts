import type { DelayingExplorer } from '../../src/core/explorer.ts'
import type { Path } from '../../src/core/path.ts'
import type { Program } from '../../src/core/program.ts'
import type { Execution } from '../../src/engine/execution.ts'
import type { PathTree } from '../../src/search/path-tree.ts'
import { executePath } from '../engine/execute-path.ts'

export type Execute = (path: Path) => Execution

/** Executes paths of a program, each once however often it is asked for. */
export function executing(program: Program, explorer: DelayingExplorer): Execute {
  const known = new Map<string, Execution>()
  return (path) => {
    const key = path.join('.')
    const execution = known.get(key) ?? executePath(program, explorer, path)
    known.set(key, execution)
    return execution
  }
}

/**
 * One draw from a tree: the paths that it runs, the last of them the one drawn; none when all have been run. It is given up
 * after `most` of them, as a search does at its limit.
 */
export function draw(tree: PathTree, delays: number, execute: Execute, most = Infinity): Path[] {
  const ran: Path[] = []
  let path = tree.begin(delays)
  while (path !== undefined && ran.length < most) {
    ran.push(path)
    path = tree.learn(execute(path))
  }
  return ran
}

/** All paths by their number of delays, found by walking the places that executions say they have. */
export function allPaths(execute: Execute): Path[][] {
  const strata: Path[][] = [[[]]]
  for (let stratum = strata[0]!; stratum.length > 0;) {
    const next = stratum.flatMap((path) => {
      const { firstPlace, places } = execute(path)
      return Array.from({ length: places - firstPlace }, (_, index) => [...path, firstPlace + index])
    })
    if (next.length > 0) strata.push(next)
    stratum = next
  }
  return strata
}
