/**
 * What a state costs an exhaustive search: two-phase commit with n resource managers, after Gray and Lamport's model, as a
 * raw program whose states are a few bits, so that the search itself is measured.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { check } from '../dist/index.js'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc')

// The states of a manager; the last two are decisions, too.
const working = 0
const prepared = 1
const committed = 2
const aborted = 3
const undecided = 0

/**
 * Processes 1 to n are the managers, n + 1 is the coordinator, which has decided nothing, to commit or to abort. The
 * state is four numbers, and a step makes nothing: the search is to be measured.
 */
function commit(n) {
  const coordinator = n + 1
  const everybody = (1 << n) - 1
  function start(host) {
    const choices = []
    let managers = 0 // two bits each
    let sent = 0 // one bit each: who has said that it is prepared, and of whom the coordinator knows it
    let known = 0
    let decision = undecided
    let enabled = 0 // one bit for each process

    const stateOf = (process) => (managers >>> (2 * (process - 1))) & 3
    function become(process, state) {
      const shift = 2 * (process - 1)
      managers = (managers & ~(3 << shift)) | (state << shift)
    }
    function canGo(process) {
      if (process === coordinator) return decision === undecided
      const is = stateOf(process)
      return is === working || (decision !== undecided && is !== decision)
    }
    /** The coordinator hears from a manager, or decides. */
    function coordinate() {
      const heard = sent & ~known
      const option = host.choose(bits(heard) + (known === everybody ? 2 : 1))
      if (option < bits(heard)) known |= bitAt(heard, option)
      else decision = known === everybody && option === bits(heard) ? committed : aborted
    }
    /** A manager gets ready or gives up by itself while it works, and does what it is told. */
    function manage(process) {
      if (stateOf(process) !== working) return become(process, decision)
      const option = host.choose(decision === undecided ? 2 : 3)
      become(process, option === 2 ? decision : option === 1 ? aborted : prepared)
      if (option === 0) sent |= 1 << (process - 1)
    }
    function update() {
      for (let process = 1; process <= coordinator; process++) {
        const bit = 1 << process
        if (canGo(process) === ((enabled & bit) !== 0)) continue
        enabled ^= bit
        if (enabled & bit) choices.push(process)
        else choices.splice(choices.indexOf(process), 1)
        host.step({ kind: enabled & bit ? 'enabled' : 'blocked', process })
      }
    }

    const run = {
      choices,
      clock: false,
      sealed: false,
      misuse: undefined,
      outcome: undefined,
      isEnabled: (process) => (enabled & (1 << process)) !== 0,
      nameOf: (process) => `process ${process}`,
      take(process) {
        host.recorder?.released(run.nameOf(process), 'goes', 0, undefined)
        if (process === coordinator) coordinate()
        else manage(process)
        update()
      },
      settle() {
        if (choices.length === 0) run.outcome = { kind: 'passed', value: undefined }
      },
      isAwaitingOutside: () => false,
      waiting: () => [],
      end: () => {},
      fingerprint(into) {
        into.number(managers).number(sent | (known << n) | (decision << (2 * n)))
        return true
      },
    }
    for (let process = 1; process <= coordinator; process++) {
      host.step({ kind: 'created', process, name: run.nameOf(process) })
    }
    update()
    return run
  }
  return { start }
}

function bits(set) {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}

/** One of the bits of a set, by its rank. */
function bitAt(set, rank) {
  let rest = set
  for (let index = 0; index < rank; index++) rest &= rest - 1
  return rest & -rest
}

const everything = { search: 'exhaustive', delays: Infinity, executions: Infinity }

async function search(n, key, more = {}) {
  const start = performance.now()
  const verdict = await check(commit(n), { ...everything, explorer: 'run-to-completion', cache: { key }, ...more })
  if (!verdict.complete) throw new Error('the search is not complete')
  return { ...verdict, time: performance.now() - start }
}

const number = (value, width) => Math.round(value).toLocaleString('en').padStart(width)

/** States a second, whatever their number: all of them in one go, and stratum by stratum. */
export async function states(quick) {
  console.log('an exhaustive search of two-phase commit, by states of the program, all in one go (increment: Infinity)')
  await growth(quick, Infinity)
  console.log('the same, stratum by stratum (increment: 1)')
  await growth(quick, 1)
  if (!quick) await memoryOfTour()
}

async function growth(quick, increment) {
  const sizes = quick ? [4, 5] : [5, 6, 7]
  const best = {}
  // In turns, so that a busy moment of the machine meets all sizes; the first round is to warm up.
  for (let round = quick ? 1 : 0; round <= (quick ? 1 : 5); round++) {
    for (const n of sizes) {
      const found = await search(n, 'program', { increment })
      if (round > 0 && !(found.time > best[n]?.time)) best[n] = found
    }
  }
  const perState = []
  for (const n of sizes) {
    const { states: found, steps, time } = best[n]
    perState.push(time / found)
    // A state is come back to by running again: what a step costs is the search's, how many there are is the program's.
    console.log(
      `  ${n} managers ${number(found, 9)} states ${number((found / time) * 1000, 9)} states/s ` +
        `${((time / found) * 1000).toFixed(0).padStart(5)} us a state, of ${number(steps / found, 3)} steps of ${number((time / steps) * 1e6, 4)} ns`,
    )
  }
  console.log(
    `  a state of the largest takes ${(perState.at(-1) / perState[0]).toFixed(1)} times one of the smallest\n`,
  )
}

/** All that a search in one go keeps, as of its last report. */
async function memoryOfTour() {
  const inUse = () => {
    collect()
    collect() // buffers go in the second round
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = inUse()
  let last
  const onProgress = ({ states: found }) => (last = { found, bytes: inUse() - before })
  await search(7, 'program', { increment: Infinity, onProgress })
  console.log(
    `in one go, ${(last.bytes / last.found).toFixed(0)} bytes a state are kept, with ways and steps to take\n`,
  )
}

/** What it costs to tell states of the explorer apart, as in Table 1 of the paper on liveness. */
export async function compositions(quick) {
  console.log('the same, by states of the program and by those of program and explorer')
  for (const n of quick ? [2, 3] : [2, 3, 4, 5]) {
    const program = await search(n, 'program')
    const both = await search(n, 'composition')
    console.log(
      `  ${n} managers ${number(program.states, 7)} states: ${number(program.executions, 8)} executions in ${number(program.time, 6)} ms, or ` +
        `${number(both.executions, 9)} in ${number(both.time, 7)} ms: ${(both.executions / program.executions).toFixed(1)} times as many`,
    )
  }
  console.log()
}

/** What it takes to remember a state, from ten thousand of them to ten million: one long execution, a new state each step. */
export async function memory(quick) {
  console.log('the cache of states, and beside it the one that counts them')
  const most = quick ? 100_000 : 10_000_000
  const marks = []
  collect()
  await sleep(100) // buffers are given back in the background
  await check(counter(most, marks), { ...everything, explorer: 'round-robin', delays: 1, steps: Infinity })
  for (const [index, { count, time, bytes }] of marks.entries()) {
    const before = marks[index - 1] ?? { count: 0, ...marks.start }
    const perState = ((time - before.resumed) / (count - before.count)) * 1e6
    const each = (bytes - marks.start.bytes) / count / 2
    console.log(
      `  up to ${number(count, 10)} states ${number(perState, 5)} ns a state, ${each.toFixed(1).padStart(5)} bytes a state in each`,
    )
  }
  console.log()
}

/** Ends at once, or with one delay counts up to `most`; only the first such run is looked at. */
function counter(most, marks) {
  const now = () => {
    const time = performance.now()
    collect()
    collect() // buffers go in the second round
    return { time, bytes: process.memoryUsage().arrayBuffers, resumed: performance.now() }
  }
  function start(host) {
    const choices = [1]
    let count = 0
    const isFirst = marks.start === undefined
    const run = {
      choices,
      clock: false,
      sealed: false,
      misuse: undefined,
      outcome: undefined,
      isEnabled: () => choices.length > 0,
      nameOf: () => 'counter',
      take() {
        host.recorder?.released('counter', 'counts', 0, undefined)
        if (count === 0 && host.choose(2) === 0) count = most
        else if (count++ === 0 && isFirst) marks.start = now()
        if (count >= most) choices.length = 0
      },
      settle() {
        if (isFirst && marks.start !== undefined && count >= 10_000 && Number.isInteger(Math.log10(count)))
          marks.push({ count, ...now() })
        if (choices.length === 0) run.outcome = { kind: 'passed', value: undefined }
      },
      isAwaitingOutside: () => false,
      waiting: () => [],
      end: () => {},
      fingerprint(into) {
        into.number(count)
        return true
      },
    }
    host.step({ kind: 'created', process: 1, name: 'counter' })
    host.step({ kind: 'enabled', process: 1 })
    return run
  }
  return { start }
}
