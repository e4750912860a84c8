import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** What the store asks of a file system; everything that can go wrong goes wrong here. */
export interface Disk {
  /** The bytes of a file; nothing if there is none. */
  read(file: string): Uint8Array | undefined
  /** Makes an empty file that was not there, and the folders to it. */
  create(file: string): OpenFile
  /** The names in a folder. */
  list(folder: string): readonly string[]
  /** When a file was last changed, in ms; nothing if it is gone. */
  changedAt(file: string): number | undefined
  /** Puts a file in the place of another one, all at once. */
  rename(from: string, to: string): void
  /** Removes a file, and its folder if nothing else is in it. */
  remove(file: string): void
}

export interface OpenFile {
  readonly changedAt: number
  /** Writes all of it, down to the disk. */
  write(bytes: Uint8Array): void
  close(): void
}

/** The file system of Node. */
export const disk: Disk = {
  read: (file) => unlessMissing(() => patiently(() => readFileSync(file))),
  create(file) {
    mkdirSync(dirname(file), { recursive: true })
    const descriptor = openSync(file, 'wx')
    return {
      changedAt: fstatSync(descriptor).mtimeMs,
      write(bytes) {
        for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
        fsyncSync(descriptor)
      },
      close: () => closeSync(descriptor),
    }
  },
  list: (folder) => unlessMissing(() => readdirSync(folder)) ?? [],
  changedAt: (file) => unlessMissing(() => statSync(file).mtimeMs),
  rename(from, to) {
    patiently(() => renameSync(from, to))
    syncFolder(dirname(to))
  },
  remove(file) {
    unlessMissing(() => unlinkSync(file))
    try {
      rmdirSync(dirname(file))
    } catch {
      // Something is left in it.
    }
  },
}

/** A rename is safe from a power failure when its folder is on the disk. Not every system lets a folder be synced. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The file is whole in any case.
  }
}

/** Nothing is there either where a file stands in the place of a folder. */
function unlessMissing<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** Windows neither replaces a file that somebody reads nor reads one that is being replaced. */
function patiently<T>(act: () => T): T {
  const passing = process.platform === 'win32' ? ['EPERM', 'EACCES', 'EBUSY'] : []
  for (let attempt = 1; ; attempt++) {
    try {
      return act()
    } catch (error) {
      if (attempt === 50 || !passing.includes(codeOf(error))) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt)
    }
  }
}

/** The code of an error of the file system. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
