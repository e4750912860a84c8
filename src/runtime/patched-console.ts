import { active } from './active.ts'
import { describe } from './describe.ts'
import type { Patches } from './patches.ts'

/**
 * What a body prints would come hundreds of times: a search is silent, and a recorded execution keeps it with its step.
 * A replayed one prints as well.
 */
export function patchConsole(patches: Patches): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const) {
    patches.replace(globalThis.console, method, (original) => (...args: unknown[]) => {
      const { run } = active
      if (run === undefined || run.recorder?.prints) Reflect.apply(original, globalThis.console, args)
      if (run?.recorder === undefined) return
      const text = args.map((value) => (typeof value === 'string' ? value : describe(value))).join(' ')
      run.recorder.note('console', run.current().name, text)
    })
  }
}
