import { expect, test } from 'vitest'
import { check, type FaultOptions, machine, messages, programOf, type Ref, type Runtime } from '../../src/index.ts'
import { coloursFor } from '../../src/report/colours.ts'
import { reportFailure } from '../../src/report/failure.ts'

interface LampProtocol {
  press: { by: string }
  dim: undefined
  off: undefined
}

const lamp = machine({
  accepts: messages<LampProtocol>(),
  data: { presses: 0 },
  durable: ['presses'],
  initial: 'dark',
  states: {
    dark: {
      on: {
        press({ data, announce }) {
          announce('presses', ++data.presses)
          return 'bright'
        },
      },
      defer: ['dim'],
      ignore: ['off'],
    },
    bright: {
      on: {
        dim: ({ log }) => log('half as bright'),
        off({ halt }) {
          halt()
        },
      },
    },
  },
})

const hand = machine({
  accepts: messages<object>(),
  data: { lamp: undefined as Ref<LampProtocol> | undefined },
  initial: 'resting',
  states: {
    resting: {
      entry({ data, self, choose }) {
        data.lamp?.send('dim')
        data.lamp?.send('press', { by: self.name })
        data.lamp?.send(choose('off', 'dim'))
        data.lamp?.send('dim')
      },
    },
  },
})

const often = machine({
  accepts: messages<{ presses: number }>(),
  data: {},
  initial: 'never',
  states: { never: { on: { presses: 'once' } }, once: {} },
})

/** A hand at a lamp, which fails when all is quiet and nothing has gone wrong but what was asked for. */
const pressing =
  (options: FaultOptions, wrong: RegExp) =>
  async ({ create, monitor, faults, quiet }: Runtime): Promise<void> => {
    faults(options)
    monitor('often', often)
    const ref = create('lamp', lamp)
    create('hand', hand, { lamp: ref })
    await quiet()
    ref.send('dim')
    await quiet()
    const seen = `${String(ref.state)} after ${ref.data.presses}`
    if (wrong.test(seen)) throw new Error(seen)
  }

async function reportOf(body: (runtime: Runtime) => unknown, width: number): Promise<readonly string[]> {
  // As it is found: the smallest one would have less to tell.
  const verdict = await check(programOf(body), { explorer: 'round-robin', minimise: 0 })
  const colours = coloursFor({ enabled: false })
  return reportFailure(verdict, { name: 'lamp', width, colours, most: 60 }).block.split('\n')
}

test('lanes show states, messages with their receivers, what is deferred and what is dropped', async () => {
  expect(await reportOf(pressing({}, /after 1/), 120)).toEqual([
    '        main                lamp                                                   hand',
    '    1   starts',
    '    2                       starts',
    '                              is dark',
    '    3                                                                              starts',
    '                                                                                     is resting',
    "                                                                                     chooses 'off'",
    '    4                                                                              sends dim to lamp',
    '                              defers dim',
    "    5                                                                              sends press to lamp: { by: 'hand' }",
    '    6                                                                              sends off to lamp',
    '    7                                                                              sends dim to lamp',
    '                              defers dim',
    "    8                       receives press from hand (sent in 5): { by: 'hand' }",
    '                              announces presses: 1',
    '        often: never → once',
    '                              dark → bright',
    '    9                       receives dim from hand',
    '                              log: half as bright',
    '   10                       receives off from hand (sent in 6)',
    '                              halts',
    '                              drops dim',
    '   11   all is quiet',
    '   12   sends dim to lamp',
    '                              drops dim: it has halted',
    '   13   all is quiet',
  ])
})

test('a crash reads like one, and who comes back says what it knows', async () => {
  const crash = { crash: 1, restart: 'fresh', machines: ['lamp'] } as const
  expect((await reportOf(pressing(crash, /dark after 1/), 120)).slice(-14)).toEqual([
    '        often: never → once',
    '                              dark → bright',
    '    9                       receives dim from hand',
    '                              log: half as bright',
    ' ╎                            ✗ crashes                                                                          ← delay',
    '                              drops off',
    '                              drops dim',
    '   10                       restarts',
    '                              has kept presses',
    '                              is dark',
    '   11   all is quiet',
    '   12   sends dim to lamp',
    '                              defers dim',
    '   13   all is quiet',
  ])
})

test('what a machine has not sent when it crashes is named', async () => {
  const crash = { crash: 1, machines: ['hand'] }
  expect((await reportOf(pressing(crash, /after 0/), 120)).slice(-12)).toEqual([
    '                                            is resting',
    "                                            chooses 'off'",
    '   4                                      sends dim to lamp',
    '                             defers dim',
    ' ╎                                          ✗ crashes                                   ← delay',
    "                                            never sends press to lamp: { by: 'hand' }",
    '                                            never sends off to lamp',
    '                                            never sends dim to lamp',
    '   5   all is quiet',
    '   6   sends dim to lamp',
    '                             defers dim',
    '   7   all is quiet',
  ])
})

test('a message that is lost, or arrives twice, reads like a fault', async () => {
  expect((await reportOf(pressing({ loss: 1 }, /after 0/), 120)).slice(9, 14)).toEqual([
    "    5                                                            sends press to lamp: { by: 'hand' }",
    ' ╎                                                                 ✗ press to lamp is lost             ← delay',
    '    6                                                            sends off to lamp',
    '    7                                                            sends dim to lamp',
    '                              defers dim',
  ])
  expect((await reportOf(pressing({ duplication: 1, to: ['lamp'] }, /never/), 120)).slice(9)).toEqual([
    "    5                                                       sends press to lamp: { by: 'hand' }",
    ' ╎                                                            ✗ press to lamp arrives twice       ← delay',
    '    6                                                       sends off to lamp',
    '    7                                                       sends dim to lamp',
    '                   defers dim',
    "    8            receives press from hand: { by: 'hand' }",
    '                   announces presses: 1',
    '        often: never → once',
    '                   dark → bright',
    '    9            receives dim from hand',
    '                   log: half as bright',
    "   10            receives press from hand: { by: 'hand' }",
    '',
    "   lamp in state bright does not handle press { by: 'hand' } from hand: a state handles an event (on), keeps it for",
    '   later (defer) or drops it (ignore).',
  ])
})

test('where lanes do not fit, names stand in front', async () => {
  expect(await reportOf(pressing({}, /after 1/), 60)).toEqual([
    '    1   main    starts',
    '    2   lamp    starts',
    '                  is dark',
    '    3   hand    starts',
    '                  is resting',
    "                  chooses 'off'",
    '    4   hand    sends dim to lamp',
    '        lamp      defers dim',
    "    5   hand    sends press to lamp: { by: 'hand' }",
    '    6   hand    sends off to lamp',
    '    7   hand    sends dim to lamp',
    '        lamp      defers dim',
    '    8   lamp    receives press from hand (sent in 5): { by:…',
    '                  announces presses: 1',
    '        often     never → once',
    '        lamp      dark → bright',
    '    9   lamp    receives dim from hand',
    '                  log: half as bright',
    '   10   lamp    receives off from hand (sent in 6)',
    '                  halts',
    '                  drops dim',
    '   11   main    all is quiet',
    '   12   main    sends dim to lamp',
    '        lamp      drops dim: it has halted',
    '   13   main    all is quiet',
  ])
})
