/**
 * The bodies that every contender runs. Each is written against three functions: `spawn` starts a process, `point` is a
 * place where another process may go first, `timer` is the `setTimeout` of the contender. All of them are one step each.
 */
export const bodies = [
  { name: '3 workers x 5 awaits', steps: 1 + 3 * 6, body: workers(3, 5) },
  { name: 'a chain of 20, beside 3 steps', steps: 1 + 21 + 4, body: chain(20, 3) },
  { name: '100 processes x 3 awaits', steps: 1 + 100 * 4, body: workers(100, 3) },
  { name: '3 workers x 3 awaits and 2 timers', steps: 1 + 3 * 6, body: sleepers(3, 3, 2) },
]

function workers(count, awaits) {
  return async ({ spawn, point }) => {
    const processes = []
    for (let worker = 0; worker < count; worker++) {
      processes.push(
        spawn(`worker ${worker}`, async () => {
          for (let step = 0; step < awaits; step++) await point()
        }),
      )
    }
    await Promise.all(processes)
  }
}

function chain(length, beside) {
  return async ({ spawn, point }) => {
    const steps = (count) => async () => {
      for (let step = 0; step < count; step++) await point()
    }
    await Promise.all([spawn('chain', steps(length)), spawn('beside', steps(beside))])
  }
}

function sleepers(count, awaits, sleeps) {
  return async ({ spawn, point, timer }) => {
    const processes = []
    for (let worker = 0; worker < count; worker++) {
      processes.push(
        spawn(`worker ${worker}`, async () => {
          for (let step = 0; step < awaits; step++) await point()
          for (let step = 0; step < sleeps; step++) await new Promise((resolve) => timer(resolve, 10))
        }),
      )
    }
    await Promise.all(processes)
  }
}
