import type { Path } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'
import { PathPlan } from '../engine/plan.ts'
import type { Request } from './search.ts'

/** How many places for one more delay are tried. */
const mostPlaces = 50

/**
 * Looks for an execution that passes and is as close as can be to one that fails: the same one without its last delay,
 * else with one more, as late as possible.
 */
export function* findTwin(failing: Execution): Generator<Request, Path | undefined, Execution> {
  const { delaying: explorer, firstPlace, places } = failing
  const path = failing.plan.spent
  for (const candidate of candidates(path, firstPlace, places)) {
    const { outcome } = yield { explorer, plan: new PathPlan(candidate) }
    if (outcome?.kind === 'passed') return candidate
  }
  return undefined
}

function* candidates(path: Path, firstPlace: number, places: number): Generator<Path> {
  if (path.length > 0) yield path.slice(0, -1)
  const least = Math.max(firstPlace, places - mostPlaces)
  for (let place = places - 1; place >= least; place--) yield [...path, place]
}
