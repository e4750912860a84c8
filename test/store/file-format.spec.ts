import { createHash } from 'node:crypto'
import { pack } from 'msgpackr'
import { expect, test } from 'vitest'
import { randomFrom } from '../../src/core/random.ts'
import { decode, encode } from '../../src/store/file-format.ts'
import { isPlainData } from '../../src/store/plain-data.ts'
import { savedPath } from './saved-paths.ts'

const some = [
  savedPath('no deposit is lost'),
  savedPath('', { test: { names: [''], place: 3 }, message: '' }),
  savedPath('Grüße → 你好 🧵 \u0000 \n "quoted" C:\\specs ../.. __proto__', {
    conditions: { latency: Infinity, steps: 20, environment: [['INTERLACE_STEPS', '20']] },
    outline: Array.from({ length: 200 }, (_, index) => `worker ${index}: ledger.read() → ${index} (of 3)`),
    trace: 'line\n'.repeat(40),
  }),
]
const bytes = encode(some)

test('reads what it has written', () => {
  expect(decode(bytes)).toEqual({ paths: expect.arrayContaining(some) })
  expect(decode(encode([]))).toEqual({ paths: [] })
})

test('writes equal paths as equal bytes, in whatever order they come', () => {
  expect(encode([...some].reverse())).toEqual(bytes)
  const again = decode(bytes)
  expect(encode('paths' in again ? again.paths : [])).toEqual(bytes)
})

test('writes half a surrogate pair as something that can be read', () => {
  const half = savedPath('half \ud83e')
  expect(decode(encode([half]))).toEqual({
    paths: [{ ...half, test: { names: ['account', 'half \ufffd'], place: 0 } }],
  })
})

test('holds a byte that no text has, so that version control leaves its line ends alone', () => {
  expect(Buffer.from(bytes.subarray(0, 16)).toString('latin1')).toBe('interlace paths\0')
})

test.each([
  ['an empty file', Buffer.alloc(0), 'it is empty'],
  ['a file of somebody else', Buffer.from('// Vitest Snapshot v1\n'), 'it is no file of saved paths'],
  ['a pointer of Git LFS', Buffer.from('version https://git-lfs'), 'it is no file of saved paths'],
  ['a beginning', bytes.subarray(0, 5), 'it is cut short'],
  ['a header without a body', bytes.subarray(0, 34), 'it is damaged or cut short: its checksum is wrong'],
  ['a file without its last byte', bytes.subarray(0, -1), 'it is damaged or cut short: its checksum is wrong'],
  ['a file with a byte more', Buffer.concat([bytes, Buffer.from([0])]), 'it is damaged or cut short'],
  ['a file of the future', versioned(2), 'a newer version of interlace has written it (format 2)'],
  ['a file of no version', versioned(0), 'it is damaged or cut short: its checksum is wrong'],
])('says what is wrong with %s', (_, file, why) => {
  expect(decode(file)).toEqual({ unreadable: expect.stringContaining(why) })
})

test.each([
  ['a map', { paths: [] }],
  ['a text', 'paths'],
  ['a path that is no list', ['path']],
  ['a path with a field too few', [fieldsOf().slice(1)]],
  ['a path with a field of another kind', [fieldsOf().with(2, 7)]],
  ['a path that is none', [fieldsOf().with(2, 'random:;ls')]],
  ['a path with a space', [fieldsOf().with(2, 'random: ')]],
  ['a variable of somebody else', [fieldsOf().with(3, [1, 2, [['NODE_OPTIONS', 'x']]])]],
  ['a variable that holds a command', [fieldsOf().with(3, [1, 2, [['INTERLACE_STEPS', '$(ls)']]])]],
  ['a date object', [fieldsOf().with(9, new Date(0))]],
  ['a map that sets a prototype', [fieldsOf().with(0, JSON.parse('{ "__proto__": { "polluted": true } }'))]],
  ['a list within a list within a list', Array.from({ length: 50 }).reduce<unknown>((inner) => [inner], [])],
])('takes no other content, as %s, even under a right checksum', (_, content) => {
  expect(decode(signed(pack(content)))).toEqual({ unreadable: 'its content is not that of saved paths' })
  expect({}).not.toHaveProperty('polluted')
})

test('never takes a mutated file for a whole one', () => {
  const random = randomFrom('mutated files')
  for (let round = 0; round < 5000; round++) {
    const mutated = mutate(bytes, random)
    const content = decode(mutated)
    if (Buffer.from(bytes).equals(mutated)) continue
    expect(content).toEqual({ unreadable: expect.any(String) })
  }
})

test('survives mutated content under a right checksum', () => {
  const random = randomFrom('mutated content')
  let refused = 0
  for (let round = 0; round < 5000; round++) {
    const content = decode(signed(mutate(bytes.subarray(34), random)))
    if ('unreadable' in content) refused++
    else
      expect(content.paths.every(({ path, outline }) => typeof path === 'string' && Array.isArray(outline))).toBe(true)
  }
  // Most mutations fall into texts, which then read differently: the checksum is there for them.
  expect(refused).toBeGreaterThan(1000)
  expect({}).not.toHaveProperty('polluted')
})

test('scans random bytes without an end to it', () => {
  const random = randomFrom('noise')
  for (let round = 0; round < 5000; round++) {
    const noise = Uint8Array.from({ length: Math.floor(random() * 200) }, () => random() * 256)
    if (isPlainData(noise)) expect(decode(signed(noise))).toHaveProperty('unreadable')
  }
  expect(isPlainData(Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff))).toBe(false)
  expect(isPlainData(Uint8Array.of(0xdb, 0xff, 0xff, 0xff, 0xff))).toBe(false)
})

/** The fields of a path as they stand in a file. */
function fieldsOf(): unknown[] {
  return [['name'], 0, 'random:', [1, 2, []], 'failed', 'message', 'digest', [], 'trace', 'date']
}

function signed(body: Uint8Array): Buffer {
  const checksum = createHash('sha256').update(body).digest().subarray(0, 16)
  return Buffer.concat([bytes.subarray(0, 18), checksum, body])
}

function versioned(version: number): Buffer {
  const file = Buffer.from(bytes)
  file.writeUInt16BE(version, 16)
  return file
}

/** Flips, sets, cuts, repeats, inserts or removes bytes, one to four times. */
function mutate(original: Uint8Array, random: () => number): Buffer {
  let file = Buffer.from(original)
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    const at = Math.floor(random() * file.length)
    const to = Math.min(file.length, at + Math.floor(random() * 40))
    const ways = [
      () => file.subarray(0, at),
      () => file.subarray(at),
      () => Buffer.concat([file.subarray(0, at), file.subarray(to)]),
      () => Buffer.concat([file.subarray(0, to), file.subarray(at)]),
      () => Buffer.concat([file.subarray(0, at), Buffer.of(random() * 256), file.subarray(at)]),
      () =>
        Buffer.concat([
          file.subarray(0, at),
          Buffer.of((file[at] ?? 0) ^ (1 << (random() * 8))),
          file.subarray(at + 1),
        ]),
      () => Buffer.concat([file.subarray(0, at), Buffer.of(random() * 256), file.subarray(at + 1)]),
      () => Buffer.from(file.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    ]
    file = Buffer.from(ways[Math.floor(random() * ways.length)]?.() ?? file)
  }
  return file
}
