import type { Clock } from './clock.ts'
import { type HappensBefore, Lane } from './happens-before.ts'
import type { Operation, Process } from './process.ts'

/** What has happened to a process and to those forked from it. */
export function historyOf({ lane }: Process): Lane {
  return (lane.history ??= new Lane(lane.name))
}

/** A step begins: an operation of a process is released. */
export function beginStep(order: HappensBefore, process: Process): void {
  order.begin(historyOf(process), 2 + (process.lane.forks?.indexOf(process) ?? -1))
}

/** A step begins: the earliest timer fires. */
export function beginTimer(order: HappensBefore, clockwork: Clock): void {
  const earliest = clockwork.pending().at(-1)
  if (earliest === undefined) return
  order.begin(historyOf(earliest.process), -1)
  order.touch(order.clock)
}

/** What a process can do next is changed, perhaps by another one. */
export function touchOwner(order: HappensBefore, { process }: Operation): void {
  if (process !== undefined) order.touch(historyOf(process).thing)
}
