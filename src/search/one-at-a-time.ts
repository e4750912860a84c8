let last: Promise<unknown> = Promise.resolve()

/** Lets one search at a time have the world: others wait for their turn. */
export function oneAtATime<Result>(search: () => Promise<Result>): Promise<Result> {
  const result = last.then(search)
  last = result.catch(() => undefined)
  return result
}
