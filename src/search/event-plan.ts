import type { Path } from '../core/path.ts'
import { clock, type ProcessId } from '../core/process.ts'
import type { Execution, Watch } from '../engine/execution.ts'
import { type DecisionPoint, PathPlan, type Plan } from '../engine/plan.ts'

/**
 * What a delay passes over: a step of a process, by how many it has taken before, or an explicit choice within one.
 * Unlike its place in a path, it stays what it is when other delays are taken away.
 */
export type DelayedEvent = string

/** The events to delay at a decision point, of those that come up one after the other. */
type Delayer = (choices: number, eventAt: (delays: number) => DelayedEvent) => readonly DelayedEvent[]

/** Spends delays on events, and writes down the path and the events that come of it. */
export class EventPlan implements Plan, Watch {
  readonly spent: number[] = []
  readonly fits = true
  /** What was delayed, in this order. */
  readonly delayed: DelayedEvent[] = []
  /** What came up at decision points. */
  readonly met = new Set<DelayedEvent>()
  private readonly steps = new Map<ProcessId, number>()
  private execution: Execution | undefined = undefined
  private counted = 0
  private choices = 0 // explicit ones in this step
  private passed = 0

  constructor(private readonly delayer: Delayer) {}

  spend(choices: number, point: DecisionPoint): number {
    const choice = point.comingUp === undefined ? this.explicitChoice() : undefined
    const delayed = this.delayer(choices, (delays) => {
      const event = choice ?? this.stepOf(point.comingUp?.(delays))
      this.met.add(event)
      return event
    })
    for (const event of delayed) {
      this.delayed.push(event)
      this.spent.push(this.passed)
      this.passed = 0
    }
    this.passed++
    return delayed.length
  }

  stops(execution: Execution): boolean {
    this.execution = execution
    if (execution.steps > this.counted) {
      this.steps.set(execution.taken ?? clock, (this.steps.get(execution.taken ?? clock) ?? 0) + 1)
      this.counted = execution.steps
      this.choices = 0
    }
    return false
  }

  ends(): void {
    // There is nothing to remember: it only looks at the steps.
  }

  private stepOf(process: ProcessId | undefined): DelayedEvent {
    return `${process}.${this.steps.get(process ?? 0) ?? 0}`
  }

  private explicitChoice(): DelayedEvent {
    return `${this.stepOf(this.execution?.taken)} choice ${this.choices++}`
  }
}

/** Follows a path, to learn which events it delays. */
export function alongPath(path: Path): EventPlan {
  const plan = new PathPlan(path)
  return new EventPlan((choices, eventAt) => {
    const delays = plan.spend(choices)
    const events = Array.from({ length: delays + 1 }, (_, delay) => eventAt(delay))
    return events.slice(0, delays)
  })
}

/** Delays events wherever they come up, each as often as it is listed. */
export function delaying(events: readonly DelayedEvent[]): EventPlan {
  const left = new Map<DelayedEvent, number>()
  for (const event of events) left.set(event, (left.get(event) ?? 0) + 1)
  return new EventPlan((choices, eventAt) => {
    const delayed: DelayedEvent[] = []
    while (delayed.length < choices - 1) {
      const event = eventAt(delayed.length)
      const times = left.get(event) ?? 0
      if (times === 0) break
      left.set(event, times - 1)
      delayed.push(event)
    }
    return delayed
  })
}
