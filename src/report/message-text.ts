/** A message as the step of a machine tells it: `sends vote to ann: { yes: true }`, `receives vote from bob`. */
export interface MessageText {
  readonly verb: 'sends' | 'receives'
  readonly event: string
  /** Whom it goes to, or comes from. */
  readonly other: string
  /** What it carries; empty for nothing. */
  readonly carried: string
}

const grammar = /^(sends|receives) (\S+) (?:to|from) (.+?)(?:: (.*))?$/s

/** Reads what a step says of a message; nothing if it says something else. */
export function messageIn(text: string): MessageText | undefined {
  const [, verb, event = '', other = '', carried = ''] = grammar.exec(text) ?? []
  return verb === 'sends' || verb === 'receives' ? { verb, event, other, carried } : undefined
}

/** Puts a remark behind the names in it: what it carries may be long, and is cut first. */
export function remarked(text: string, remark: string): string {
  const { carried = '' } = messageIn(text) ?? {}
  if (carried === '' || remark === '') return text + remark
  const end = text.length - carried.length - ': '.length
  return text.slice(0, end) + remark + text.slice(end)
}
