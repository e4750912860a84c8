/**
 * A protocol as machines, and the same protocol hand-written as a switch statement in a loop: equally many steps, one
 * for each send and each receipt, with the next machine drawn from those that can go on.
 *
 * Workers stand in a ring. Each round, every worker passes a token on; whoever has one counts it, and hands it to its
 * neighbour until it has travelled far enough. In between a worker is busy for one message and defers the others.
 */
import { check, machine, messages, programOf } from '../dist/index.js'

const hops = 8

const worker = machine({
  accepts: messages(),
  data: { next: undefined, seen: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        token({ data, self }, left) {
          data.seen++
          if (left > 0) data.next.send('token', left - 1)
          self.send('done')
          return 'busy'
        },
      },
    },
    busy: { on: { done: 'idle' }, defer: ['token'] },
  },
})

/** Each token is received `hops + 1` times: a receipt, a send of it but for the last, and a `done` sent and received. */
export function machineSteps(workers, tokens) {
  return 1 + workers + tokens * (1 + (hops + 1) * 3 + hops)
}

export async function asMachines(workers, tokens, executions) {
  const program = programOf(({ create }) => {
    const refs = []
    for (let index = 0; index < workers; index++) refs.push(create(`worker ${index}`, worker))
    for (let index = 0; index < workers; index++) refs[index].data.next = refs[(index + 1) % workers]
    for (let token = 0; token < tokens; token++) refs[Math.floor((token * workers) / tokens)].send('token', hops)
  })
  const { executions: ran, steps } = await check(program, {
    search: 'sampling',
    delays: 6,
    samples: () => 10_000,
    executions,
  })
  return { executions: ran, steps }
}

export function asSwitch(workers, tokens, executions) {
  let seed = 1
  const below = (bound) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return seed % bound
  }
  let steps = 0
  for (let execution = 0; execution < executions; execution++) steps += runSwitch(workers, tokens, below)
  return { executions, steps }
}

function runSwitch(workers, tokens, below) {
  const all = []
  const enabled = []
  for (let index = 0; index <= workers; index++) {
    all.push({ index, state: 'starting', place: -1, seen: 0, mailbox: [], outbox: [] })
  }
  const environment = all[workers]
  const isEnabled = ({ state, mailbox, outbox }) => {
    if (outbox.length > 0 || state === 'starting') return true
    return state === 'idle' ? mailbox.length > 0 : mailbox.some(({ event }) => event === 'done')
  }
  const update = (one) => {
    if (isEnabled(one)) {
      if (one.place >= 0) return
      one.place = enabled.length
      enabled.push(one)
    } else if (one.place >= 0) {
      const last = enabled.pop()
      if (last !== one) {
        enabled[one.place] = last
        last.place = one.place
      }
      one.place = -1
    }
  }
  for (const one of all) update(one)
  let steps = 0
  for (; enabled.length > 0; steps++) {
    const one = enabled[below(enabled.length)]
    if (one.outbox.length > 0) {
      const { to, event, payload } = one.outbox.shift()
      all[to].mailbox.push({ event, payload })
      update(all[to])
    } else if (one.state === 'starting') {
      one.state = 'idle'
      if (one === environment) {
        for (let token = 0; token < tokens; token++) {
          one.outbox.push({ to: Math.floor((token * workers) / tokens), event: 'token', payload: hops })
        }
      }
    } else {
      const place = one.state === 'idle' ? 0 : one.mailbox.findIndex(({ event }) => event === 'done')
      const [message] = one.mailbox.splice(place, 1)
      switch (message.event) {
        case 'token':
          one.seen++
          if (message.payload > 0) {
            one.outbox.push({ to: (one.index + 1) % workers, event: 'token', payload: message.payload - 1 })
          }
          one.outbox.push({ to: one.index, event: 'done' })
          one.state = 'busy'
          break
        case 'done':
          one.state = 'idle'
          break
      }
    }
    update(one)
  }
  return steps
}
