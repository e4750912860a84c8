import type { BodyRun } from '../runtime/body-run.ts'
import { describe } from '../runtime/describe.ts'
import { budgets, type FaultOptions } from './fault-options.ts'

const known: readonly string[] = [...budgets, 'restart', 'groups', 'from', 'to', 'machines']

const isName = (value: unknown): boolean => typeof value === 'string'
const isListOf =
  (isRight: (part: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isRight)

/** Refuses what cannot be faults, with the part that is wrong. */
export function checkFaults(run: BodyRun, given: unknown): void {
  const options = given as FaultOptions
  if (typeof given !== 'object' || given === null) {
    run.refuse(`faults() was given ${describe(given)}.`, 'Write faults({ loss: 1 }).')
  }
  for (const key of ['from', 'to', 'machines', 'groups'] as const) {
    const list: unknown = options[key]
    const isRight = key === 'groups' ? isListOf(isListOf(isName)) : isListOf(isName)
    if (list !== undefined && !isRight(list)) {
      const takes =
        key === 'groups' ? "It takes lists of names: [['a'], ['b', 'c']]." : "It takes a list of names: ['a', 'b']."
      run.refuse(`faults({ ${key} }) was given ${describe(list)}.`, takes)
    }
  }
  for (const [key, value] of Object.entries(options) as [string, unknown][]) {
    if (!known.includes(key))
      run.refuse(`There is no fault called ${JSON.stringify(key)}.`, `Known are ${known.join(', ')}.`)
    const isBudget = (budgets as readonly string[]).includes(key)
    if (isBudget && !(typeof value === 'number' && value >= 0 && (Number.isInteger(value) || value === Infinity))) {
      run.refuse(`faults({ ${key} }) was given ${describe(value)}.`, 'It takes how often it may happen: 0, 1, 2, …')
    }
  }
  const { restart = 'never', partition = 0, groups = [] } = options
  if (!['never', 'fresh', 'with data'].includes(restart)) {
    run.refuse(`faults({ restart }) was given ${describe(restart)}.`, "It takes 'never', 'fresh' or 'with data'.")
  }
  if (partition > 0 && groups.length < 2) {
    run.refuse('A partition needs groups.', "Write faults({ partition: 1, groups: [['a'], ['b', 'c']] }).")
  }
}
