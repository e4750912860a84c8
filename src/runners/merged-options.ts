import { inject } from 'vitest'
import { seedOf } from '../core/random.ts'
import type { Options } from '../search/options.ts'
import type { Variable } from '../store/saved-path.ts'
import { optionsFrom, variablesForReplay } from './environment.ts'
import { htmlFolder } from './html-option.ts'
import type { Provided } from './plugin.ts'
import { checkedSave } from './save-option.ts'
import type { SearchOptions } from './systematic-test.ts'

/** What the plugin says, if it is there. */
export function provided(): Provided {
  return inject('interlace') ?? { options: {} }
}

/** What holds for one test. */
export interface MergedOptions {
  readonly search: Options
  /** Whether failing paths are saved, if anybody says so. */
  readonly save: boolean | undefined
  /** The folder for the page of a failing test, if it is to have one. */
  readonly html: string | undefined
  /** What a replay depends on and the environment says, for this one run. */
  readonly environment: readonly Variable[]
}

/** The options of one test: the plugin's, then the test's own, then the environment's. */
export function mergedOptions(own: SearchOptions, fullName: string): MergedOptions {
  // A search is deterministic: its seed comes from the name of the test, unless somebody says otherwise.
  const { save, html, ...search } = {
    seed: seedOf(fullName),
    ...provided().options,
    ...own,
    ...optionsFrom(process.env),
  }
  return {
    search,
    save: save === undefined ? undefined : checkedSave(save),
    html: htmlFolder(html),
    environment: variablesForReplay(process.env),
  }
}
