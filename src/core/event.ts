import type { ProcessId } from './process.ts'

/** What an explorer is told of the program: the argument of Step (section 2 of the paper). */
export type StepEvent =
  | { readonly kind: 'created'; readonly process: ProcessId; readonly name: string }
  | { readonly kind: 'enabled'; readonly process: ProcessId }
  | { readonly kind: 'taken'; readonly process: ProcessId }
  | { readonly kind: 'blocked'; readonly process: ProcessId }
  | { readonly kind: 'ended'; readonly process: ProcessId }
  | { readonly kind: 'signal'; readonly process: ProcessId; readonly name: string; readonly value: unknown }

type Change = 'enabled' | 'taken' | 'blocked' | 'ended'

// Every step emits one to three of these; ids are small and dense, so each event exists once for all executions.
const changes: Record<Change, StepEvent[]> = { enabled: [], taken: [], blocked: [], ended: [] }

// A program creates the same processes in most executions.
const created: Extract<StepEvent, { kind: 'created' }>[] = []

/** The event that says that a process was created. */
export function creationOf(process: ProcessId, name: string): StepEvent {
  const known = created[process]
  return known?.name === name ? known : (created[process] = Object.freeze({ kind: 'created', process, name }))
}

/** The event that says that `process` became enabled, was taken for the next step, blocked or ended. */
export function changeOf(kind: Change, process: ProcessId): StepEvent {
  return (changes[kind][process] ??= Object.freeze({ kind, process }))
}
