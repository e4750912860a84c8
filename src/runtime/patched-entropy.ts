import crypto from 'node:crypto'
import { active, type ActiveRun } from './active.ts'
import type { Patches } from './patches.ts'

/** `Math.random` and the random functions of `crypto` draw from the execution's seed. */
export function patchEntropy(patches: Patches): void {
  const seeded =
    (draw: (run: ActiveRun, args: readonly unknown[]) => unknown, applies?: (args: readonly unknown[]) => boolean) =>
    (original: (...args: never[]) => unknown) =>
      function (this: unknown, ...args: unknown[]): unknown {
        const { run } = active
        if (run === undefined || (applies && !applies(args))) return Reflect.apply(original, this, args)
        return draw(run, args)
      }
  const withoutCallback = (args: readonly unknown[]): boolean => typeof args.at(-1) !== 'function'

  patches.replace(
    Math,
    'random',
    seeded((run) => run.random()),
  )
  for (const target of [globalThis.crypto, crypto] as Partial<typeof crypto>[]) {
    patches.replace(target, 'randomUUID', seeded(uuid))
    patches.replace(
      target,
      'getRandomValues',
      seeded((run, [array]) => fill(run, array as ArrayBufferView)),
    )
  }
  patches.replace(
    crypto,
    'randomBytes',
    seeded((run, [size]) => fill(run, Buffer.alloc(size as number)), withoutCallback),
  )
  patches.replace(
    crypto,
    'randomFillSync',
    seeded((run, [view, ...range]) => fill(run, view as ArrayBufferView, ...(range as number[]))),
  )
  patches.replace(
    crypto,
    'randomInt',
    // An empty range is the host's to complain of.
    seeded(integer, (args) => withoutCallback(args) && isRange(args)),
  )
}

function fill<View extends ArrayBufferView>(run: ActiveRun, view: View, from = 0, length?: number): View {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  const end = length === undefined ? bytes.length : from + length
  for (let index = from; index < end; index++) bytes[index] = Math.floor(run.random() * 256)
  return view
}

function uuid(run: ActiveRun): string {
  const bytes = fill(run, Buffer.alloc(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function rangeOf(args: readonly unknown[]): readonly [number, number] {
  return args.length > 1 ? [Number(args[0]), Number(args[1])] : [0, Number(args[0])]
}

function isRange(args: readonly unknown[]): boolean {
  const [low, high] = rangeOf(args)
  return Number.isSafeInteger(low) && Number.isSafeInteger(high) && low < high
}

function integer(run: ActiveRun, args: readonly unknown[]): number {
  const [low, high] = rangeOf(args)
  return low + Math.floor(run.random() * (high - low))
}
