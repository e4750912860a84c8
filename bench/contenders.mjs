import fc from 'fast-check'
import { check, programOf } from '../dist/index.js'

/** Each runs a body so many times and says how many executions and steps that were. */
export const contenders = { 'bare loop': bare, interlace, 'fast-check': fastCheck }

/** As in a body of a user: the global that is there when it is called. */
const timer = (callback, time) => globalThis.setTimeout(callback, time)

/** The search as users run it, with all its checks: nothing is switched off. */
async function interlace(body, executions) {
  const program = programOf((runtime) =>
    body({
      spawn: runtime.spawn,
      point: runtime.pause,
      timer,
    }),
  )
  const verdict = await check(program, { search: 'sampling', delays: 6, samples: () => 10_000, executions })
  return verdict
}

/** Two of these are needed for any tool: something that picks, and a drain of the microtasks. Nothing else is done. */
function bare(body, executions) {
  const pending = []
  const point = () => new Promise((resolve) => void pending.push(resolve))
  const timer = (callback) => void pending.push(callback)
  const spawn = (_name, run) => point().then(run)
  let seed = 1
  const below = (bound) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return seed % bound
  }
  return new Promise((resolve) => {
    globalThis.setImmediate(() => {
      let steps = 0
      for (let execution = 0; execution < executions; execution++) {
        pending.length = 0
        void point().then(() => body({ spawn, point, timer }))
        for (process._tickCallback(); pending.length > 0; steps++) {
          const index = below(pending.length)
          const release = pending[index]
          pending[index] = pending[pending.length - 1]
          pending.pop()
          release()
          process._tickCallback()
        }
      }
      resolve({ executions, steps })
    })
  })
}

async function fastCheck(body, executions) {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const point = () => {
        steps++
        return scheduler.schedule(Promise.resolve())
      }
      const timer = (callback) => void point().then(callback)
      const spawn = (_name, run) => point().then(run)
      await scheduler.waitFor(point().then(() => body({ spawn, point, timer })))
    }),
    { numRuns: executions, seed: 1 },
  )
  return { executions, steps }
}
