import type { Note, Step } from '../core/trace.ts'

interface Sent {
  readonly step: number
  readonly sender: string
  readonly what: string
}

/** Joins what is received to what was sent, over the steps of a trace, where there is no doubt about it. */
export class Joined {
  private readonly sent = new Map<string, Sent[]>()
  /** Messages that were on their way twice, so that nobody knows which one arrived. */
  private readonly doubtful = new Set<string>()
  private readonly isDoubled: boolean
  /** Channels whose senders wait for room: what arrives in them first need not have been sent first. */
  private readonly unclear: ReadonlySet<string>

  constructor(steps: readonly Step[]) {
    this.isDoubled = steps.some(({ notes }) =>
      notes.some(({ kind, text }) => kind === 'fault' && text.includes('twice')),
    )
    this.unclear = new Set(steps.flatMap(({ what }) => /^(.+)\.send\(.*\) finds room$/s.exec(what)?.[1] ?? []))
  }

  /** Where something that is received in a step was sent, in words; nothing if that is the step before, or not known. */
  remarkOn(process: string, text: string, step: number): string {
    const [, what = '', sender = ''] = /^receives (.*) from (.+)$/s.exec(text) ?? []
    if (sender !== '') return said(this.takeOnly(`${sender} ${process} ${what}`, what), step)
    const [, channel = '', value = ''] = /^(.+)\.receive\(\) → (.*)$/s.exec(text) ?? []
    const sent = channel === '' || this.unclear.has(channel) ? undefined : this.take(channel, value)
    return sent === undefined ? '' : ` from ${sent.sender}${said(sent, step)}`
  }

  /** Remembers what a process sends in a step. */
  sends(process: string, text: string, step: number): void {
    const [, what = '', receiver = ''] = /^sends (.*) to (.+)$/s.exec(text) ?? []
    if (receiver !== '') this.add(`${process} ${receiver} ${what}`, { step, sender: process, what })
  }

  /** Remembers what is sent within a step. */
  calls({ kind, process, text }: Note, step: number): void {
    const [, channel = '', what = ''] = (kind === 'call' && /^(.+)\.send\((.*)\)$/s.exec(text)) || []
    if (channel !== '') this.add(channel, { step, sender: process, what })
  }

  private add(key: string, sent: Sent): void {
    const waiting = this.sent.get(key)
    if (waiting === undefined) this.sent.set(key, [sent])
    else waiting.push(sent)
  }

  private takeOnly(key: string, what: string): Sent | undefined {
    if ((this.sent.get(key)?.length ?? 0) > 1) this.doubtful.add(key)
    const sent = this.take(key, what)
    return this.isDoubled || this.doubtful.has(key) ? undefined : sent
  }

  private take(key: string, what: string): Sent | undefined {
    const waiting = this.sent.get(key)
    return waiting?.[0]?.what === what ? waiting.shift() : undefined
  }
}

function said(sent: Sent | undefined, step: number): string {
  return sent === undefined || sent.step === step - 1 ? '' : ` (sent in ${sent.step})`
}
