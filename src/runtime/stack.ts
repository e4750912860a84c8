/** The stack below `boundary`, in the user's code, without its headline. */
export function stackBelow(boundary: (...args: never[]) => unknown): string | undefined {
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, boundary)
  const lines = holder.stack?.split('\n').slice(1)
  return lines === undefined || lines.length === 0 ? undefined : lines.map((line) => line.trim()).join('\n')
}
