/**
 * The process of one contender: `node bench/contender.mjs <name>`. Each has one of its own, because what a contender does
 * to the engine stays: promise hooks, once used, make promises slower for all that runs in a process afterwards.
 */
import { bodies } from './bodies.mjs'
import { contenders } from './contenders.mjs'

const run = contenders[process.argv[2]]

process.on('message', async ({ body, executions }) => {
  const start = performance.now()
  const ran = await run(bodies[body].body, executions)
  process.send({ time: performance.now() - start, executions: ran.executions, steps: ran.steps })
})
