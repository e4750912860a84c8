import { misuse } from '../core/errors.ts'
import { depthBounding } from './depth-bounding.ts'
import { exhaustive } from './exhaustive.ts'
import { liveness, nestedDfs } from './liveness.ts'
import { preemptionBounding } from './preemption-bounding.ts'
import { randomWalk } from './random-walk.ts'
import { auto, sampling } from './sampling.ts'
import type { Search } from './search.ts'

const searches: readonly Search[] = [
  auto,
  sampling,
  exhaustive,
  liveness,
  nestedDfs,
  preemptionBounding,
  depthBounding,
  randomWalk,
]

export type SearchName =
  | 'auto'
  | 'sampling'
  | 'exhaustive'
  | 'liveness'
  | 'nested-dfs'
  | 'preemption-bounding'
  | 'depth-bounding'
  | 'random-walk'

/** Finds a search by its name. */
export function searchNamed(name: string): Search {
  const found = searches.find((search) => search.name === name)
  if (found !== undefined) return found
  throw misuse(
    `There is no search called ${JSON.stringify(name)}.`,
    `Known are ${searches.map((search) => search.name).join(', ')}.`,
  )
}
