import { expect, type TestContext } from 'vitest'

/**
 * Vitest counts assertions and keeps soft failures per test; a body is run many times in one. So the count starts
 * afresh with each execution, and each execution answers for its own.
 */
export class Assertions {
  constructor(private readonly context: TestContext) {}

  /** An execution begins. */
  begin(): void {
    const state = this.state()
    state.assertionCalls = 0
    state.expectedAssertionsNumber = null
    state.isExpectingAssertions = false
  }

  /** Throws if the execution that has just ended made fewer or more assertions than it promised, or failed softly. */
  end(): void {
    const { result } = this.context.task
    if (result?.state === 'fail') {
      const [error] = result.errors ?? []
      result.state = 'run'
      delete result.errors
      throw Object.assign(new Error(error?.message), error)
    }
    const state = this.state()
    if (state.expectedAssertionsNumber !== null && state.expectedAssertionsNumber !== state.assertionCalls) {
      throw state.expectedAssertionsNumberErrorGen?.() ?? new Error('another number of assertions was expected')
    }
    if (state.isExpectingAssertions && state.assertionCalls === 0) {
      throw state.isExpectingAssertionsError ?? new Error('at least one assertion was expected')
    }
  }

  /** That of the `expect` in use: asking the context for its own would put it into use. */
  private state() {
    const { context } = this
    return '_local' in context && context._local ? context.expect.getState() : expect.getState()
  }
}
