import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { ClosingLine } from './test/closing-line.ts'

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url))

export default defineConfig({
  // Specs and documentation import the package by its name and get its source; `test/e2e` installs the built package.
  resolve: {
    alias: [
      { find: /^interlace$/, replacement: source('index.ts') },
      { find: /^interlace\/vitest$/, replacement: source('runners/vitest.ts') },
      { find: /^interlace\/plugin$/, replacement: source('runners/plugin.ts') },
    ],
  },
  test: {
    include: ['test/**/*.spec.ts'],
    // The folders of `test/e2e` are projects of their own, run by the specs beside them.
    exclude: [...configDefaults.exclude, 'test/e2e/*/**'],
    // The styles of the trace's page are taken in as a text: Vitest would leave it empty.
    css: true,
    pool: 'forks',
    testTimeout: 30_000,
    reporters: ['default', new ClosingLine()],
  },
})
