import type { ExecutionData, StepData } from './page-data.ts'

const stepHeight = 28
const lineHeight = 18
const padding = 6
/** What stands beneath the number of a row: that the executions part, what time it is. */
const labelHeight = 15

/** The upper edges of the rows that hold the steps of all executions side by side, and the lower edge of the last. */
export function edgesOf(executions: readonly ExecutionData[], parting?: number): readonly number[] {
  const count = Math.max(...executions.map(({ steps }) => steps.length))
  const edges = [0]
  for (let row = 0; row < count; row++) {
    const most = Math.max(...executions.map(({ steps }) => steps[row]?.lines.length ?? 0))
    const labels = (row === parting ? 1 : 0) + (executions.some(({ steps }) => hasMoved(steps, row)) ? 1 : 0)
    const beneath = Math.max(most * lineHeight + (most > 0 ? padding : 0), labels * labelHeight)
    edges.push((edges.at(-1) ?? 0) + stepHeight + beneath)
  }
  return edges
}

/** Whether it is later than it was before. */
function hasMoved(steps: readonly StepData[], row: number): boolean {
  const step = steps[row]
  return step !== undefined && step.time !== (steps[row - 1]?.time ?? 0)
}

/** Finds for each step the one of the other execution that its process has made as many steps before. */
export function withCounterparts(one: ExecutionData, other: ExecutionData): ExecutionData {
  const places = new Map(ordinals(other).map((key, step) => [key, step]))
  const keys = ordinals(one)
  return { ...one, steps: one.steps.map((step, index) => ({ ...step, counterpart: places.get(keys[index] ?? '') })) }
}

function ordinals({ steps }: ExecutionData): readonly string[] {
  const counts = new Map<number, number>()
  return steps.map(({ lane }) => {
    const count = counts.get(lane) ?? 0
    counts.set(lane, count + 1)
    return `${lane}:${count}`
  })
}
