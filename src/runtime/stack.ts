/** The folder of interlace's own files, as they appear in stack traces. */
const home =
  /\(?((?:file:\/\/)?[^()\s]+?)(?:runtime\/)?[^/\\]+:\d+:\d+\)?$/m.exec(
    (new Error().stack ?? '').split('\n')[1]?.trim().replaceAll('\\', '/') ?? '',
  )?.[1] ?? 'interlace/'

/** Whether a line of a stack trace lies in interlace's own code. */
function isOwnFrame(line: string): boolean {
  return line.replaceAll('\\', '/').includes(home)
}

/** The stack below `boundary`, in the user's code, without its headline. */
export function stackBelow(boundary: (...args: never[]) => unknown): string | undefined {
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, boundary)
  return foreignStack(holder.stack) || undefined
}

/** The frames of a stack that are neither interlace's own nor the host's, one a line. */
export function foreignStack(stack = ''): string {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at ') && !/[( ]node:/.test(line) && !isOwnFrame(line))
    .join('\n')
}
