import { defineConfig } from 'tsdown'

const runnerFree = { index: 'src/index.ts', plugin: 'src/runners/plugin.ts' }

export default defineConfig({
  entry: { ...runnerFree, vitest: 'src/runners/vitest.ts', cli: 'src/runners/cli.ts' },
  // Vitest throws when it is required, so `interlace/vitest` has no CommonJS build: Node loads the ES module from both.
  format: { esm: {}, cjs: { entry: runnerFree } },
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  outputOptions: { exports: 'named' },
  checks: { legacyCjs: false },
  // The package ships no `src`, so a declaration map would lead nowhere.
  dts: { sourcemap: false },
  sourcemap: true,
})
