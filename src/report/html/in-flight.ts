import type { Arrow } from './page-data.ts'

/** A place in a recorded execution: a step, or one of its notes. */
export interface Moment {
  readonly step: number
  /** The note, if it is one. */
  readonly note: number | undefined
}

/** Something that has left and, if it arrives, has arrived. */
export interface Flight {
  readonly kind: Arrow['kind']
  readonly text: string
  readonly from: Moment
  readonly to: Moment | undefined
  readonly toward: string
}

type Departed = Omit<Flight, 'to'>

/** What is on its way, by keys: of equal ones, the first to leave is the first to arrive. */
export class InFlight {
  private readonly waiting = new Map<string, Departed[]>()
  readonly arrived: Flight[] = []

  leave(key: string, departed: Departed, first = false): void {
    const queue = this.waiting.get(key)
    if (queue === undefined) this.waiting.set(key, [departed])
    else if (first) queue.unshift(departed)
    else queue.push(departed)
  }

  /** Whether something was on its way. */
  arrive(key: string, to: Moment): boolean {
    const departed = this.take(key)
    if (departed === undefined) return false
    this.arrived.push({ ...departed, to })
    return true
  }

  take(key: string): Departed | undefined {
    return this.waiting.get(key)?.shift()
  }

  /** What of some keys, or of all, never arrives any more. */
  lose(isMeant: (key: string) => boolean = () => true): void {
    for (const [key, queue] of this.waiting) {
      if (!isMeant(key)) continue
      this.arrived.push(...queue.map((departed) => ({ ...departed, to: undefined })))
      this.waiting.delete(key)
    }
  }
}

/** A key of several texts. */
export function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

/** The longest of some names that a text ends with, behind a word. */
export function namedAtEnd(text: string, word: string, names: ReadonlySet<string>): string | undefined {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const name = text.slice(at + word.length)
    if (names.has(name)) return name
  }
  return undefined
}
