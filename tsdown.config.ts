import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defineConfig } from 'tsdown'

const runnerFree = { index: 'src/index.ts', plugin: 'src/runners/plugin.ts' }

/** `?raw` is the text of a file, as it is for Vite, which runs the tests. */
const rawText = {
  name: 'raw-text',
  resolveId: {
    filter: { id: /\?raw$/ },
    handler: (id: string, importer?: string) => join(dirname(importer ?? ''), id),
  },
  load: {
    filter: { id: /\?raw$/ },
    async handler(id: string) {
      const text = await readFile(id.replace(/\?raw$/, ''), 'utf8')
      return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' as const }
    },
  },
}

export default defineConfig({
  entry: { ...runnerFree, vitest: 'src/runners/vitest.ts', cli: 'src/runners/cli.ts' },
  // Vitest throws when it is required, so `interlace/vitest` has no CommonJS build: Node loads the ES module from both.
  format: { esm: {}, cjs: { entry: runnerFree } },
  plugins: [rawText],
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  outputOptions: { exports: 'named' },
  checks: { legacyCjs: false },
  // The package ships no `src`, so a declaration map would lead nowhere.
  dts: { sourcemap: false },
  sourcemap: true,
})
