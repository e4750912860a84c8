import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { misuse } from '../core/errors.ts'

/** Vitest as a process of its own. */
export interface StartedVitest {
  readonly ended: Promise<{ readonly code: number; readonly output: string }>
}

/** Starts the Vitest that is installed in a folder; its output is shown, or kept. */
export function startVitest(
  args: readonly string[],
  folder: string,
  { stdio, variables }: { readonly stdio: 'inherit' | 'pipe'; readonly variables: Readonly<Record<string, string>> },
): StartedVitest {
  const child = spawn(process.execPath, [vitestIn(folder), ...args], {
    cwd: folder,
    stdio: ['inherit', stdio, 'inherit'],
    env: { ...process.env, ...variables },
  })
  let output = ''
  // A character may come in two pieces.
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void (output += text))
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code: code ?? 1, output }))
    }),
  }
}

function vitestIn(folder: string): string {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('vitest/package.json')
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly vitest: string } }
    return join(dirname(manifest), bin.vitest)
  } catch (error) {
    throw misuse(`Vitest is not installed in ${folder}.`, 'Call interlace in the folder of your project.', error)
  }
}
