import { misuse } from '../core/errors.ts'
import { defineExplorer } from '../core/explorer.ts'
import type { ProcessId } from '../core/process.ts'
import { addQueue, remove } from './queue.ts'

/**
 * The paper's CustExplorer (section 6.3): processes go in an order that the program changes by
 * `signal('order', ['server 1', 'server 2'])`; those not named come after, in order of creation. A delay lasts one step.
 */
export const ordered = defineExplorer('ordered', () => {
  const names: string[] = []
  const enabled: ProcessId[] = []
  let order: readonly string[] = []
  let delays = 0

  function rank(process: ProcessId): number {
    const place = order.indexOf(names[process] ?? '')
    return place < 0 ? order.length : place
  }
  const sort = (): unknown => enabled.sort((a, b) => rank(a) - rank(b) || a - b)

  return {
    next: () => enabled[delays % enabled.length],
    delay: () => void delays++,
    step(event) {
      delays = 0
      if (event.kind === 'created') names[event.process] = event.name
      else if (event.kind === 'enabled') enabled.push(event.process)
      else if (event.kind === 'blocked' || event.kind === 'ended') remove(enabled, event.process)
      else if (event.kind === 'signal' && event.name === 'order') order = namesIn(event.value)
      if (event.kind === 'enabled' || event.kind === 'signal') sort()
    },
    fingerprint(into) {
      addQueue(into.number(delays), enabled)
      for (const name of order) into.text(name)
    },
  }
})

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  throw misuse(
    `signal('order', …) was given ${String(value)}.`,
    "The explorer `ordered` takes a list of process names: signal('order', ['alice', 'bob']).",
  )
}
