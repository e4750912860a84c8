import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** How a command ended, and all that it printed. */
export interface Ended {
  readonly code: number
  readonly output: string
}

type Environment = Readonly<Record<string, string>>

/** A small project of its own, with the packed package installed. */
export interface Project {
  readonly folder: string
  write(files: Readonly<Record<string, string>>): void
  read(file: string): string
  vitest(args: readonly string[], env?: Environment): Promise<Ended>
  node(args: readonly string[], env?: Environment): Promise<Ended>
  tsc(args: readonly string[]): Promise<Ended>
  /** Runs the command of the installed package. */
  interlace(args: readonly string[], env?: Environment): Promise<Ended>
  /** Starts Vitest in its watch mode, until the test is over. */
  watch(args: readonly string[]): Watching
  /** Starts Vitest, or Node itself, until the test is over. */
  start(program: 'vitest' | 'node', args: readonly string[], env?: Environment): Watching
  /** Runs a line in the shell, as a person would who copies it from the output. */
  shell(line: string, env?: Environment): Promise<Ended>
}

export interface Watching {
  /** Waits until something is printed that was not there the last time. */
  until(pattern: RegExp): Promise<string>
  /** Types a line. */
  type(line: string): void
}

/** Makes a project with these files; it is removed when the test is over. */
export function createProject(files: Readonly<Record<string, string>>): Project {
  const folder = mkdtempSync(join(installed(), 'project-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const write = (given: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(given)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  const node = (args: readonly string[], env: Environment = {}) => run(process.execPath, args, folder, env)
  write({ 'package.json': '{ "type": "module", "private": true }', ...files })
  return {
    folder,
    write,
    read: (file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''),
    node,
    vitest: (args, env) => node([vitest, ...args], env),
    tsc: (args) => node([tsc, ...args]),
    interlace: (args, env) => node([commandOf(folder), ...args], env),
    watch: (args) => watch([vitest, 'watch', ...args], folder),
    start: (program, args, env) => watch(program === 'vitest' ? [vitest, ...args] : args, folder, env),
    shell(line, env = {}) {
      const commands = join(folder, 'commands')
      mkdirSync(commands, { recursive: true })
      // Nothing is fetched from anywhere: `npx vitest` and `npx interlace` are the installed ones.
      const programs = `case "$1" in interlace) program='${commandOf(folder)}';; *) program='${vitest}';; esac`
      const script = `#!/bin/sh\n${programs}\nshift\nexec '${process.execPath}' "$program" "$@"\n`
      writeFileSync(join(commands, 'npx'), script)
      chmodSync(join(commands, 'npx'), 0o755)
      return run('sh', ['-c', line], folder, { PATH: `${commands}${delimiter}${process.env['PATH'] ?? ''}`, ...env })
    },
  }
}

/** The file that npm would link to as the command `interlace`. */
function commandOf(folder: string): string {
  const home = join(dirname(folder), 'node_modules', 'interlace')
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { bin: { interlace: string } }
  return join(home, bin.interlace)
}

/** Runs Vitest in this repository itself. */
export function runHere(args: readonly string[], env: Environment = {}): Promise<Ended> {
  checkBuild()
  return run(process.execPath, [vitest, ...args], root, env)
}

/** Leaves out what differs between two runs of the same thing: durations, times of day, the folder. */
export function timeless(output: string, { folder }: Project): string {
  return output
    .replaceAll(folder, '<folder>')
    .replaceAll(/\b\d+(?:\.\d+)?m?s\b/g, '<time>')
    .replaceAll(/(Start at|Duration) .*/g, '$1 <time>')
}

function watch(args: readonly string[], cwd: string, env: Environment = {}): Watching {
  const child = spawn(process.execPath, args, { cwd, env: { ...hostEnvironment(), NO_COLOR: '1', ...env } })
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null) resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  )
  let output = ''
  const added = (chunk: Buffer): void => void (output += chunk.toString())
  child.stdout.on('data', added)
  child.stderr.on('data', added)
  return {
    type: (line) => void child.stdin.write(`${line}\n`),
    async until(pattern) {
      const limit = Date.now() + 20_000
      while (!pattern.test(output)) {
        if (Date.now() > limit) throw new Error(`${String(pattern)} was not printed:\n${output}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const printed = output
      output = ''
      return printed
    },
  }
}

function run(command: string, args: readonly string[], cwd: string, env: Environment): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...hostEnvironment(), NO_COLOR: '1', ...env }, timeout: 25_000, maxBuffer: 2 ** 26 }
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr })
    })
  })
}

/** What a shell has before Vitest adds its own. */
function hostEnvironment(): Environment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec', 'PATHEXT']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** A folder under which `interlace` is the packed package; packed once for each build. */
function installed(): string {
  checkBuild()
  const dist = join(root, 'dist')
  const hash = createHash('sha256')
    .update(root)
    .update(readFileSync(join(root, 'package.json')))
  for (const file of readdirSync(dist).sort()) hash.update(file).update(readFileSync(join(dist, file)))
  const folder = join(tmpdir(), `interlace-e2e-${hash.digest('hex').slice(0, 12)}`)
  if (!existsSync(folder)) install(folder)
  return folder
}

function checkBuild(): void {
  if (existsSync(join(root, 'dist', 'vitest.js'))) return
  throw new Error('dist is missing: these tests run the built package. Run `npm run build` first.')
}

function install(folder: string): void {
  const draft = mkdtempSync(`${folder}-`)
  const modules = join(draft, 'node_modules')
  mkdirSync(join(modules, '@types'), { recursive: true })
  const windows = process.platform === 'win32'
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', draft], {
    cwd: root,
    stdio: 'pipe',
    shell: windows,
  })
  const tarball = readdirSync(draft).find((file) => file.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['-xzf', tarball], { cwd: draft })
  renameSync(join(draft, 'package'), join(modules, 'interlace'))
  for (const name of ['msgpackr', 'picocolors', 'seedrandom', 'vitest', 'vite', '@types/node']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
  }
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(folder)) throw new Error(`cannot install into ${basename(folder)}`, { cause: error })
  }
}
