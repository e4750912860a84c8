import { types } from 'node:util'

const known = new WeakMap<object, string | undefined>()

/** Whether what matters of a value does not lie in its fields, and is known all the same. */
export function holdsMore(value: object): boolean {
  return (
    value instanceof Date ||
    value instanceof RegExp ||
    value instanceof Error ||
    value instanceof URL ||
    value instanceof URLSearchParams ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof Number ||
    value instanceof String ||
    value instanceof Boolean
  )
}

/** Why the fields of an object with a class of its own do not tell all about it; `undefined` if they do. */
export function hiddenIn(value: object): string | undefined {
  if (types.isPromise(value) || typeof (value as { then?: unknown }).then === 'function') return 'a promise'
  const prototype = Object.getPrototypeOf(value) as { constructor?: unknown }
  const { constructor } = prototype
  if (typeof constructor !== 'function' || constructor.prototype !== prototype) return 'an object without a class'
  if (!known.has(constructor)) known.set(constructor, hiddenBy(constructor))
  return known.get(constructor)
}

function hiddenBy(constructor: { readonly name: string }): string | undefined {
  for (let type: unknown = constructor; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    if (type === Map || type === Set || type === Function.prototype) return undefined
    const source = Function.prototype.toString.call(type)
    if (source.endsWith('[native code] }')) return `a ${constructor.name}`
    if (/\.#[\w$]/.test(source)) return `a ${constructor.name}, which has private fields`
  }
  return undefined
}
