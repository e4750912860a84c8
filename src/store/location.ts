import { readdirSync, type Dirent } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const folder = '__paths__'
const suffix = '.paths'

/** The file of saved paths that belongs to a spec file: it stands beside it, in `__paths__`. */
export function pathsFileOf(spec: string): string {
  return join(dirname(spec), folder, basename(spec) + suffix)
}

/** The spec file that a file of saved paths belongs to. */
export function specOf(pathsFile: string): string {
  return join(dirname(dirname(pathsFile)), basename(pathsFile).slice(0, -suffix.length))
}

/** All files of saved paths under a folder, in order; installed packages and hidden folders are left out. */
export function pathsFilesIn(root: string): readonly string[] {
  return entriesOf(root).flatMap((entry) => {
    const path = join(root, entry.name)
    if (entry.isDirectory()) return isPassedOver(entry.name) ? [] : pathsFilesIn(path)
    return basename(root) === folder && entry.name.endsWith(suffix) ? [path] : []
  })
}

function isPassedOver(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.')
}

function entriesOf(root: string): readonly Dirent[] {
  try {
    return readdirSync(root, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return [] // a folder that may not be read has nothing to show
  }
}
