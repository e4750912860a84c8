/** A frame with a position: `at deposit (file:///project/account.ts:12:5)`, `at C:\project\account.ts:12:5`. */
const frame = /^\s*at (?:async )?(?:.*? \()?(.+?):(\d+):(\d+)\)?$/

/**
 * Where a stack begins in the user's code, written like `account.spec.ts:12:5`: relative to `root` if it lies there,
 * else without its folder. Frames of Node and of installed packages count only if there is no other.
 */
export function sourcePosition(stack: string | undefined, root?: string): string | undefined {
  const positions = (stack ?? '').split('\n').flatMap((line) => {
    const [, file = '<', row = '', column = ''] = frame.exec(line) ?? []
    return file.includes('<') ? [] : [{ file: pathOf(file), position: `:${row}:${column}` }]
  })
  const first = positions.find(({ file }) => !/^node:|\/node_modules\//.test(file)) ?? positions[0]
  return first && shortPath(first.file, root) + first.position
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
