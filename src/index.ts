export { InterlaceError } from './core/errors.ts'
export type { StepEvent } from './core/event.ts'
export { Fingerprint } from './core/fingerprint.ts'
export { defineExplorer, type DelayingExplorer, type Explorer } from './core/explorer.ts'
export type { Fairness } from './core/fairness.ts'
export type { Failure, Hot, HotMonitor, Livelocked, Loop, Outcome, Unhandled, Waiting } from './core/outcome.ts'
export { formatPath, type NamedPath, parsePath, type Path } from './core/path.ts'
export type { ProcessId } from './core/process.ts'
export type { Host, Program, Run, World } from './core/program.ts'
export { Recorder, type Note, type Step } from './core/trace.ts'
export type {
  Counterexample,
  EndedBy,
  Liveness,
  Result,
  Sampled,
  Stratum,
  Twin,
  Uncontrolled,
  Verdict,
} from './core/verdict.ts'
export { conformance, type Conformance } from './explorers/conformance.ts'
export { type ExplorerName, explorers } from './explorers/named.ts'
export { type Channel, ChannelClosed, type ChannelOptions } from './runtime/channel.ts'
export type { ControlledOptions } from './runtime/controlled.ts'
export type { Context, Machine, MachineDefinition, StateDefinition } from './machines/definition.ts'
export type { FaultOptions } from './machines/faults.ts'
export { machine } from './machines/machine.ts'
export { type Body, type BodyOptions, programOf } from './machines/program-of.ts'
export { type EventOf, type Messages, messages, type PayloadOf, type ReplyOf } from './machines/protocol.ts'
export type { Ref } from './machines/ref.ts'
export type { MonitorOptions, Runtime } from './machines/runtime.ts'
export { describeVerdict } from './report/claims.ts'
export { expectAlwaysSame, expectExactly, expectNever, expectSometimes } from './report/result-sets.ts'
export type { CacheOptions } from './search/cache-options.ts'
export { check } from './search/check.ts'
export type { Options } from './search/options.ts'
export type { Progress } from './search/progress.ts'
export type { SearchName } from './search/searches.ts'
