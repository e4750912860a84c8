import { fileURLToPath } from 'node:url'

/** The folder of this package, whether its sources or its build are running. */
const home = homeOf(import.meta.url)

function homeOf(url: string): string {
  const path = (url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll('\\', '/')
  return path.slice(0, Math.max(path.lastIndexOf('/src/'), path.lastIndexOf('/dist/')))
}

/** The frames of a stack in the user's code: without those of interlace, of Vitest and Vite, and inside of Node. */
export function userFrames(stack: string | undefined): string[] {
  return (stack ?? '')
    .split('\n')
    .filter(isUserFrame)
    .map((line) => `    ${line.trim()}`)
}

function isUserFrame(line: string): boolean {
  if (!/^\s*at .*:\d+:\d+\)?$/.test(line) || line.includes('node:internal/')) return false
  const path = line.replaceAll('\\', '/')
  if (/\/node_modules\/(?:@vitest|vitest|vite)\//.test(path)) return false
  return !path.includes(`${home}/src/`) && !path.includes(`${home}/dist/`)
}
