import { parsePath } from '../core/path.ts'
import type { Verdict } from '../core/verdict.ts'
import { explorers } from '../explorers/named.ts'
import { describeExhausted, explorersIn } from './exhausted-strata.ts'
import { counted, numeral, sentence } from './phrases.ts'
import { describeSampled } from './sampled-strata.ts'
import { claimOf } from './summary.ts'
import { describeUncontrolled } from './uncontrolled.ts'

/** Says what a verdict claims and nothing more, in plain sentences, one a line. */
export function describeVerdict(verdict: Verdict, root?: string): string {
  return (verdict.passed ? passing(verdict, root) : failing(verdict, root)).join('\n')
}

function passing(verdict: Verdict, root: string | undefined): readonly string[] {
  const { executions, strata, endedBy, complete } = verdict
  if (executions === 0) return ['No execution was run: nothing is claimed.', ...ending(verdict)]
  // A search always names its strata; a single path has none.
  if (strata.length === 0 && endedBy === 'executions') {
    return ['The given path passes; nothing is claimed about other executions.', ...withdrawn(verdict, root)]
  }
  const passed = describePassed(verdict)
  if (isOutsideControl(verdict)) return [passed, ...withdrawn(verdict, root), ...ending(verdict)]
  if (complete) return [covered(verdict), ...describeLiveness(verdict), ...randomness(verdict)]
  return [
    passed,
    ...describeExhausted(strata),
    ...describeSampled(strata),
    ...describeLiveness(verdict),
    ...randomness(verdict),
    ...ending(verdict),
  ]
}

/** What is known of executions without an end. */
function describeLiveness({ liveness, complete }: Verdict): readonly string[] {
  if (liveness === undefined) return []
  const { fairness, states, temperature } = liveness
  const kind = { none: '', processes: 'fair ', 'processes-and-choices': 'fair ' }[fairness]
  const beside = fairness === 'processes-and-choices' ? ', fair to choices, too,' : ''
  const whole = complete && temperature === undefined
  const among = whole ? '' : ` among ${counted(states, 'state')}`
  const claim = `No ${kind}execution${beside} stays hot for ever${among}.`
  if (temperature === undefined) return [claim]
  return [
    claim,
    `Where states could not be captured, none stays hot for ${counted(temperature, 'round')}: a bound, no proof.`,
  ]
}

function describePassed({ executions, pruned, states }: Verdict): string {
  const passed = `${counted(executions - pruned, 'execution')} passed`
  const known = pruned === 0 ? '' : `, and ${numeral(pruned)} more were stopped on their way`
  return `${passed}${known}${states === 0 ? '' : `; ${counted(states, 'state')} seen`}.`
}

function failing(verdict: Verdict, root: string | undefined): readonly string[] {
  const { counterexample, executions, strata } = verdict
  const path = counterexample === undefined ? '' : ` on the path ${counterexample.path}`
  // The strata claim nothing here: the failing execution stands in one of them. A single path has none.
  const isUnknown = counterexample === undefined || isOutsideControl(verdict) || strata.length === 0
  const claims = isUnknown ? [] : claimOf(counterexample)
  return [
    `An execution fails${path}, found after ${counted(executions, 'execution')}.`,
    ...claims.map(sentence),
    ...withdrawn(verdict, root),
  ]
}

/** Whether a search met something that nobody controls. */
function isOutsideControl({ uncontrolled }: Verdict): boolean {
  return uncontrolled.length > 0
}

function withdrawn(verdict: Verdict, root: string | undefined): readonly string[] {
  if (!isOutsideControl(verdict)) return []
  return [
    ...describeUncontrolled(verdict.uncontrolled, root),
    'What nobody controls may go differently next time: no claim of completeness is made.',
  ]
}

function covered({ executions, pruned, states, strata }: Verdict): string {
  const names = explorersIn(strata)
  const count = counted(executions, 'execution')
  if (pruned > 0) {
    return `Every execution was covered: ${counted(states, 'state')}, reached in ${count} under ${names.join(', ')}.`
  }
  // Under several explorers, the same execution is run and counted more than once.
  if (names.length > 1) return `Every execution was covered: ${count} run, under ${names.join(', ')}.`
  return `Every execution was covered: ${count}.`
}

/** The seed that the claims depend on, if random numbers were drawn. */
function randomness({ results, strata, seed }: Verdict): readonly string[] {
  const names = explorersIn(strata)
  const wasDrawn = results.some(({ path }) => parsePath(path).seed !== undefined)
  if (!wasDrawn && !explorers.some(({ name, random }) => random && names.includes(name))) return []
  return [`Random numbers came from the seed ${seed}: with another one, executions may differ.`]
}

function ending({ endedBy, strata }: Verdict): readonly string[] {
  const deepest = Math.max(0, ...strata.map(({ delays }) => delays))
  switch (endedBy) {
    case 'delays':
      return [
        `The search ended with its delay budget: no execution with more than ${counted(deepest, 'delay')} was run.`,
      ]
    case 'executions':
      return ['The search ended by its limit of executions: the rest is not covered.']
    case 'time':
      return ['The search ended by its limit of time: the rest is not covered.']
    case 'abort':
      return ['The search was aborted: the rest is not covered.']
    default:
      return []
  }
}
