import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { randomFrom } from '../../src/core/random.ts'
import { disk, type Disk } from '../../src/store/disk.ts'
import { PathStore } from '../../src/store/path-store.ts'
import { emptyFolder, savedPath } from './saved-paths.ts'

const one = savedPath('one')
const two = savedPath('two')

/** A store in a folder of its own. */
function storeWith(fileSystem: Partial<Disk> = {}): PathStore {
  return new PathStore(join(emptyFolder(), '__paths__', 'account.spec.ts.paths'), { ...disk, ...fileSystem })
}

function failing(code: string): () => never {
  return () => {
    throw Object.assign(new Error(`${code}: something of the system's`), { code })
  }
}

test('keeps what is added until it is removed, and then nothing is left', async () => {
  const store = storeWith()
  expect(store.read()).toEqual([])
  expect(existsSync(dirname(store.file))).toBe(false)

  expect(await store.change({ add: [two] })).toBeUndefined()
  expect(await store.change({ add: [one] })).toBeUndefined()
  expect(store.read()).toEqual([one, two])
  expect(readdirSync(dirname(store.file))).toEqual(['account.spec.ts.paths'])

  expect(await store.change({ remove: [two] })).toBeUndefined()
  expect(store.read()).toEqual([one])
  expect(await store.change({ remove: [one] })).toBeUndefined()
  expect(store.read()).toEqual([])
  expect(existsSync(dirname(store.file))).toBe(false)
})

test('keeps one path for a test and an outcome: the last one', async () => {
  const store = storeWith()
  const later = { ...one, path: 'round-robin:2', digest: 'f'.repeat(32), date: '2026-12-24' }
  const other = { ...one, message: 'Deadlock: nothing can go on' }
  await store.change({ add: [one] })
  await store.change({ add: [later, other] })
  expect(store.read()).toEqual([later, other])
})

test('does not write what is there already, so that the date stays', async () => {
  const store = storeWith()
  await store.change({ add: [one] })
  const reading = new PathStore(store.file, { ...disk, create: failing('EIO') })
  expect(await reading.change({ add: [{ ...one, date: '2027-01-01' }], remove: [two] })).toBeUndefined()
  expect(store.read()).toEqual([one])
})

test('removes only the path that it is told to', async () => {
  const store = storeWith()
  const later = { ...one, path: 'round-robin:2', digest: 'f'.repeat(32) }
  await store.change({ add: [later] })
  await store.change({ remove: [one] })
  expect(store.read()).toEqual([later])
})

test.each([
  ['a full disk', { create: fullDisk }, 'the disk is full (ENOSPC)'],
  ['a disk that fills up while a file is closed', { rename: failing('ENOSPC') }, 'the disk is full (ENOSPC)'],
  ['a read-only file system', { create: failing('EROFS') }, 'the file system is read-only (EROFS)'],
  ['a folder of somebody else', { create: failing('EACCES') }, 'permission is denied (EACCES)'],
  ['anything else', { create: failing('EWHAT') }, "EWHAT: something of the system's"],
])('leaves everything as it is, and says why, on %s', async (_, fileSystem, why) => {
  const store = storeWith()
  await store.change({ add: [one] })
  const before = readFileSync(store.file)
  expect(await new PathStore(store.file, { ...disk, ...fileSystem }).change({ add: [two] })).toBe(why)
  expect(readFileSync(store.file)).toEqual(before)
  expect(readdirSync(dirname(store.file))).toEqual(['account.spec.ts.paths'])
})

/** Writes a part of what it is given, as a disk does that has room for a few bytes only. */
function fullDisk(file: string): ReturnType<Disk['create']> {
  const open = disk.create(file)
  return {
    ...open,
    write(bytes) {
      open.write(bytes.subarray(0, 20))
      failing('ENOSPC')()
    },
  }
}

test('says why where a file stands in the place of its folder', async () => {
  const store = storeWith()
  writeFileSync(dirname(store.file), 'mine')
  expect(store.read()).toEqual([])
  expect(await store.change({ add: [one] })).toMatch(/a file stands where a folder should be|permission is denied/)
  expect(readFileSync(dirname(store.file), 'utf8')).toBe('mine')
})

test('says why where a folder stands in its place', async () => {
  const store = storeWith()
  mkdirSync(store.file, { recursive: true })
  expect(() => store.read()).toThrow('cannot be read: a folder stands where a file should be (EISDIR).')
  expect(await store.change({ add: [one] })).toContain('cannot be read: a folder stands where a file should be')
})

test('never writes over a file that it cannot read', async () => {
  const store = storeWith()
  await store.change({ add: [one, two] })
  const whole = readFileSync(store.file)
  const random = randomFrom('garbage')
  for (let round = 0; round < 1000; round++) {
    const garbage = Buffer.from(whole)
    for (let left = 0; left < 3; left++) garbage[Math.floor(random() * garbage.length)] = random() * 256
    const cut = random() < 0.3 ? garbage.subarray(0, random() * garbage.length) : garbage
    if (cut.equals(whole)) continue
    writeFileSync(store.file, cut)
    expect(() => store.read()).toThrow(/cannot be read: .+\nIt is left as it is\. Restore it/)
    expect(await store.change({ add: [savedPath('three')], remove: [one] })).toContain('cannot be read: ')
    expect(readFileSync(store.file).equals(cut)).toBe(true)
  }
  writeFileSync(store.file, whole)
  expect(store.read()).toEqual([one, two])
  expect(readdirSync(dirname(store.file))).toHaveLength(1)
})

test('takes away the drafts of the dead, and waits for those of the living', async () => {
  const store = storeWith()
  await store.change({ add: [one] })
  const folder = dirname(store.file)
  const draft = (pid: number, host: string): string =>
    join(folder, `account.spec.ts.paths.000000000000-${host}-${pid}.draft`)
  const [ours = ''] = await draftsWhile(() => new PathStore(store.file, spying).change({ add: [two] }))
  const host = /-([0-9a-f]{8})-\d+\.draft$/.exec(ours)?.[1] ?? ''
  expect(ours).toMatch(new RegExp(`^account\\.spec\\.ts\\.paths\\.[0-9a-f]{12}-[0-9a-f]{8}-${process.pid}\\.draft$`))

  // No process has such a number.
  writeFileSync(draft(2 ** 30, host), 'half a file')
  const begun = performance.now()
  expect(await store.change({ remove: [two] })).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(2000)
  expect(readdirSync(folder)).toEqual(['account.spec.ts.paths'])

  // Our own process lives; a process of another machine may.
  for (const living of [draft(process.pid, host), draft(1, 'ffffffff')]) {
    writeFileSync(living, '')
    setTimeout(() => disk.remove(living), 300)
    const waiting = performance.now()
    expect(await store.change({ add: [two] })).toBeUndefined()
    expect(performance.now() - waiting).toBeGreaterThan(250)
    await store.change({ remove: [two] })
  }
})

test('begins again when its draft was taken for that of a dead process', async () => {
  let taken = 0
  const store = storeWith({
    rename(from, to) {
      // The process slept here, and another one has written meanwhile.
      if (taken++ === 0) {
        disk.remove(from)
        void new PathStore(to).change({ add: [two] })
      }
      disk.rename(from, to)
    },
  })
  expect(await store.change({ add: [one] })).toBeUndefined()
  expect(taken).toBe(2)
  expect(store.read()).toEqual([one, two])
})

/** What lies in the folder while a file is written. */
const seen: string[] = []
const spying: Disk = {
  ...disk,
  rename(from, to) {
    seen.push(...readdirSync(dirname(to)).filter((name) => name.endsWith('.draft')))
    disk.rename(from, to)
  },
}
async function draftsWhile(act: () => Promise<unknown>): Promise<readonly string[]> {
  seen.length = 0
  await act()
  return seen
}
