/** An error in how interlace is used, or a program it cannot test: never an outcome of the program itself. */
export class InterlaceError extends Error {
  override readonly name = 'InterlaceError'
}

/** What happened, then what usually causes it or what to do. */
export function misuse(what: string, advice: string, cause?: unknown): InterlaceError {
  return new InterlaceError(`${what}\n${advice}`, cause === undefined ? undefined : { cause })
}
