/**
 * The process that measures memory: `node --expose-gc bench/memory.mjs [--quick]`. One search, looked at from within an
 * execution each time, while everything that the search remembers is alive. Nothing of an execution stays, so the heap is
 * the same after ten thousand executions and after two million; what the search remembers of paths, in flat arrays, grows
 * to a bound: 65,535 executions under each explorer.
 */
import { check, programOf } from '../dist/index.js'
import { bodies } from './bodies.mjs'

const looks = process.argv.includes('--quick') ? [1_000, 10_000] : [10_000, 100_000, 1_000_000, 2_000_000]
const [{ body }] = bodies
const program = programOf(({ spawn, pause }) => body({ spawn, point: pause }))
let ran = 0

const watched = {
  open: () => program.open(),
  start(host) {
    if (looks.includes(++ran)) look()
    return program.start(host)
  },
}

function look() {
  globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const [heap, paths] = [heapUsed, arrayBuffers].map((bytes) => (bytes / 2 ** 20).toFixed(1).padStart(5))
  console.log(`  after ${ran.toLocaleString('en').padStart(9)} executions ${heap} MiB, and ${paths} MiB of paths`)
}

console.log('memory in use while a search goes on: the heap, and what is remembered of paths')
await check(watched, {
  search: 'sampling',
  delays: Infinity,
  samples: () => 200_000,
  executions: Infinity,
  signal: {
    get aborted() {
      return ran >= looks.at(-1)
    },
  },
})
