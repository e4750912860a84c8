import { interlace } from 'interlace/plugin'
import { defineConfig } from 'vitest/config'
import { FailingIsFine } from './failing-is-fine.ts'

export default defineConfig({
  plugins: [interlace({ delays: 4, save: false })],
  test: {
    include: ['demo/*.spec.ts'],
    reporters: ['default', new FailingIsFine()],
  },
})
