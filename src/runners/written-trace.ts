import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { TestContext } from 'vitest'
import { type FailureToShow, htmlTrace, sourcesOf } from '../report/html-trace.ts'
import { traceFileName, type TracedTest } from './trace-file-name.ts'
import { writeWhole } from './whole-file.ts'

/**
 * Writes the page of a failing test, attaches it to the test, and says in a line where it is. What goes wrong with it is
 * said in that line, too: it never stands in the way of the failure itself.
 */
export async function writtenTrace(
  failure: FailureToShow,
  test: TracedTest,
  folder: string,
  context: Pick<TestContext, 'annotate'>,
): Promise<string> {
  const path = resolve(failure.root ?? '.', folder, traceFileName(test))
  const shown = relative(process.cwd(), path).replaceAll('\\', '/')
  try {
    writeWhole(path, htmlTrace({ ...failure, sources: textsOf(sourcesOf(failure.counterexample)) }))
  } catch (error) {
    return `trace    ${shown} was not written: ${messageOf(error)}`
  }
  try {
    await context.annotate(`trace: ${shown}`, { path, contentType: 'text/html' })
    return `trace    ${shown}`
  } catch (error) {
    return `trace    ${shown} (not attached to the test: ${messageOf(error)})`
  }
}

/** The source files that can be read; a page does without the others. */
function textsOf(files: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const file of files) {
    try {
      texts.set(file, readFileSync(file, 'utf8'))
    } catch {
      // a module that is no file, or one that is gone
    }
  }
  return texts
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s+/g, ' ')
}
