export { InterlaceError } from './core/errors.ts'
export type { StepEvent } from './core/event.ts'
export { defineExplorer, type DelayingExplorer, type Explorer } from './core/explorer.ts'
export type { Failure, Outcome, Unhandled, Waiting } from './core/outcome.ts'
export { formatPath, type NamedPath, parsePath, type Path } from './core/path.ts'
export type { ProcessId } from './core/process.ts'
export type { Host, Program, Run, World } from './core/program.ts'
export { Recorder, type Note, type Step } from './core/trace.ts'
export type { Counterexample, EndedBy, Result, Sampled, Stratum, Uncontrolled, Verdict } from './core/verdict.ts'
export { conformance, type Conformance } from './explorers/conformance.ts'
export { type ExplorerName, explorers } from './explorers/named.ts'
export { type Channel, ChannelClosed, type ChannelOptions } from './runtime/channel.ts'
export type { ControlledOptions } from './runtime/controlled.ts'
export type { Context } from './machines/context.ts'
export {
  type EventOf,
  type MachineDefinition,
  type Messages,
  messages,
  type PayloadOf,
  type ReplyOf,
  type StateDefinition,
} from './machines/definition.ts'
export type { FaultOptions } from './machines/faults.ts'
export { type Machine, machine } from './machines/machine.ts'
export { type Body, type BodyOptions, programOf } from './machines/program-of.ts'
export type { Ref } from './machines/ref.ts'
export type { MonitorOptions, Runtime } from './machines/runtime.ts'
export { describeVerdict } from './report/claims.ts'
export { check } from './search/check.ts'
export type { Options } from './search/options.ts'
export type { Progress } from './search/progress.ts'
export type { SearchName } from './search/searches.ts'
