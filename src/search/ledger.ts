import { canonical } from '../core/canonical.ts'
import type { Result } from '../core/verdict.ts'
import type { Execution } from '../engine/execution.ts'

/** Beyond this many distinct results, further ones are only counted as executions. */
const mostResults = 10_000

/** Adds up what the executions of a search had in common. */
export class Ledger {
  executions = 0
  steps = 0
  decisionPoints = 0
  /** Whether an execution had to wait for something that nobody controls. */
  outside = false
  private readonly byValue = new Map<unknown, { value: unknown; executions: number; path: string }>()

  add(execution: Execution): void {
    this.executions++
    this.steps += execution.steps
    if (execution.points > this.decisionPoints) this.decisionPoints = execution.points
    if (execution.outside) this.outside = true
    if (execution.outcome?.kind === 'passed') this.count(execution.outcome.value, execution)
  }

  get results(): readonly Result[] {
    return [...this.byValue.values()]
  }

  private count(value: unknown, execution: Execution): void {
    const key = typeof value === 'object' && value !== null ? `object ${canonical(value)}` : value
    const known = this.byValue.get(key)
    if (known !== undefined) known.executions++
    else if (this.byValue.size < mostResults) this.byValue.set(key, { value, executions: 1, path: execution.path })
  }
}
