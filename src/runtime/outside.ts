import { createHook } from 'node:async_hooks'
import type { Uncontrolled } from '../core/verdict.ts'
import { hostProcess } from './quiescence.ts'
import { foreignStack } from './stack.ts'

/** What the host's kinds of work are called by people. Others are not work of its own: programs name theirs as they like. */
const kinds: Readonly<Record<string, string>> = {
  RANDOMBYTESREQUEST: 'an asynchronous random number',
  FSREQCALLBACK: 'a file system call',
  FSREQPROMISE: 'a file system call',
  FILEHANDLE: 'a file system call',
  FILEHANDLECLOSEREQ: 'a file system call',
  STATWATCHER: 'a watched file',
  FSEVENTWRAP: 'a watched file',
  TCPWRAP: 'a network connection',
  TCPSERVERWRAP: 'a network server',
  PIPEWRAP: 'a pipe to another process',
  PIPECONNECTWRAP: 'a pipe to another process',
  TCPCONNECTWRAP: 'a network connection',
  TLSWRAP: 'a network connection',
  UDPWRAP: 'a network socket',
  GETADDRINFOREQWRAP: 'a DNS look-up',
  GETNAMEINFOREQWRAP: 'a DNS look-up',
  QUERYWRAP: 'a DNS look-up',
  HTTPCLIENTREQUEST: 'an HTTP request',
  HTTPINCOMINGMESSAGE: 'an HTTP server',
  PROCESSWRAP: 'a child process',
  WORKER: 'a worker thread',
  MESSAGEPORT: 'a message port',
  ZLIB: 'compression',
  PBKDF2REQUEST: 'asynchronous cryptography',
  SCRYPTREQUEST: 'asynchronous cryptography',
  HASHREQUEST: 'asynchronous cryptography',
  SIGNREQUEST: 'asynchronous cryptography',
  CIPHERREQUEST: 'asynchronous cryptography',
  KEYPAIRGENREQUEST: 'asynchronous cryptography',
  Timeout: 'a real timer, captured before the test took control of setTimeout',
  Immediate: 'a real immediate, captured before the test took control of setImmediate',
}

/** Work that `process.getActiveResourcesInfo` does not list, and that ends by itself. */
const lasting = new Set([
  'PBKDF2REQUEST',
  'SCRYPTREQUEST',
  'HASHREQUEST',
  'SIGNREQUEST',
  'CIPHERREQUEST',
  'KEYPAIRGENREQUEST',
  'RANDOMBYTESREQUEST',
])

/** The test runner works for itself, too, while a program waits for a turn of the event loop. */
const runner = /node_modules[\\/](?:vitest|@vitest|tinypool)[\\/]/

/** Watches for work that a program gives to the host itself, where no explorer can order it. */
export class Outside {
  readonly seen: Uncontrolled[] = []
  watching = false
  isListening = false
  private readonly beginnings = createHook({ init: (id, type) => this.note(id, type) })
  // Only while something is under way: with it, the garbage collector has to tell of every promise.
  private readonly ends = createHook({ destroy: (id) => void this.underWay.delete(id) })
  private readonly underWay = new Set<number>()
  private before = new Map<string, number>()

  /** Remembers what the host is busy with anyway. */
  mark(): void {
    this.before = count()
  }

  /** Whether the host is busy with more than that. */
  isBusy(): boolean {
    if (this.underWay.size > 0) return true
    for (const [type, number] of count()) if (number > (this.before.get(type) ?? 0)) return true
    return false
  }

  /** Writes down where work is given to the host: slow, so only in recorded executions. */
  watch(on: boolean): void {
    if (on === this.watching) return
    this.watching = on
    if (on) this.beginnings.enable()
    else this.beginnings.disable()
    if (on && this.underWay.size > 0) this.ends.enable()
    else this.ends.disable()
  }

  /** Something arrived that the host lists nowhere. */
  noteUnlisted(): void {
    this.seen.push({ what: 'something that Node does not list, such as an import()', stack: '' })
  }

  private note(id: number, type: string): void {
    const what = kinds[type]
    if (what === undefined || !this.isListening) return
    const stack = foreignStack(new Error().stack)
    // Without a frame of anybody else's, a timer is our own, and other work goes on from what was seen before.
    const isOurs = type === 'Timeout' || type === 'Immediate'
    if (stack === '' && (isOurs || this.seen.length > 0)) return
    if (stack !== '' && stack.split('\n').every((frame) => runner.test(frame))) return
    if (lasting.has(type)) {
      this.underWay.add(id)
      this.ends.enable()
    }
    if (!this.seen.some((other) => other.what === what && other.stack === stack)) this.seen.push({ what, stack })
  }
}

function count(): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const type of hostProcess.getActiveResourcesInfo()) numbers.set(type, (numbers.get(type) ?? 0) + 1)
  return numbers
}
