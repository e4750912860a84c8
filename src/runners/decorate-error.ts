import { userFrames } from './frames.ts'

/** What is added to the error of a failing execution. */
export interface Decoration {
  /** Follows the error's own message: what the search found, and the line that replays it. */
  readonly text: string
  /** What Vitest prints between the message and the diff. */
  readonly block: string
  /** Where the test stands, for errors that say nothing of the user's code. */
  readonly origin: readonly string[]
}

type Decorated = Error & { codeFrame?: string }

/** An error is decorated anew when it is thrown again, in a retry or by a program that keeps it in a variable. */
const originals = new WeakMap<object, { readonly message: string; readonly stack: string | undefined }>()

/** Adds what the search found to the very error that was thrown, so that Vitest shows its diff and code frame. */
export function decorateError(thrown: unknown, decoration: Decoration): Error {
  const error = isError(thrown) ? apartOf(thrown) : wrapped(thrown, `the program threw ${describe(thrown)}`)
  const original = originals.get(error) ?? { message: error.message, stack: error.stack }
  try {
    return apply(error, original, decoration)
  } catch {
    // Frozen, or with accessors of its own.
    return apply(wrapped(error, error.message, error.name), original, decoration)
  }
}

/** An error in words, without what was added to it: its name and message. */
export function messageOf(thrown: unknown): string {
  if (!isError(thrown)) return `the program threw ${describe(thrown)}`
  return `${thrown.name}: ${originals.get(thrown)?.message ?? thrown.message}`
}

/** Leaves out interlace's own frames, so that Vitest's code frame points to the user's code. */
export function withUserFrames(error: Error, origin: readonly string[]): Error {
  const frames = userFrames(error.stack)
  error.stack = stackOf(error, frames.length > 0 ? frames : origin)
  return error
}

function apply(
  error: Decorated,
  original: { readonly message: string; readonly stack: string | undefined },
  { text, block, origin }: Decoration,
): Error {
  const frames = userFrames(original.stack)
  error.message = original.message === '' ? text : `${original.message}\n\n${text}`
  // Vitest merges errors of equal stacks: the message in it, which names the test, keeps them apart.
  error.stack = stackOf(error, frames.length > 0 ? frames : origin)
  error.codeFrame = `\n${block}`
  originals.set(error, original)
  return error
}

function stackOf(error: Error, frames: readonly string[]): string {
  return [`${error.name}: ${error.message}`, ...frames].join('\n')
}

/** An error of any realm. */
function isError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null) return false
  return 'message' in value && typeof value.message === 'string' && 'stack' in value && typeof value.stack === 'string'
}

/** Vitest takes an AggregateError apart, which would lose what is added to it. */
function apartOf(error: Error): Error {
  return 'errors' in error ? wrapped(error, error.message, error.name) : error
}

function wrapped(cause: unknown, message: string, name = 'Error'): Error {
  const error = new Error(message, { cause })
  error.name = name
  if (typeof cause === 'object' && cause !== null) {
    // What Vitest makes its diff of.
    if ('actual' in cause && 'expected' in cause)
      Object.assign(error, { actual: cause.actual, expected: cause.expected })
    if ('stack' in cause && typeof cause.stack === 'string') error.stack = cause.stack
  }
  return error
}

function describe(value: unknown): string {
  try {
    return typeof value === 'string' ? JSON.stringify(value) : String(value)
  } catch {
    return 'something that cannot be written as a text'
  }
}
