import type { Reporter, TestModule } from 'vitest/node'

/** A demonstration of finding bugs succeeds when its tests fail, all of them; then its exit code is 0. */
export class FailingIsFine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const found = tests.filter((test) => test.result().state === 'failed' && test.meta().interlace?.path !== undefined)
    const replayed = process.env['INTERLACE_PATH'] !== undefined
    if (replayed || found.length < tests.length || found.length === 0) return
    // Vitest has set it to 1 by now.
    process.on('exit', () => (process.exitCode = 0))
    const paths = found.map((test) => `  ${test.meta().interlace?.path ?? ''}  ${test.name}`)
    console.log(`\nThe bugs, as paths that replay them:\n${paths.join('\n')}\n`)
    console.log(
      `The demo found ${found.length} of ${tests.length} bugs. Failing is what it is for: it ends with exit code 0.`,
    )
  }
}
