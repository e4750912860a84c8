import type { CompiledMachine, CompiledState } from './machine.ts'
import type { Mailbox, Message } from './mailbox.ts'
import { describeItem, describeReceipt, type Item } from './outbox.ts'

interface Pending {
  readonly phase: 'unborn' | 'starting' | 'running' | 'down' | 'halted'
  readonly current: CompiledState
  readonly type: CompiledMachine
  readonly mailbox: Mailbox
  readonly outbox: readonly Item[]
}

/** The next step of a machine, in a few words of the trace. */
export function pendingText({ phase, type, outbox }: Pending, message: Message | undefined): string {
  const [item] = outbox
  if (item !== undefined) return describeItem(item)
  if (phase === 'starting') return 'starts'
  if (phase === 'down') return 'restarts'
  if (message === undefined || type.isBag) return 'receives'
  return describeReceipt(message)
}

/** What a machine waits for that cannot go on. */
export function awaitedText({ phase, current, mailbox }: Pending): string {
  if (phase !== 'running') return 'its start'
  const deferred = [...mailbox].map(({ event }) => event)
  return `a message, in state ${current.name}${deferred.length === 0 ? '' : `, with ${deferred.join(', ')} deferred`}`
}

/** What a machine knows that has come back. */
export function rememberedText(keepsAll: boolean, { durable }: CompiledMachine): string {
  if (keepsAll) return 'has its data still'
  return durable.length === 0 ? 'has forgotten everything' : `has kept ${durable.join(', ')}`
}
