import { InterlaceError, misuse } from '../core/errors.ts'
import type { Fairness } from '../core/fairness.ts'
import { parsePath } from '../core/path.ts'
import type { ExplorerName } from '../explorers/named.ts'
import type { Options } from '../search/options.ts'
import type { SearchName } from '../search/searches.ts'
import { settingsOf } from '../search/settings.ts'
import type { Variable } from '../store/saved-path.ts'
import { htmlFromText, type HtmlOption } from './html-option.ts'
import { checkedSave, type SaveOption } from './save-option.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Given = Options & SaveOption & HtmlOption

const booleans: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/** What each variable says; the search itself checks what concerns it. */
const variables: Readonly<Record<string, (text: string) => Given>> = {
  INTERLACE_DELAYS: (text) => ({ delays: Number(text) }),
  INTERLACE_EXECUTIONS: (text) => ({ executions: Number(text) }),
  INTERLACE_TIME: (text) => ({ time: Number(text) }),
  INTERLACE_STEPS: (text) => ({ steps: Number(text) }),
  INTERLACE_LATENCY: (text) => ({ latency: Number(text) }),
  INTERLACE_FAIRNESS: (text) => ({ fairness: text as Fairness }),
  INTERLACE_TEMPERATURE: (text) => ({ temperature: Number(text) }),
  INTERLACE_MINIMISE: (text) => ({ minimise: Number(text) }),
  INTERLACE_SEED: (text) => ({ seed: text }),
  INTERLACE_EXPLORER: (text) => ({ explorer: text.split(',').map((name) => name.trim() as ExplorerName) }),
  INTERLACE_SEARCH: (text) => ({ search: text as SearchName }),
  INTERLACE_PATH: (text) => ({ path: text }),
  INTERLACE_HTML: (text) => ({ html: htmlFromText(text) }),
  INTERLACE_SAVE: (text) => ({ save: checkedSave(booleans[text] ?? text) }),
}

/** Reads the options that stand in the environment, which beat all others. */
export function optionsFrom(environment: Environment): Given {
  refuseUnknown(environment)
  let options: Given = {}
  for (const [variable, read] of Object.entries(variables)) {
    const text = environment[variable]?.trim()
    if (text === undefined || text === '') continue
    options = { ...options, ...checked(variable, text, read) }
  }
  return options
}

const forReplay = [
  'INTERLACE_LATENCY',
  'INTERLACE_STEPS',
  'INTERLACE_SEARCH',
  'INTERLACE_FAIRNESS',
  'INTERLACE_TEMPERATURE',
]

/** With these, the same path is another execution: what is found is good for this one run. */
const forOneRun = ['INTERLACE_LATENCY', 'INTERLACE_STEPS', 'INTERLACE_TEMPERATURE']

/** Those of some variables that make a run an experiment, which neither needs saved paths nor leaves any. */
export function experimental(variables: readonly Variable[]): readonly string[] {
  return variables.map(([name]) => name).filter((name) => forOneRun.includes(name))
}

/** Those of the variables that are set and that an execution depends on, apart from its path. */
export function variablesForReplay(environment: Environment): readonly Variable[] {
  return forReplay.flatMap((name) => {
    const text = environment[name]?.trim() ?? ''
    return text === '' ? [] : [[name, text] as const]
  })
}

/** What such variables said in the one run in which a path was found. */
export function optionsOnce(variables: readonly Variable[]): Options {
  const { save: _, html: __, ...options } = optionsFrom(Object.fromEntries(variables))
  return options
}

/** A misspelt variable would change nothing, and nobody would notice. */
function refuseUnknown(environment: Environment): void {
  const unknown = Object.keys(environment).find((name) => name.startsWith('INTERLACE_') && !(name in variables))
  if (unknown === undefined) return
  throw misuse(`There is no environment variable ${unknown}.`, `Known are ${Object.keys(variables).join(', ')}.`)
}

function checked(variable: string, text: string, read: (text: string) => Given): Given {
  try {
    const options = read(text)
    const { save: _, html: __, ...search } = options
    // The explorer of a path may be one of the test's own, which is not known here.
    if (search.path === undefined) settingsOf(search)
    else parsePath(search.path)
    return options
  } catch (error) {
    if (!(error instanceof InterlaceError)) throw error
    throw misuse(`The environment variable ${variable} is ${JSON.stringify(text)}.`, error.message)
  }
}
