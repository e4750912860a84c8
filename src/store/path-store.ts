import { type InterlaceError, misuse } from '../core/errors.ts'
import { codeOf, disk, type Disk } from './disk.ts'
import { replaceAlone } from './draft.ts'
import { decode, encode } from './file-format.ts'
import { isSameFailure, type SavedPath } from './saved-path.ts'

/** What is to be changed in a file of saved paths. */
export interface Change {
  readonly add?: readonly SavedPath[]
  readonly remove?: readonly SavedPath[]
}

/** The failing paths of one spec file. */
export class PathStore {
  constructor(
    readonly file: string,
    private readonly fileSystem: Disk = disk,
  ) {}

  /** All saved paths. A file that cannot be read is an error: its paths would be lost without anybody noticing. */
  read(): readonly SavedPath[] {
    return this.pathsIn(this.bytes())
  }

  /** Adds and removes saved paths, together with whoever else does. Says why if it cannot. */
  async change(change: Change): Promise<string | undefined> {
    try {
      // Most of the time there is nothing to write.
      const bytes = this.bytes()
      if (this.changed(bytes, change) === bytes) return undefined
      await replaceAlone(this.fileSystem, this.file, (now) => this.changed(now, change))
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }

  private changed(bytes: Uint8Array | undefined, { add = [], remove = [] }: Change): Uint8Array | undefined {
    const before = this.pathsIn(bytes)
    const left = before.filter(
      (path) =>
        !remove.some((other) => isSameFailure(path, other) && path.path === other.path) &&
        !add.some((other) => isSameFailure(path, other) && !isSameExecution(path, other)),
    )
    const added = add.filter((path) => !left.some((other) => isSameFailure(path, other)))
    if (added.length === 0 && left.length === before.length) return bytes
    return left.length + added.length === 0 ? undefined : encode([...left, ...added])
  }

  private bytes(): Uint8Array | undefined {
    try {
      return this.fileSystem.read(this.file)
    } catch (error) {
      throw this.unreadable(reasonOf(error), error)
    }
  }

  private pathsIn(bytes: Uint8Array | undefined): readonly SavedPath[] {
    if (bytes === undefined) return []
    const content = decode(bytes)
    if ('paths' in content) return content.paths
    throw this.unreadable(content.unreadable)
  }

  private unreadable(why: string, cause?: unknown): InterlaceError {
    return misuse(
      `The saved paths in ${this.file} cannot be read: ${why}.`,
      'It is left as it is. Restore it from version control, update interlace if a newer version has written it, ' +
        'or delete it: its paths are then lost.',
      cause,
    )
  }
}

/** Whether a path that was found again says nothing new. */
function isSameExecution(one: SavedPath, other: SavedPath): boolean {
  return one.path === other.path && one.digest === other.digest
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOTDIR: 'a file stands where a folder should be',
  EEXIST: 'a file stands where a folder should be',
  EISDIR: 'a folder stands where a file should be',
  ENAMETOOLONG: 'its name is too long',
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const reason = reasons[code]
  if (reason !== undefined) return `${reason} (${code})`
  return error instanceof Error ? error.message : String(error)
}
