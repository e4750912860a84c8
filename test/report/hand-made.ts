import type { Note, Sampled, Step, Stratum, Verdict } from '../../src/index.ts'

export function step(process: string, what: string, more: Partial<Step> = {}): Step {
  return { process, what, delays: 0, delayed: [], choices: 1, time: 0, notes: [], stack: undefined, ...more }
}

export function note(kind: Note['kind'], process: string, text: string, delays = 0): Note {
  return { kind, process, text, delays }
}

/** A verdict of a search that passed, for the fields that are not given. */
export function verdict(more: Partial<Verdict> = {}): Verdict {
  return {
    passed: true,
    strata: [],
    complete: false,
    executions: 20,
    minimising: 0,
    steps: 100,
    states: 0,
    pruned: 0,
    decisionPoints: 5,
    results: [],
    seed: 'cafe',
    endedBy: 'delays',
    uncontrolled: [],
    ...more,
  }
}

/** One explorer's share of a stratum: exhausted, unless it says what may have been missed. */
export function share(explorer: string, executions: number, missed = 0): Sampled {
  return { explorer, executions, exhausted: missed === 0, missed }
}

export function stratum(delays: number, ...explorers: readonly Sampled[]): Stratum {
  const executions = explorers.reduce((sum, part) => sum + part.executions, 0)
  return { delays, executions, exhausted: explorers.every(({ exhausted }) => exhausted), explorers }
}
