import * as event from '../core/event.ts'
import { misuse } from '../core/errors.ts'
import type { DelayingExplorer, Explorer } from '../core/explorer.ts'
import { clock, type ProcessId } from '../core/process.ts'
import { randomFrom } from '../core/random.ts'

/** One thing that every delaying explorer must do; `run` throws when it does not. */
export interface Conformance {
  readonly name: string
  run(): void
}

const lives = 200
const stepsOfALife = 60

/**
 * What a delaying explorer must do whatever the program: run each item in a test of your own.
 *
 * It is led through random lives of programs, with processes created, blocked, enabled again and ended.
 */
export function conformance(explorer: DelayingExplorer): readonly Conformance[] {
  const everywhere = (look: (state: State) => void) => () => {
    for (let seed = 0; seed < lives; seed++) live(explorer, `${seed}`, look)
  }
  return [
    {
      name: 'total: names an enabled process wherever one is enabled',
      run: everywhere(({ explorer: it, enabled, where }) => {
        const next = it.next()
        if (next === undefined || !enabled.includes(next)) fail(explorer, where, `named ${next} of ${enabled.join()}`)
      }),
    },
    {
      name: 'sound: brings up every choice, each once, within |choices| - 1 delays',
      run: everywhere(({ explorer: it, enabled, where }) => {
        const offered = [it.next()]
        while (offered.length < enabled.length) {
          it.delay()
          offered.push(it.next())
        }
        const missing = enabled.filter((process) => !offered.includes(process))
        if (missing.length > 0) fail(explorer, where, `offered ${offered.join()} and never ${missing.join()}`)
      }),
    },
    {
      name: 'deterministic: the same events and the same seed give the same choices',
      run() {
        for (let seed = 0; seed < lives; seed++) {
          const [first, second] = [0, 1].map(() => {
            const choices: (ProcessId | undefined)[] = []
            live(explorer, `${seed}`, ({ explorer: it }) => {
              choices.push(it.next(), it.next())
              it.delay()
              choices.push(it.next())
            })
            return choices.join()
          })
          if (first !== second) fail(explorer, `life ${seed}`, 'chose differently the second time')
        }
      },
    },
  ]
}

interface State {
  readonly explorer: Explorer
  readonly enabled: readonly ProcessId[]
  readonly where: string
}

function fail(explorer: DelayingExplorer, where: string, what: string): never {
  throw misuse(
    `The explorer ${explorer.name} ${what} (${where}).`,
    'Keep in it every process from its event "enabled" to its event "blocked" or "ended", and let `delay` bring up another one each time.',
  )
}

/** Leads a fresh explorer through one program's life and shows every state with something to choose. */
function live(delaying: DelayingExplorer, seed: string, look: (state: State) => void): void {
  const explorer = delaying.create(randomFrom(`explorer ${seed}`))
  const random = randomFrom(`life ${seed}`)
  const below = (bound: number): number => Math.floor(random() * bound)
  const enabled: ProcessId[] = []
  const blocked: ProcessId[] = []
  let created = 0

  function create(): void {
    const process = ++created
    explorer.step({ kind: 'created', process, name: `process ${process}` })
    // Most begin at once; some have to be enabled by others.
    if (process > 1 && below(4) === 0) blocked.push(process)
    else enable(process)
  }
  function enable(process: ProcessId): void {
    enabled.push(process)
    explorer.step(event.enabled(process))
  }
  function tellTaken(process: ProcessId): void {
    if (explorer.ignoresTaken !== true) explorer.step(event.taken(process))
  }

  create()
  for (let step = 0; step < stepsOfALife && enabled.length > 0; step++) {
    look({ explorer, enabled: [...enabled], where: `life ${seed}, step ${step}` })
    if (below(8) === 0) {
      tellTaken(clock)
      continue
    }
    const process = explorer.next()
    if (process === undefined || !enabled.includes(process)) return
    tellTaken(process)
    for (let more = below(3); more > 0; more--) create()
    if (below(4) === 0) explorer.step({ kind: 'signal', process, name: 'order', value: [`process ${below(9)}`] })
    if (blocked.length > 0 && below(3) === 0) enable(blocked.splice(below(blocked.length), 1)[0] ?? process)
    if (blocked.length > 0 && below(6) === 0) explorer.step(event.ended(blocked.splice(0, 1)[0] ?? process))
    const fate = below(5)
    if (fate < 2) enabled.splice(enabled.indexOf(process), 1)
    if (fate === 0) blocked.push(process)
    if (fate < 2) explorer.step(fate === 0 ? event.blocked(process) : event.ended(process))
  }
}
