import { test } from 'vitest'
import { systematic } from './facade.ts'
import type { SystematicTest } from './systematic-test.ts'

export * from '../index.ts'
export type { SearchSummary } from './search-summary.ts'
export type { BodyContext, FixtureOptions, SystematicTest, SystematicTestOptions } from './systematic-test.ts'

/** Defines a test whose body is run in ever other interleavings, until one fails or the budget is spent. */
export const systematicTest: SystematicTest = systematic(test)
