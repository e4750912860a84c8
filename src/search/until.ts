import type { Watch } from '../engine/execution.ts'

/** Stops an execution after so many steps, if it has not ended. */
export function until(steps: number): Watch {
  return { stops: (execution) => execution.steps === steps, ends: () => undefined }
}
