import type { Hot, Livelocked, Unhandled } from '../core/outcome.ts'
const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Writes a number with separators, as in `10,000`. */
export function numeral(value: number): string {
  return format.format(value)
}

/** Counts things, as in `1 delay` and `2,000 executions`. */
export function counted(count: number, thing: string): string {
  return `${numeral(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** Names at most a few of many, as in `bob, carol and 7 more`. */
export function listed(names: readonly string[], most = 4): string {
  if (names.length <= most) return names.join(', ')
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
}

/** Makes a sentence of a clause. */
export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`
}

/** Says which monitor waits in vain. */
export function livenessText(outcome: Hot | Livelocked): string {
  const monitors = outcome.monitors.map(({ name, state }) => `${name} is ${state}`).join(', ')
  if (outcome.kind === 'livelocked') return `${monitors}, which is hot, for ever: the execution goes round`
  if (outcome.rounds === undefined) return `${monitors}, which is hot, when the execution ends`
  return `${monitors}, which is hot, after ${counted(outcome.rounds, 'round')} in which every process had its turn`
}

/** Says which event a machine did not expect. */
export function unhandledText({ machine, state, event, payload, sender }: Unhandled): string {
  const what = payload === '' ? event : `${event} ${payload}`
  return `${machine} in state ${state} does not handle ${what} from ${sender}`
}
