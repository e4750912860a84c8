import type { Outcome } from '../core/outcome.ts'
import { parsePath } from '../core/path.ts'
import type { Counterexample, Verdict } from '../core/verdict.ts'
import { counted } from './phrases.ts'
import { plain } from './text-line.ts'

/** Says in one plain line how a test fails, after how much work, and whether with as few delays as can be. */
export function summarise(
  name: string,
  verdict: Verdict,
  counterexample: Counterexample,
  given = 'the given path',
): string {
  const how = `${plain(name)}: ${ending(counterexample.outcome)}`
  // A search always names its strata; a single path has none.
  if (verdict.strata.length === 0) return `${how} on ${given}`
  const { delays } = parsePath(counterexample.path)
  const spent = delays.length === 0 ? 'without a delay' : `with ${counted(delays.length, 'delay')}`
  const claims = [`found after ${counted(verdict.executions, 'execution')}`, ...claimOf(counterexample)]
  const comma = counterexample.outcome.kind === 'cut' ? ',' : ''
  return `${how}${comma} ${spent} (${claims.join('; ')})`
}

/** Whether an execution with fewer delays fails, as far as that is known, where it says anything. */
export function claimOf({ path, minimal, simpler }: Counterexample): readonly string[] {
  const { explorer, seed, delays } = parsePath(path)
  if (delays.length === 0) return []
  if (simpler !== undefined) return [`with fewer delays, ${simpler} fails in another way`]
  if (!minimal) return ['it is not proven that none with fewer delays fails']
  const drawn = seed === undefined ? '' : ` with the seed ${seed}`
  return [`no execution with fewer delays fails under ${explorer}${drawn}`]
}

function ending(outcome: Outcome): string {
  if (outcome.kind === 'deadlocked') return 'deadlocks'
  if (outcome.kind === 'unhandled') return `leaves ${plain(outcome.event)} unhandled`
  if (outcome.kind === 'livelocked') return `goes round for ever${outcome.fair ? '' : ', unfairly,'}`
  if (outcome.kind === 'hot') {
    return outcome.rounds === undefined ? 'ends too soon' : `stays hot for ${counted(outcome.rounds, 'round')}`
  }
  if (outcome.kind === 'cut') return `does not end within ${counted(outcome.steps, 'step')}`
  return 'fails'
}
