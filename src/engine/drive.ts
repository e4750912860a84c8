import { misuse, type InterlaceError } from '../core/errors.ts'
import type { World } from '../core/program.ts'
import type { Execution } from './execution.ts'
import { realTime } from './real-time.ts'

const sliceLength = 50
const stepsBetweenLooks = 1024
/** Nobody looks this late, in ms, but after the whole process has stood still. */
const standstill = 250

let driving = false
let nested: InterlaceError | undefined

/** Refuses what must not be done while a program is running in the middle of a search; the search then ends, too. */
export function refuseWhileDriving(what: string, advice: string): void {
  if (!driving) return
  nested = misuse(what, advice)
  throw nested
}

/**
 * Runs one execution after the other, as a search asks for them, inside macrotasks (only there can a program be driven
 * synchronously). The event loop gets a turn about every 50 ms, so that the host's timeouts, signals and messages work.
 */
export function drive<Result>(world: World, search: Generator<Execution, Result, Execution>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let execution: Execution | undefined
    let entered = false
    let waitingSince: number | undefined
    let lookedAt = 0

    function enter(): void {
      if (!entered) world.enter()
      entered = true
    }
    function leave(): void {
      if (entered) world.leave()
      entered = false
    }

    /** Executes until the slice is over; says when to go on. */
    function slice(): 'soon' | 'later' | 'never' {
      enter()
      const end = realTime.now() + sliceLength
      for (;;) {
        if (execution === undefined) {
          const first = search.next()
          if (first.done) return finish(first.value)
          execution = first.value
        }
        const isThrough = stepThrough(execution, end)
        if (nested !== undefined) throw nested
        if (!isThrough) return world.synchronous ? pause() : 'soon'
        if (!execution.isOver) {
          lookedAt = realTime.now()
          waitingSince ??= lookedAt
          return 'later'
        }
        waitingSince = undefined
        const next = search.next(execution)
        if (next.done) return finish(next.value)
        execution = next.value
        if (realTime.lately() > end) return pause()
      }
    }

    /** Takes steps until there are no more, or (`false`) the rest has to wait for a turn of the event loop. */
    function stepThrough(current: Execution, end: number): boolean {
      const waited = timeWaited()
      if (!current.advance(waited)) return true
      if (waited > 0) waitingSince = undefined
      // Where the program cannot be drained, the rest of a step happens in the coming turn, under our control.
      if (!world.synchronous) return false
      while (current.advanceBy(stepsBetweenLooks)) if (realTime.now() > end) return false
      return true
    }
    /** What passes at a breakpoint, or while a computer sleeps, is not waited for anything. */
    function timeWaited(): number {
      if (waitingSince === undefined) return 0
      const now = realTime.now()
      if (now - lookedAt > standstill) waitingSince += now - lookedAt
      return now - waitingSince
    }
    function pause(): 'soon' {
      leave()
      return 'soon'
    }
    function finish(result: Result): 'never' {
      leave()
      resolve(result)
      return 'never'
    }

    function turn(): void {
      driving = true
      try {
        const again = slice()
        if (again === 'soon') realTime.setImmediate(turn)
        // Always from an immediate: a world that looks at what the host is busy with should find the same each time.
        if (again === 'later') realTime.setTimeout(() => realTime.setImmediate(turn), 1)
      } catch (error) {
        leave()
        nested = undefined
        reject(error)
      } finally {
        driving = false
      }
    }
    realTime.setImmediate(turn)
  })
}
