import { inject } from 'vitest'
import { seedOf } from '../core/random.ts'
import type { Options } from '../search/options.ts'
import { optionsFrom } from './environment.ts'
import type { HtmlOption } from './html-option.ts'
import type { Provided } from './plugin.ts'
import type { SearchOptions } from './systematic-test.ts'

/** What the plugin says, if it is there. */
export function provided(): Provided {
  return inject('interlace') ?? { options: {} }
}

/** The options of one test: the plugin's, then the test's own, then the environment's. */
export function mergedOptions(own: SearchOptions, fullName: string): Options & HtmlOption {
  // A search is deterministic: its seed comes from the name of the test, unless somebody says otherwise.
  return { seed: seedOf(fullName), ...provided().options, ...own, ...optionsFrom(process.env) }
}
