import type { Step } from '../core/trace.ts'
import { type Operation, operationsOf } from './operations.ts'

/** How many operations behind the step where two executions part are compared. */
const farthest = 300

/** Two operations whose order makes the difference: in the execution that passes, `before` comes before `after`. */
export interface DecisivePair {
  readonly before: Operation
  readonly after: Operation
}

/**
 * Finds the two operations that come in one order in an execution that fails, and in the other in one that passes:
 * those on the same target first, then those closest to the step where the two executions part.
 */
export function decisivePair(
  failing: readonly Step[],
  passing: readonly Step[],
  parting: number,
): DecisivePair | undefined {
  const fails = operationsOf(failing)
  const placeInFailing = new Map(fails.map(({ key }, place) => [key, place]))
  // Before that, both have the same ones; far behind it, an order is a consequence.
  const passes = operationsOf(passing)
    .filter(({ step }) => step >= parting)
    .slice(0, farthest)
  const start = fails.findIndex(({ step }) => step >= parting)
  let found: readonly [Operation, Operation] | undefined
  let least = Infinity
  passes.forEach((before, place) => {
    // It comes later in the execution that fails, or not at all.
    const late = placeInFailing.get(before.key) ?? Infinity
    for (const after of passes.slice(place + 1)) {
      const early = placeInFailing.get(after.key) ?? Infinity
      if (early >= late || early < start) continue
      const rank = 1_000_000 * kindOf(before, after) + place + early
      if (rank >= least) continue
      least = rank
      found = [inBoth(before, fails[late]), inBoth(after, fails[early])]
    }
  })
  if (found === undefined) return undefined
  const [before, after] = briefly(...found)
  return { before: numbered(before, fails), after: numbered(after, fails) }
}

/** Says which one it is of operations that are told by the same words. */
function numbered(operation: Operation, all: readonly Operation[]): Operation {
  const { text, count } = operation
  const isAlone = all.every((other) => other.key === operation.key || (other.text !== text && other.short !== text))
  if (count === 1 || isAlone) return operation
  return { ...operation, text: `${operation.text} (number ${operation.count})` }
}

/** How little an order says: effects on the same target say most, steps that work on nothing least. */
function kindOf(one: Operation, other: Operation): number {
  const isShared = one.target !== undefined && one.target === other.target
  const isEffect = !one.isAnswer && !other.isAnswer
  if (isShared) return isEffect ? 0 : 1
  return one.target !== undefined && other.target !== undefined ? 2 : 3
}

/** Leaves out values that are not the same in both executions. Steps are those of the one that fails. */
function inBoth(passing: Operation, failing: Operation | undefined): Operation {
  if (failing === undefined) return { ...passing, step: -1 }
  const text = failing.text === passing.text ? failing.text : failing.short
  return { ...failing, text, stack: failing.stack ?? passing.stack }
}

/** Tells two operations apart by as few words as that takes. */
function briefly(one: Operation, other: Operation): readonly [Operation, Operation] {
  const brief = ({ isClause, short, text }: Operation): string => (isClause ? short : text)
  if (brief(one) === brief(other)) return [one, other]
  return [
    { ...one, text: brief(one) },
    { ...other, text: brief(other) },
  ]
}
