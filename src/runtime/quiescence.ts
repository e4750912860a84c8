import { runInThisContext } from 'node:vm'

/** The process object of the host itself: test runners hand out copies whose events nobody emits. */
export const hostProcess = runInThisContext('process') as NodeJS.Process & { _tickCallback?: () => void }

const tick = hostProcess._tickCallback
let works: boolean | undefined

/** Runs everything that is queued as microtask or nextTick, to the end. Only works inside a macrotask. */
export function drain(): void {
  tick?.call(hostProcess)
}

/** Whether `drain` does what it should on this host (Bun's does nothing, Deno has none). Ask inside a macrotask. */
export function canDrain(): boolean {
  if (works === undefined) {
    let ran = false
    void Promise.resolve().then(() => (ran = true))
    drain()
    works = ran
  }
  return works
}
