import { describe, expect, test } from 'vitest'
import { bruteForce, graphProgram, randomScripts, type Script } from '../../fixtures/graph-program.ts'
import { independentSteps, writers } from '../../fixtures/independent-steps.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { explorers } from '../../src/explorers/named.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

const named = explorers.map((explorer) => [explorer.name, explorer] as const)
const everything = { search: 'sampling', samples: () => Infinity, delays: Infinity, executions: Infinity } as const

/** Every execution has a result of its own and was run once, and the verdict says that there are no others. */
function expectEachOnce(verdict: Verdict, executions: number): void {
  expect(verdict.executions).toBe(executions)
  expect(new Set(verdict.results.map(({ value }) => value)).size).toBe(executions)
  expect(verdict.results.filter((result) => result.executions !== 1)).toEqual([])
  expect(verdict).toMatchObject({ passed: true, complete: true, endedBy: 'exhausted' })
  expect(verdict.strata.every(({ exhausted }) => exhausted)).toBe(true)
}

describe('writers(6)', () => {
  test.each(named)('has the Mahonian numbers of executions under %s', async (_, explorer) => {
    const verdict = await check(programOf(writers(6)), { ...everything, explorer })
    let sum = 0
    const cumulative = verdict.strata.map(({ executions }) => (sum += executions))
    expect(cumulative.slice(0, 8)).toEqual([1, 6, 20, 49, 98, 169, 259, 360])
    expect(cumulative).toHaveLength(16) // a permutation of six has at most 15 inversions
    expectEachOnce(verdict, 720)
  })
})

describe.each([
  [2, 3, 20],
  [3, 2, 90],
  [3, 3, 1680],
])('%i processes of %i independent steps', (processes, steps, executions) => {
  test.each(named)(`have ${executions} executions, each run once, under %s`, async (_, explorer) => {
    const verdict = await check(programOf(independentSteps(processes, steps)), { ...everything, explorer })
    expectEachOnce(verdict, executions)
    expect(verdict.steps).toBe(executions * (1 + processes * steps)) // the body starts, too
    expect(verdict.decisionPoints).toBe(processes * steps - 1) // in the last step there is never a choice
  })
})

describe.each([
  [2, 3, 20],
  [3, 2, 90],
])('%i processes of %i independent steps, with a turn of the event loop for each', (processes, steps, executions) => {
  test.each(named)(`have the same ${executions} executions under %s`, async (_, explorer) => {
    const body = independentSteps(processes, steps)
    const turned = await check(programOf(body, { quiescence: 'turn' }), { ...everything, explorer })
    expectEachOnce(turned, executions)
    expect(turned).toEqual(await check(programOf(body), { ...everything, explorer }))
  })
})

describe('random programs', () => {
  // 150 programs of at most 400 executions: the larger ones of the first seeds are left out.
  const programs: { readonly scripts: readonly Script[]; readonly executions: readonly string[] }[] = []
  for (let seed = 0; programs.length < 150; seed++) {
    const scripts = randomScripts(`${seed}`)
    const executions = bruteForce(graphProgram(...scripts), 400)
    if (executions.length <= 400) programs.push({ scripts, executions })
  }
  const withInstruction = (kind: string): number =>
    programs.filter(({ scripts }) => JSON.stringify(scripts).includes(`"${kind}"`)).length

  test('block, choose, create processes and set timers, and have many executions', () => {
    const kinds = ['acquire', 'choose', 'create', 'timer']
    expect(Math.min(...kinds.map(withInstruction))).toBeGreaterThan(20)
    expect(programs.filter(({ executions }) => executions.length > 50).length).toBeGreaterThan(30)
    for (const { executions } of programs) expect(new Set(executions).size).toBe(executions.length)
  })

  test.each(named)('have the executions that brute force finds, each once, under %s', async (_, explorer) => {
    for (const { scripts, executions } of programs) {
      const verdict = await check(graphProgram(...scripts), { ...everything, explorer })
      expect(verdict.results.map(({ value }) => value).sort()).toEqual([...executions].sort())
      expectEachOnce(verdict, executions.length)
    }
  })
})
