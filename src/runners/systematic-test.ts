import type { TestContext, TestOptions } from 'vitest'
import type { Runtime } from '../machines/runtime.ts'
import type { Options } from '../search/options.ts'
import type { HtmlOption } from './html-option.ts'
import type { SaveOption } from './save-option.ts'

/** What a test may say about its search; Vitest itself brings the signal and shows the progress. */
export type SearchOptions = Omit<Options, 'signal' | 'onProgress'> & HtmlOption & SaveOption

/** What a systematic test may be told: about its search, and what Vitest tells any test. */
export type SystematicTestOptions = SearchOptions & Omit<TestOptions, 'concurrent' | 'sequential'>

/** What a body is given: the runtime of this execution, and Vitest's test context with its fixtures. */
export type BodyContext<Fixtures = object> = Runtime & Omit<TestContext & Fixtures, keyof Runtime>

type TestName = string | ((...args: never[]) => unknown)

interface Collector<Args extends readonly unknown[]> {
  (name: TestName, body: (...args: Args) => unknown, timeout?: number): void
  (name: TestName, options: SystematicTestOptions, body: (...args: Args) => unknown): void
}

interface TodoCollector<Args extends readonly unknown[]> {
  (name: TestName, body?: (...args: Args) => unknown): void
  (name: TestName, options: SystematicTestOptions, body?: (...args: Args) => unknown): void
}

interface Each {
  <Items extends readonly unknown[] | readonly [unknown]>(
    cases: readonly Items[],
  ): Collector<[...items: Items, context: BodyContext]>
  <Item>(cases: readonly Item[]): Collector<[item: Item, context: BodyContext]>
  <Row = Record<string, unknown>>(
    strings: TemplateStringsArray,
    ...values: unknown[]
  ): Collector<[row: Row, context: BodyContext]>
}

interface For<Fixtures> {
  <Item>(cases: readonly Item[]): Collector<[item: Item, context: BodyContext<Fixtures>]>
  <Row = Record<string, unknown>>(
    strings: TemplateStringsArray,
    ...values: unknown[]
  ): Collector<[row: Row, context: BodyContext<Fixtures>]>
}

export interface FixtureOptions {
  /** Set up even for tests that do not ask for it. */
  readonly auto?: boolean
  /** Taken from the project's configuration where it has a value. */
  readonly injected?: boolean
  readonly scope?: 'test' | 'file' | 'worker'
}

type Fixture<Value, Context> = Value | ((context: Context, use: (value: Value) => Promise<void>) => Promise<void>)

/** Fixtures by name: a value, or a function that sets one up, hands it to `use` and cleans up after it. */
export type FixtureDefinitions<Added, Fixtures> = {
  readonly [Name in keyof Added]:
    | Fixture<Added[Name], TestContext & Fixtures & Omit<Added, Name>>
    | [Fixture<Added[Name], TestContext & Fixtures & Omit<Added, Name>>, FixtureOptions]
}

type FixtureBuilder<Value, Context> = (
  context: Context,
  fixture: { onCleanup(cleanup: () => unknown): void },
) => Value | Promise<Value>

interface Extend<Fixtures> {
  <Added extends object>(fixtures: FixtureDefinitions<Added, Fixtures>): SystematicTest<Fixtures & Added>
  <Name extends string, Value>(
    name: Name,
    value: FixtureBuilder<Value, TestContext & Fixtures> | Value,
  ): SystematicTest<Fixtures & Record<Name, Value>>
  <Name extends string, Value>(
    name: Name,
    options: FixtureOptions,
    value: FixtureBuilder<Value, TestContext & Fixtures> | Value,
  ): SystematicTest<Fixtures & Record<Name, Value>>
}

/** Defines a test whose body is run again and again, in ever other interleavings, until one fails. */
export interface SystematicTest<Fixtures = object> extends Collector<[context: BodyContext<Fixtures>]> {
  readonly skip: SystematicTest<Fixtures>
  readonly only: SystematicTest<Fixtures>
  readonly fails: SystematicTest<Fixtures>
  readonly todo: TodoCollector<[context: BodyContext<Fixtures>]>
  skipIf(condition: unknown): SystematicTest<Fixtures>
  runIf(condition: unknown): SystematicTest<Fixtures>
  /** One test for each case; an array is spread into arguments, and the context comes last, without fixtures. */
  readonly each: Each
  /** One test for each case; the body gets the case and the context. */
  readonly for: For<Fixtures>
  /** Adds fixtures, as Vitest's `test.extend` does. They are set up once for a test, not for each execution. */
  readonly extend: Extend<Fixtures>
}
