import { describe, expect, test } from 'vitest'
import { account } from '../../fixtures/account.ts'
import { choices } from '../../fixtures/choices.ts'
import { bruteForce, go, graphProgram, randomScripts } from '../../fixtures/graph-program.ts'
import { independentSteps } from '../../fixtures/independent-steps.ts'
import { conformance } from '../../src/explorers/conformance.ts'
import { nonPreemptive } from '../../src/explorers/non-preemptive.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const everything = { delays: Infinity, executions: Infinity } as const
const searches = ['preemption-bounding', 'depth-bounding'] as const

describe.each(searches)('%s', (search) => {
  test('runs the executions that brute force finds, each to its end once', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const program = graphProgram(...randomScripts(`${seed}`))
      const executions = bruteForce(program, 200)
      if (executions.length > 200) continue
      const verdict = await check(program, { ...everything, search })
      expect(verdict.results.map(({ value }) => value).sort()).toEqual([...executions].sort())
      expect(verdict.results.filter((result) => result.executions !== 1)).toEqual([])
      expect(verdict).toMatchObject({ complete: true, endedBy: 'exhausted' })
    }
  })

  test('finds the lost deposit, and its path replays it', async () => {
    const { counterexample } = await check(programOf(account), { search })
    const replayed = await check(programOf(account), { path: counterexample!.path })
    expect(replayed.counterexample).toMatchObject({ outcome: counterexample!.outcome })
  })
})

describe('preemption-bounding', () => {
  test.each(conformance(nonPreemptive).map((item) => [item.name, item] as const))('its order is %s', (_, item) => {
    item.run()
  })

  test('counts preemptions: a switch from a process that could go on', async () => {
    const verdict = await check(graphProgram([go, go], [go, go]), { ...everything, search: 'preemption-bounding' })
    // AABB BBAA | ABBA BAAB | ABAB BABA
    expect(verdict.strata.map(({ executions }) => executions)).toEqual([2, 2, 2])
    expect(verdict.executions).toBe(6)
  })

  test('agrees with a count of the preemptions in all executions', async () => {
    const program = graphProgram([go, go, go], [go, go], [go, go])
    const verdict = await check(program, { ...everything, search: 'preemption-bounding' })
    const counts: number[] = []
    for (const order of bruteForce(program)) {
      const preemptions = Array.from(order).filter(
        (process, index) => index > 0 && order[index - 1] !== process && order.slice(index).includes(order[index - 1]!),
      ).length
      counts[preemptions] = (counts[preemptions] ?? 0) + 1
    }
    expect(verdict.strata.map(({ executions }) => executions)).toEqual(counts)
  })

  test('lets every choice be free, and every process be switched to', async () => {
    const chosen = await check(
      choices((choose) => `${choose(3)}${choose(2)}`),
      { search: 'preemption-bounding', delays: 0 },
    )
    expect(chosen).toMatchObject({ executions: 6, complete: true })
    const orders = await check(graphProgram([go], [go], [go]), { search: 'preemption-bounding', delays: 0 })
    expect(orders).toMatchObject({ executions: 6, complete: true })
  })

  test('ends with its bound, and claims what lies within it', async () => {
    const verdict = await check(programOf(independentSteps(2, 3)), { search: 'preemption-bounding', delays: 1 })
    expect(verdict).toMatchObject({ complete: false, endedBy: 'delays' })
    expect(verdict.strata.map(({ exhausted }) => exhausted)).toEqual([true, true])
  })
})

describe('depth-bounding', () => {
  test('goes on where it has stopped, until the step limit', async () => {
    const long = Array.from({ length: 120 }, () => go)
    const verdict = await check(graphProgram(long, [go]), { ...everything, search: 'depth-bounding' })
    expect(verdict.results).toHaveLength(121)
    expect(verdict).toMatchObject({ complete: true, passed: true })
    expect(verdict.pruned).toBeGreaterThan(0)
    const cut = await check(graphProgram(long, [go]), { search: 'depth-bounding', steps: 110 })
    expect(cut.counterexample?.outcome).toMatchObject({ kind: 'cut', steps: 110 })
  })
})
