/** A frame with a position: `at deposit (file:///project/account.ts:12:5)`, `at C:\project\account.ts:12:5`. */
const frame = /^\s*at (?:async )?(?:.*? \()?(.+?):(\d+):(\d+)\)?$/

/** A position in a source file. */
export interface SourceFrame {
  /** With forward slashes. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * Where a stack begins in the user's code. Frames of Node and of installed packages count only if there is no other.
 */
export function sourceFrame(stack: string | undefined): SourceFrame | undefined {
  const frames = (stack ?? '').split('\n').flatMap((text) => {
    const [, file = '<', line, column] = frame.exec(text) ?? []
    return file.includes('<') ? [] : [{ file: pathOf(file), line: Number(line), column: Number(column) }]
  })
  return frames.find(({ file }) => !/^node:|\/node_modules\//.test(file)) ?? frames[0]
}

/** Writes where a stack begins like `account.spec.ts:12:5`: relative to `root` if it lies there, else without its folder. */
export function sourcePosition(stack: string | undefined, root?: string): string | undefined {
  const first = sourceFrame(stack)
  return first && `${shortPath(first.file, root)}:${first.line}:${first.column}`
}

/** A path with forward slashes, of what may be a Windows path or a URL with a query. */
function pathOf(file: string): string {
  if (!file.startsWith('file://')) return file.replace(/\?[^/\\]*$/, '').replaceAll('\\', '/')
  return decoded(file.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '').replace(/\?.*$/, ''))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function shortPath(file: string, root: string | undefined): string {
  const folder = root === undefined ? undefined : `${pathOf(root).replace(/\/+$/, '')}/`
  if (folder !== undefined && file.startsWith(folder)) return file.slice(folder.length)
  return file.startsWith('node:') ? file : file.slice(file.lastIndexOf('/') + 1)
}
