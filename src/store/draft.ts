import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { realTime } from '../engine/real-time.ts'
import { codeOf, type Disk, type OpenFile } from './disk.ts'

/** A draft of another process that is older than this, in ms, is dead: to write one takes milliseconds. */
const oldest = 5000
/** How long to wait for others, in ms. */
const patience = 15_000

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/**
 * Puts new bytes in the place of a file, while no other process does the same. The draft of the new file is also the
 * sign that somebody is at work: whoever has put up a draft of his own and then sees no other one alive has the file to
 * himself, until his draft takes its place. So the sign disappears in the moment in which the work is done, and a dead
 * process's can be taken away at any time: a draft that is gone cannot be renamed, and its writer begins again.
 *
 * `change` is given what the file holds, and says what it should hold: nothing to remove it, itself to leave it.
 */
export async function replaceAlone(
  disk: Disk,
  file: string,
  change: (bytes: Uint8Array | undefined) => Uint8Array | undefined,
): Promise<void> {
  const end = realTime.now() + patience
  for (;;) {
    const draft = new Draft(disk, file)
    try {
      while (draft.isAmongOthers() && draft.isFirst && realTime.now() < end) await pause(1)
      if (!draft.isAmongOthers() && draft.commit(change)) return
    } finally {
      draft.discard()
    }
    if (realTime.now() > end) throw new Error('other processes have been writing it all the time')
    await pause(1 + Math.random() * 10)
  }
}

/** A file that is being written, beside the one that it will replace; its name says by whom. */
class Draft {
  /** Whether it comes before all others that are alive: it then stays up, and they give way. */
  isFirst = true
  private readonly name: string
  private readonly path: string
  private readonly folder: string
  private readonly open: OpenFile
  private readonly openedAt = realTime.now()
  private isOpen = true
  private isThere = true

  constructor(
    private readonly disk: Disk,
    private readonly file: string,
  ) {
    this.folder = dirname(file)
    this.name = `${basename(file)}.${randomBytes(6).toString('hex')}-${host}-${process.pid}.draft`
    this.path = join(this.folder, this.name)
    this.open = created(disk, this.path)
  }

  /** Whether others are alive; the drafts of the dead are taken away. */
  isAmongOthers(): boolean {
    const drafts = this.disk
      .list(this.folder)
      .filter((name) => name !== this.name && name.startsWith(`${basename(this.file)}.`) && ownerOf(name) !== undefined)
    const living = drafts.filter((name) => this.isAlive(name))
    for (const name of drafts) if (!living.includes(name)) this.disk.remove(join(this.folder, name))
    this.isFirst = living.every((name) => this.name < name)
    return living.length > 0
  }

  /** Does what is to be done; `false` if this draft has been taken for a dead one's. */
  commit(change: (bytes: Uint8Array | undefined) => Uint8Array | undefined): boolean {
    const { disk, file } = this
    const before = disk.read(file)
    const after = change(before)
    if (after === before) return true
    if (after === undefined) {
      // Nothing is renamed that would tell whether this draft is still there.
      if (this.isGone()) return false
      disk.remove(file)
      return true
    }
    this.open.write(after)
    this.close()
    try {
      disk.rename(this.path, file)
    } catch (error) {
      if (this.isGone()) return false
      throw error
    }
    this.isThere = false
    return true
  }

  discard(): void {
    this.close()
    if (!this.isThere) return
    this.isThere = false
    try {
      this.disk.remove(this.path)
    } catch {
      // The next one takes it away.
    }
  }

  private isGone(): boolean {
    return this.disk.changedAt(this.path) === undefined
  }

  private close(): void {
    if (this.isOpen) this.open.close()
    this.isOpen = false
  }

  private isAlive(name: string): boolean {
    const changedAt = this.disk.changedAt(join(this.folder, name))
    if (changedAt === undefined) return false
    // Both times are the file system's, whatever the clocks say.
    const age = this.open.changedAt - changedAt + realTime.now() - this.openedAt
    if (age > oldest) return false
    const owner = ownerOf(name)
    return owner === undefined || owner.host !== host || isRunning(owner.pid)
  }
}

function ownerOf(draft: string): { readonly host: string; readonly pid: number } | undefined {
  const [, name = '', pid] = /\.[0-9a-f]{12}-([0-9a-f]{8})-(\d+)\.draft$/.exec(draft) ?? []
  return pid === undefined ? undefined : { host: name, pid: Number(pid) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Another process may remove the folder just when it was made, because it is empty. */
function created(disk: Disk, path: string): OpenFile {
  for (let attempt = 1; ; attempt++) {
    try {
      return disk.create(path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === 100) throw error
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void realTime.setTimeout(resolve, ms))
}
