import { misuse } from '../core/errors.ts'
import type { ExplorerName } from '../explorers/named.ts'
import type { Options } from '../search/options.ts'
import { settingsOf } from '../search/settings.ts'
import { htmlFolder, type HtmlOption } from './html-option.ts'
import { checkedSave, type SaveOption } from './save-option.ts'

/** What the plugin may be told for all tests of a project. It travels to the workers, so everything is plain data. */
export interface PluginOptions
  extends
    HtmlOption,
    SaveOption,
    Pick<
      Options,
      | 'search'
      | 'delays'
      | 'executions'
      | 'minimise'
      | 'time'
      | 'steps'
      | 'latency'
      | 'fairness'
      | 'temperature'
      | 'seed'
    > {
  /** The delaying explorer, or a portfolio of them, by name. */
  readonly explorer?: ExplorerName | readonly ExplorerName[]
}

const names = [
  'explorer',
  'search',
  'delays',
  'executions',
  'minimise',
  'time',
  'steps',
  'latency',
  'fairness',
  'temperature',
  'seed',
  'html',
  'save',
] as const satisfies readonly (keyof PluginOptions)[]

/** Checks the plugin's options at once, where a mistake is still next to the person who made it. */
export function checkedPluginOptions(options: PluginOptions): PluginOptions {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (!(names as readonly string[]).includes(name)) {
      throw misuse(
        `The plugin has no option called ${JSON.stringify(name)}.`,
        `Known are ${names.join(', ')}. What concerns one test goes to that test's own options.`,
      )
    }
    if (!isPlain(value)) {
      throw misuse(
        `The plugin's option ${name} is not plain data.`,
        'The options travel to other processes: name an explorer by its name here, and pass one of your own in the ' +
          'options of the test.',
      )
    }
  }
  const { html, save, ...search } = options
  htmlFolder(html)
  if (save !== undefined) checkedSave(save)
  settingsOf(search)
  // What is undefined is not there: it hides no default.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isPlain) : typeof value !== 'function' && typeof value !== 'object'
}
