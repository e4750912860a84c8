/**
 * `npm run bench`: executions a second of interlace, of fast-check's scheduler and of a bare loop, on the same bodies with
 * equally many steps, side by side in one run; then what machines, states and memory cost. Only the ratios mean anything:
 * absolute numbers are the machine's.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { bodies } from './bodies.mjs'
import { contenders } from './contenders.mjs'
import { asMachines, asSwitch, machineSteps } from './machines.mjs'
import { compositions, memory as cacheMemory, states } from './states.mjs'

const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 8
const stepsInARound = quick ? 20_000 : 200_000
/** As many as a search has by default: what is done once in a search, as to record its first execution, counts as there. */
const executionsInARound = quick ? 100 : 2000
/** Each contender runs a body in so many processes, one after the other: what V8 makes of a program differs by a few percent. */
const processesEach = quick ? 1 : 3
const warmUps = 1

for (const [body, { name, steps }] of bodies.entries()) await inTurns(body, name, steps)
await machines()
await memory()
await states(quick)
await compositions(quick)
await cacheMemory(quick) // the last one: what it leaves behind would count as somebody else's

/**
 * The contenders run in turns, a round each, so that a busy moment of the machine meets all of them; what counts is the
 * median of the ratios that the rounds give.
 */
async function inTurns(body, name, steps) {
  const times = Object.fromEntries(Object.keys(contenders).map((contender) => [contender, []]))
  for (let process = 0; process < processesEach; process++) {
    const children = Object.keys(contenders).map((contender) => [
      contender,
      fork(new URL('contender.mjs', import.meta.url), [contender]),
    ])
    for (let round = -warmUps; round < rounds; round++) {
      for (const [contender, child] of children) {
        const time = await timeOf(child, contender, body, name, steps)
        if (round >= 0) times[contender].push(time)
      }
    }
    for (const [, child] of children) child.kill()
  }
  console.log(`${name} (${steps} steps)`)
  for (const [contender, ofRounds] of Object.entries(times)) {
    const perSecond = Math.round(1000 / median(ofRounds)).toLocaleString('en')
    console.log(`  ${contender.padEnd(10)} ${perSecond.padStart(9)} executions/s`)
  }
  const ratio = (over, under) => median(times[over].map((time, round) => time / times[under][round])).toFixed(1)
  console.log(
    `  interlace takes ${ratio('interlace', 'bare loop')} times the bare loop's time ` +
      `and runs ${ratio('fast-check', 'interlace')} times as many executions as fast-check\n`,
  )
}

/** What an execution takes, in ms. */
async function timeOf(child, contender, body, name, steps) {
  const share = contender === 'fast-check' ? 0.1 : 1
  const executions = Math.round(share * Math.max(executionsInARound, stepsInARound / steps))
  child.send({ body, executions })
  const [{ time, ...ran }] = await once(child, 'message')
  if (ran.steps !== ran.executions * steps) {
    throw new Error(`${contender} took ${ran.steps / ran.executions} steps in an execution of "${name}", not ${steps}`)
  }
  return time / ran.executions
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1]
}

/**
 * What a step of a machine costs beside the same protocol as a switch statement in a loop, with few and many machines: all
 * four in turns, as above.
 */
async function machines() {
  const sizes = [10, 200]
  const runs = { 'switch in a loop': asSwitch, machines: asMachines }
  const times = sizes.map(() => Object.fromEntries(Object.keys(runs).map((name) => [name, []])))
  for (let round = -warmUps; round < rounds; round++) {
    for (const [size, workers] of sizes.entries()) {
      for (const [name, run] of Object.entries(runs)) {
        const time = await timeOfAStep(run, name, workers)
        if (round >= 0) times[size][name].push(time)
      }
    }
  }
  const ratio = (over, under) => median(over.map((time, round) => time / under[round])).toFixed(1)
  for (const [size, workers] of sizes.entries()) {
    const steps = machineSteps(workers, workers)
    console.log(`a ring of ${workers} machines with ${workers} tokens (${steps} steps)`)
    for (const [name, ofRounds] of Object.entries(times[size]))
      console.log(`  ${name.padEnd(16)} ${median(ofRounds).toFixed(0).padStart(5)} ns a step`)
    const over = ratio(times[size].machines, times[size]['switch in a loop'])
    console.log(`  a machine's step takes ${over} times the switch statement's\n`)
  }
  const [few, many] = times
  console.log(`a step among 200 machines takes ${ratio(many.machines, few.machines)} times one among 10\n`)
}

/** What a step takes, in ns. */
async function timeOfAStep(run, name, workers) {
  const steps = machineSteps(workers, workers)
  const start = performance.now()
  // Enough of them that the few executions which are written down do not count.
  const ran = await run(workers, workers, Math.max(quick ? 10 : 200, Math.round(stepsInARound / steps)))
  const time = performance.now() - start
  if (ran.steps !== ran.executions * steps) throw new Error(`${name} took ${ran.steps / ran.executions} steps`)
  return (time / ran.steps) * 1e6
}

async function memory() {
  const child = fork(new URL('memory.mjs', import.meta.url), quick ? ['--quick'] : [], { execArgv: ['--expose-gc'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the measurement of memory ended with ${code}`)
}
