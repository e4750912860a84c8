import type { DelayingExplorer } from '../../src/core/explorer.ts'
import type { Path } from '../../src/core/path.ts'
import type { Program } from '../../src/core/program.ts'
import { type Conditions, Execution } from '../../src/engine/execution.ts'
import { PathPlan } from '../../src/engine/plan.ts'

/** Executes one path of a program that needs no event loop, to its end. */
export function executePath(
  program: Program,
  explorer: DelayingExplorer,
  path: Path = [],
  conditions: Partial<Conditions> = {},
): Execution {
  const execution = new Execution(program, explorer, new PathPlan(path), {
    seed: 'test',
    steps: 1000,
    latency: 1000,
    ...conditions,
  })
  while (execution.advance());
  return execution
}

/** The result of an execution that passed. */
export function resultOf(execution: Execution): unknown {
  return execution.outcome?.kind === 'passed' ? execution.outcome.value : execution.outcome
}
