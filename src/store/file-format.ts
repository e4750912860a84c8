import { createHash } from 'node:crypto'
import { Packr, Unpackr } from 'msgpackr'
import { formatPath, parsePath } from '../core/path.ts'
import { isPlainData } from './plain-data.ts'
import { inOrder, type SavedPath, wellFormed } from './saved-path.ts'

/** Ends with a byte that keeps version control from taking the file for a text and changing its line ends. */
const signature = Buffer.from('interlace paths\0', 'latin1')
const version = 1
const checksumLength = 16
const headerLength = signature.length + 2 + checksumLength

/** Records would share structures between files, and maps have keys: lists of plain values need neither. */
const packr = new Packr({ useRecords: false, variableMapSize: true })
const unpackr = new Unpackr({ useRecords: false })

/** What a file holds, or why it cannot be read. */
export type FileContent = { readonly paths: readonly SavedPath[] } | { readonly unreadable: string }

/** Writes saved paths as a file; equal paths give equal bytes. The one door to `msgpackr`. */
export function encode(paths: readonly SavedPath[]): Uint8Array {
  const body = Buffer.from(packr.pack(inOrder(paths).map(listOf)))
  const header = Buffer.alloc(2)
  header.writeUInt16BE(version)
  return Buffer.concat([signature, header, checksumOf(body), body])
}

/** Reads what `encode` has written. */
export function decode(bytes: Uint8Array): FileContent {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) return { unreadable: 'it is empty' }
  const begun = file.subarray(0, signature.length)
  if (!begun.equals(signature.subarray(0, file.length))) return { unreadable: 'it is no file of saved paths' }
  if (file.length < headerLength) return { unreadable: 'it is cut short' }
  const written = file.readUInt16BE(signature.length)
  if (written > version) return { unreadable: `a newer version of interlace has written it (format ${written})` }
  const body = file.subarray(headerLength)
  const isWhole = checksumOf(body).equals(file.subarray(headerLength - checksumLength, headerLength))
  if (written !== version || !isWhole) return { unreadable: 'it is damaged or cut short: its checksum is wrong' }
  return contentOf(body)
}

function contentOf(body: Uint8Array): FileContent {
  const alien = { unreadable: 'its content is not that of saved paths' }
  if (!isPlainData(body)) return alien
  const list = unpackr.unpack(body) as unknown
  if (!Array.isArray(list)) return alien
  const paths = list.map(pathOf)
  return paths.every((path) => path !== undefined) ? { paths } : alien
}

function checksumOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest().subarray(0, checksumLength)
}

function listOf({ test, conditions, ...path }: SavedPath): readonly unknown[] {
  return [
    test.names.map(wellFormed),
    test.place,
    wellFormed(path.path),
    [conditions.latency, conditions.steps, conditions.environment],
    wellFormed(path.kind),
    wellFormed(path.message),
    path.digest,
    path.outline.map(wellFormed),
    wellFormed(path.trace),
    path.date,
  ]
}

function pathOf(value: unknown): SavedPath | undefined {
  if (!Array.isArray(value) || value.length !== 10) return undefined
  const [names, place, path, given, kind, message, digest, outline, trace, date] = value as unknown[]
  const [latency, steps, environment] = Array.isArray(given) ? (given as unknown[]) : []
  const texts = [path, kind, message, digest, trace, date]
  const isWell =
    [names, outline].every(isListOfTexts) &&
    isEnvironment(environment) &&
    isPath(path) &&
    texts.every((text) => typeof text === 'string') &&
    [place, latency, steps].every((number) => typeof number === 'number')
  if (!isWell) return undefined
  return {
    test: { names, place } as SavedPath['test'],
    conditions: { latency, steps, environment } as SavedPath['conditions'],
    ...({ path, kind, message, digest, outline, trace, date } as Omit<SavedPath, 'test' | 'conditions'>),
  }
}

/** Paths and variables go to the shell: whatever else a file holds, they hold nothing but what is ours. */
function isPath(value: unknown): boolean {
  try {
    return typeof value === 'string' && formatPath(parsePath(value)) === value
  } catch {
    return false
  }
}

function isEnvironment(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  return value.every(
    (pair: unknown) => isListOfTexts(pair) && pair.length === 2 && /^INTERLACE_[A-Z]+=[\w.,+-]+$/.test(pair.join('=')),
  )
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
