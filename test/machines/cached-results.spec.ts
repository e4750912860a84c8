import { describe, expect, test } from 'vitest'
import { boundedBuffer } from '../../fixtures/protocols/bounded-buffer.ts'
import { lcr } from '../../fixtures/protocols/lcr.ts'
import { twoPhaseCommit } from '../../fixtures/protocols/two-phase-commit.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { machine } from '../../src/machines/machine.ts'
import { type Body, programOf } from '../../src/machines/program-of.ts'
import { messages } from '../../src/machines/protocol.ts'
import { check } from '../../src/search/check.ts'

interface Noted {
  note: string
  end: undefined
}

const notebook = machine({
  accepts: messages<Noted>(),
  data: { notes: '', kept: 0 },
  initial: 'open',
  durable: ['kept'],
  states: {
    open: {
      on: {
        note({ data }, text) {
          data.notes += text
          data.kept++
        },
        end({ halt }) {
          halt()
        },
      },
    },
  },
})

const noting =
  (options: object, last?: 'end'): Body =>
  async ({ create, faults, quiet, spawn }) => {
    const ref = create('notebook', notebook)
    faults(options)
    ref.send('note', 'a')
    if (last !== undefined) void spawn('other', () => ref.send(last))
    ref.send('note', 'b')
    await quiet()
    return `${ref.data.notes} ${ref.data.kept} ${ref.halted}`
  }

const bodies: Record<string, Body> = {
  'a crash': noting({ crash: 1 }),
  'two crashes': noting({ crash: 2, restart: 'fresh' }),
  'a crash that keeps data': noting({ crash: 1, restart: 'with data' }),
  'a loss': noting({ loss: 1 }),
  'a duplication and a reordering': noting({ duplication: 1, reordering: 1 }),
  'a machine that halts': noting({ loss: 0 }, 'end'),
  'two-phase commit': twoPhaseCommit(2),
  'a bounded buffer': boundedBuffer(1),
  'an election': lcr([2, 3, 1]),
}

describe.each(Object.entries(bodies))('%s', (_, body) => {
  test.each(['run-to-completion', 'round-robin'] as const)(
    'has the same results within the bound with and without a cache, under %s',
    async (explorer) => {
      const values = ({ results }: Verdict) => results.map(({ value }) => value).sort()
      const options = { search: 'exhaustive', explorer, delays: 3, executions: 4000 } as const
      const all = await check(programOf(body), { ...options, cache: false })
      const delays = all.endedBy === 'executions' ? 2 : 3
      const [exact, cached, drawn] = [
        await check(programOf(body), { ...options, delays, cache: false }),
        await check(programOf(body), { ...options, delays }),
        await check(programOf(body), { ...options, delays, search: 'auto', executions: 100_000 }),
      ]
      expect(exact.endedBy).not.toBe('executions')
      expect(values(cached)).toEqual(values(exact))
      expect(values(drawn)).toEqual(values(exact))
    },
  )
})
