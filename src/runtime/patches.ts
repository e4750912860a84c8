import { syncBuiltinESMExports } from 'node:module'
import { misuse } from '../core/errors.ts'

interface Patch {
  readonly target: object
  readonly key: PropertyKey
  readonly original: PropertyDescriptor | undefined
  readonly value: object
  /** Undone, but still in the hands of somebody who had replaced it in turn. */
  isRetired: boolean
}

/** What stands in for a global, known to all copies of this package in the realm. */
const registry = Symbol.for('interlace.replacements')
const realm = globalThis as Record<symbol, unknown>
const replacements = (realm[registry] as WeakMap<object, Patch> | undefined) ?? new WeakMap<object, Patch>()
realm[registry] = replacements

function restore(patch: Patch): void {
  const { target, key, original, value } = patch
  if (replacements.get(value) === patch) replacements.delete(value)
  if (original === undefined) Reflect.deleteProperty(target, key)
  else Object.defineProperty(target, key, original)
}

/** The one registry of replaced globals: refuses to replace a replacement, and undoes all it did. */
export class Patches {
  private readonly patches: Patch[] = []
  private isPublished = false

  /** Replaces a function that lives on `target`; does nothing where the host has none, or none that can be replaced. */
  replace<Name extends PropertyKey>(
    target: Partial<Record<Name, unknown>> | undefined,
    key: Name,
    replacement: (original: (...args: never[]) => unknown) => object,
  ): void {
    const found = target?.[key]
    const retired = typeof found === 'function' ? replacements.get(found) : undefined
    if (retired?.isRetired) restore(retired)
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
    const enumerable = original?.enumerable ?? true
    Object.defineProperty(target, key, { value, configurable: true, writable: true, enumerable })
    const patch = { target, key, original, value, isRetired: false }
    replacements.set(value, patch)
    this.patches.push(patch)
  }

  /** Makes the replacements visible to `import { … } from 'node:…'`. */
  publish(): void {
    this.isPublished = true
    syncBuiltinESMExports()
  }

  undo(): void {
    for (const patch of this.patches.reverse()) {
      // Whoever sits on top of ours will put ours back: it then does what the original does, until it is found.
      patch.isRetired = true
      if (Reflect.get(patch.target, patch.key) === patch.value) restore(patch)
    }
    this.patches.length = 0
    if (this.isPublished) syncBuiltinESMExports()
  }
}
