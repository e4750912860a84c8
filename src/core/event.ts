import type { ProcessId } from './process.ts'

/** What an explorer is told of the program: the argument of Step (section 2 of the paper). */
export type StepEvent =
  | { readonly kind: 'created'; readonly process: ProcessId; readonly name: string }
  | { readonly kind: 'enabled'; readonly process: ProcessId }
  | { readonly kind: 'taken'; readonly process: ProcessId }
  | { readonly kind: 'blocked'; readonly process: ProcessId }
  | { readonly kind: 'ended'; readonly process: ProcessId }
  | { readonly kind: 'signal'; readonly process: ProcessId; readonly name: string; readonly value: unknown }

// A program creates the same processes in most executions.
const created: Extract<StepEvent, { kind: 'created' }>[] = []

/** The event that says that a process was created. */
export function creationOf(process: ProcessId, name: string): StepEvent {
  const known = created[process]
  return known?.name === name ? known : (created[process] = Object.freeze({ kind: 'created', process, name }))
}

/** Makes the event of one kind for each process, once for all executions: every step emits one to three of them. */
function eventsOf(kind: 'enabled' | 'taken' | 'blocked' | 'ended'): (process: ProcessId) => StepEvent {
  const events: StepEvent[] = []
  return (process) => (events[process] ??= Object.freeze({ kind, process }))
}

/** The events that say that a process can go on, was taken for the next step, cannot go on, will never again. */
export const enabled = eventsOf('enabled')
export const taken = eventsOf('taken')
export const blocked = eventsOf('blocked')
export const ended = eventsOf('ended')
