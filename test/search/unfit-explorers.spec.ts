import { expect, test } from 'vitest'
import { go, graphProgram } from '../../fixtures/graph-program.ts'
import { independentSteps } from '../../fixtures/independent-steps.ts'
import { deaf, forgetful, silent, swapping } from '../../fixtures/unfit-explorers.ts'
import { InterlaceError } from '../../src/core/errors.ts'
import { programOf } from '../../src/machines/program-of.ts'
import { check } from '../../src/search/check.ts'

test.each([deaf, swapping, silent, forgetful])(
  'a search stops the unfit explorer $name by its name',
  async (explorer) => {
    for (const program of [graphProgram([go, go], [go, go], [go]), programOf(independentSteps(3, 2))]) {
      const error: unknown = await check(program, { explorer: ['round-robin', explorer] }).catch(
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(InterlaceError)
      expect((error as Error).message).toMatch(new RegExp(`^The explorer ${explorer.name} named `))
      expect((error as Error).message).toContain('run it through conformance(explorer)')
    }
  },
)
