import { syncBuiltinESMExports } from 'node:module'
import { misuse } from '../core/errors.ts'

/** What stands in for a global now, known to all copies of this package in the realm. */
const key = Symbol.for('interlace.replacements')
const replacements = ((globalThis as { [key]?: WeakSet<object> })[key] ??= new WeakSet())

interface Patch {
  readonly target: object
  readonly key: PropertyKey
  readonly original: PropertyDescriptor | undefined
}

/** The one registry of replaced globals: refuses to replace a replacement, and undoes all it did. */
export class Patches {
  private readonly patches: Patch[] = []

  /** Replaces a function that lives on `target`; does nothing where the host has none, or none that can be replaced. */
  replace<Name extends PropertyKey>(
    target: Partial<Record<Name, unknown>> | undefined,
    key: Name,
    replacement: (original: (...args: never[]) => unknown) => object,
  ): void {
    const current = target?.[key]
    if (target === undefined || typeof current !== 'function') return
    if (replacements.has(current)) {
      throw misuse(
        `${String(key)} is under the control of another search already.`,
        'Two copies of interlace are at work, or a search runs inside the body of another one: run one at a time.',
      )
    }
    if ('clock' in current) {
      throw misuse(
        `${String(key)} is replaced by fake timers.`,
        'interlace has a virtual clock of its own: call vi.useRealTimers() before, and leave out vi.useFakeTimers().',
      )
    }
    const original = Object.getOwnPropertyDescriptor(target, key)
    if (original?.configurable === false && original.writable !== true) return
    const value = replacement(current as (...args: never[]) => unknown)
    replacements.add(value)
    const enumerable = original?.enumerable ?? true
    Object.defineProperty(target, key, { value, configurable: true, writable: true, enumerable })
    this.patches.push({ target, key, original })
  }

  /** Makes the replacements visible to `import { … } from 'node:…'`. */
  publish(): void {
    syncBuiltinESMExports()
  }

  undo(): void {
    for (const { target, key, original } of this.patches.reverse()) {
      if (original === undefined) Reflect.deleteProperty(target, key)
      else Object.defineProperty(target, key, original)
    }
    this.patches.length = 0
    syncBuiltinESMExports()
  }
}
