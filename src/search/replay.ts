import { misuse } from '../core/errors.ts'
import type { NamedPath } from '../core/path.ts'
import { formatPath } from '../core/path.ts'
import type { Execution } from '../engine/execution.ts'

/** The error that says that a path no longer leads through the program. */
export function outlived(path: NamedPath, execution: Execution) {
  const why = execution.plan.fits
    ? 'it does not go round any more.'
    : `of its ${path.delays.length} delays, ${execution.plan.spent.length} found their place in ` +
      `${execution.points} decision points (${execution.steps} steps).`
  return misuse(
    `The path ${formatPath(path)} does not fit this program: ${why}`,
    'The program, or what is under control in it, has changed since the path was recorded. ' +
      'Remove the path to search anew.',
  )
}
