import { type TestAPI, type TestContext, type TestOptions, TestRunner } from 'vitest'
import { misuse } from '../core/errors.ts'
import { optionsFrom } from './environment.ts'
import { userFrames } from './frames.ts'
import { provided } from './merged-options.ts'
import { runSearch } from './run-search.ts'
import { splitArguments } from './split-options.ts'
import type { SystematicTest } from './systematic-test.ts'
import type { WrittenTest } from './test-at-hand.ts'
import { isDebugged, timeoutBeyond } from './time-limits.ts'

type AnyBody = (...args: unknown[]) => unknown
type Handler = (...args: unknown[]) => Promise<void>
/** A function of Vitest's that collects tests, or returns one that does. */
type Collect = (...args: unknown[]) => unknown

const modifiers = ['skip', 'only', 'todo', 'fails'] as const

/**
 * Two searches cannot share the globals that they replace: systematic tests run one after the other, whatever the
 * suite or the configuration says. Vitest 5 asks `concurrent`; 4.1.0 asks `sequential` where tests are concurrent.
 */
const alone = { concurrent: false, sequential: true }

/** Puts systematic tests in front of a test function of Vitest's, whose every modifier does what it always does. */
export function systematic(vitest: TestAPI): SystematicTest {
  const collect = (name: unknown, first: unknown, second: unknown): void => {
    const { options, body, written } = prepare(first, second)
    define(vitest, name, options, body, (context) => runSearch(written, context as TestContext, (own) => body?.(own)))
  }
  const facade = Object.assign(collect, {
    skipIf: (condition: unknown) => systematic(vitest.skipIf(condition) as TestAPI),
    runIf: (condition: unknown) => systematic(vitest.runIf(condition) as TestAPI),
    extend: (...args: unknown[]) => systematic(Reflect.apply(vitest.extend as Collect, vitest, args) as TestAPI),
    // Vitest hands no context to the tests of `each`, so it is looked up.
    each: cases(vitest, 'each', (written, body, items) =>
      runSearch(written, contextNow(), (own) => body(...items, own)),
    ),
    for: cases(vitest, 'for', (written, body, [item, context]) =>
      runSearch(written, context as TestContext, (own) => body(item, own)),
    ),
  })
  for (const modifier of modifiers) {
    Object.defineProperty(facade, modifier, { get: () => systematic(vitest[modifier] as TestAPI), enumerable: true })
  }
  return facade as unknown as SystematicTest
}

/** Vitest's own `each` and `for` make the cases and their titles. */
function cases(
  vitest: TestAPI,
  kind: 'each' | 'for',
  run: (written: WrittenTest, body: AnyBody, given: unknown[]) => Promise<void>,
): Collect {
  return (...table) => {
    const collect = Reflect.apply(vitest[kind] as Collect, vitest, table) as Collect
    return (name: unknown, first: unknown, second: unknown): void => {
      const { options, body, written } = prepare(first, second)
      define(collect, name, options, body, (...given) => run(written, body ?? (() => undefined), given))
    }
  }
}

interface Prepared {
  readonly options: TestOptions
  readonly body: AnyBody | undefined
  readonly written: WrittenTest
}

function prepare(first: unknown, second: unknown): Prepared {
  const { search, vitest, body } = splitArguments(first, second)
  const origin = userFrames(new Error('here').stack)
  return {
    options: { ...vitest, ...timeoutFor(search.time), ...alone },
    body: body as AnyBody | undefined,
    written: { options: search, origin },
  }

  /** A search that is given its time gets a timeout that does not come before it, unless one is given as well. */
  function timeoutFor(own: number | undefined): TestOptions {
    if (isDebugged()) return { timeout: 0 }
    const time = timeFromEnvironment() ?? own ?? provided().options.time
    const given = vitest.timeout ?? TestRunner.getCurrentSuite().options?.timeout
    return typeof time !== 'number' || given !== undefined ? {} : { timeout: timeoutBeyond(time) }
  }
}

function timeFromEnvironment(): number | undefined {
  try {
    return optionsFrom(process.env).time
  } catch {
    return undefined // said again, to the one who runs the test
  }
}

function define(
  collect: Collect | TestAPI,
  name: unknown,
  options: TestOptions,
  body: AnyBody | undefined,
  run: Handler,
) {
  // Vitest reads in the source of a handler which fixtures it wants.
  const handler = body && Object.assign(run, { toString: () => String(body) })
  ;(collect as Collect)(name, options, handler)
}

function contextNow(): TestContext {
  const test = TestRunner.getCurrentTest()
  if (test !== undefined) return test.context
  throw misuse('A systematic test was called outside of a Vitest test.', 'Run it by Vitest.')
}
