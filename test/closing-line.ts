import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Ends the run with the plain line `N passed, N failed`, followed by the skipped tests when there are any. An error
 * outside of a test (a file that does not load, a hook, an unhandled rejection) counts as one that failed.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const passed = tests.filter((state) => state === 'passed').length
    const failed =
      tests.filter((state) => state === 'failed').length + errorsOutsideTests(modules) + unhandledErrors.length
    const skipped = tests.filter((state) => state === 'skipped' || state === 'pending').length
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
  }
}

function errorsOutsideTests(modules: readonly TestModule[]): number {
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  return suites.reduce((count, suite) => count + suite.errors().length, 0)
}
