import { canonical } from '../core/canonical.ts'
import type { Result } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'

/** Beyond this many distinct results, further ones are only counted as executions. */
const mostResults = 10_000

interface Counted extends Result {
  executions: number
}

/** Adds up what the executions of a search had in common. */
export class Ledger {
  executions = 0
  /** Those among them that were stopped at a known state. */
  pruned = 0
  steps = 0
  decisionPoints = 0
  /** Whether an execution had to wait for something that nobody controls. */
  outside = false
  readonly results: Counted[] = []
  private readonly primitives = new Map<unknown, Counted>()
  private readonly objects = new Map<unknown, Counted>()

  add(execution: Execution): void {
    this.executions++
    this.steps += execution.steps
    if (execution.pruned) this.pruned++
    if (execution.points > this.decisionPoints) this.decisionPoints = execution.points
    if (execution.outside) this.outside = true
    if (!execution.pruned && execution.outcome?.kind === 'passed') this.count(execution.outcome.value, execution)
  }

  private count(value: unknown, execution: Execution): void {
    const isObject = typeof value === 'object' && value !== null
    const results = isObject ? this.objects : this.primitives
    const key = isObject ? canonical(value) : value
    const known = results.get(key)
    if (known !== undefined) known.executions++
    else if (this.results.length < mostResults) {
      const result = { value, executions: 1, path: execution.path }
      results.set(key, result)
      this.results.push(result)
    }
  }
}
