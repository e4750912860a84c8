import type { Note, Step } from '../core/trace.ts'

/** Where two executions part. */
export interface Parting {
  /** The first step that differs, from 0, or in which something else was chosen. */
  readonly step: number
  /** What was chosen, or went wrong, in each of them, if that is how they part. */
  readonly notes?: readonly [Note | undefined, Note | undefined]
}

/** Finds the first step where two executions part. */
export function partingOf(steps: readonly Step[], others: readonly Step[]): Parting {
  for (let index = 0; index < Math.max(steps.length, others.length); index++) {
    const [one, other] = [steps[index], others[index]]
    if (one === undefined || other === undefined) return { step: index }
    if (one.process !== other.process || one.what !== other.what) return { step: index }
    const [chosen, otherwise] = [decisionsIn(one), decisionsIn(other)]
    for (let place = 0; place < Math.max(chosen.length, otherwise.length); place++) {
      const notes = [chosen[place], otherwise[place]] as const
      if (isSame(...notes)) continue
      return notes.every((note) => note?.kind === 'machine') ? { step: index } : { step: index, notes }
    }
  }
  return { step: Math.min(steps.length, others.length) }
}

/** What may differ in a step: what was chosen, what went wrong, which message a machine took out of a bag. */
function decisionsIn({ notes }: Step): readonly Note[] {
  return notes.filter(({ kind }) => kind === 'choice' || kind === 'fault' || kind === 'machine')
}

function isSame(one: Note | undefined, other: Note | undefined): boolean {
  return one?.kind === other?.kind && one?.process === other?.process && one?.text === other?.text
}
