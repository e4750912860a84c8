import { relative } from 'node:path'
import { checkedPluginOptions, type PluginOptions } from './plugin-options.ts'

export type { PluginOptions }

/** What the plugin hands to the workers. */
export interface Provided {
  readonly options: PluginOptions
  /** The configuration file, relative to the working directory, where Vitest would not find it by itself. */
  readonly config?: string
  /** The width of the terminal, which a worker does not see. */
  readonly columns?: number
}

declare module 'vitest' {
  interface ProvidedContext {
    interlace?: Provided
  }
}

/** A Vite plugin that sets the defaults of all systematic tests of a project. */
export interface InterlacePlugin {
  readonly name: string
  configureVitest(context: ConfiguredProject): void
}

/** The part of Vitest's `VitestPluginContext` that is used here: this module runs without Vitest. */
interface ConfiguredProject {
  readonly project: { provide(key: 'interlace', value: Provided): void }
  readonly vitest: { readonly vite?: { readonly config: { readonly configFile?: string | undefined } } }
}

/** Sets the defaults of all systematic tests: `plugins: [interlace({ delays: 4 })]`. */
export function interlace(options: PluginOptions = {}): InterlacePlugin {
  const checked = checkedPluginOptions(options)
  return {
    name: 'interlace',
    configureVitest({ project, vitest }) {
      const config = namedConfig(vitest.vite?.config.configFile)
      const { columns } = process.stdout as { readonly columns?: number }
      project.provide('interlace', {
        options: checked,
        ...(config === undefined ? {} : { config }),
        ...(columns === undefined ? {} : { columns }),
      })
    },
  }
}

export default interlace

/** The line that replays a failure has to name a configuration file that Vitest does not look for. */
function namedConfig(file: string | undefined): string | undefined {
  if (!file) return undefined
  const path = relative(process.cwd(), file).replaceAll('\\', '/')
  return /^vite(st)?\.config\.[cm]?[jt]s$/.test(path) ? undefined : path
}
