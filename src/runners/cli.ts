#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { coloursFor, supportsColour, wantsColour } from '../report/colours.ts'
import { runCommand } from './command-line.ts'

const { columns } = process.stdout as { readonly columns?: number }
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

process.exitCode = await runCommand(process.argv.slice(2), {
  folder: process.cwd(),
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  colours: coloursFor({ enabled: wantsColour(process.env, supportsColour) }),
  width: columns ?? 100,
  version,
})
