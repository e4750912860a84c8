// Runs the test suite under every supported pair of Node and Vitest:
//   npm run test:matrix
//   npm run test:matrix -- --node 24 --vitest 5
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const nodes = ['20', '22', '24', '26']
/** What each Vitest changes among the development dependencies; Vitest 5 takes no types of Node 20. */
const changes = { 4.1: { vitest: '^4.1.0' }, 5: { vitest: '^5.0.0', '@types/node': '^22.0.0' } }
const vitests = ['4.1', '5']
/** Pairs that the engines of Vitest exclude. */
const unsupported = [{ node: '20', vitest: '5', reason: 'not supported by Vitest 5' }]

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Outside of the repository: Vite takes whatever lies under a `node_modules` for a finished package.
const cache = join(tmpdir(), `interlace-matrix-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)

const { values: only } = parseArgs({ options: { node: { type: 'string' }, vitest: { type: 'string' } } })
const cells = nodes.flatMap((node) => vitests.map((vitest) => ({ node, vitest }))).filter(isWanted)
if (cells.length === 0) fail(`no such cell; Node is one of ${nodes.join(', ')}, Vitest one of ${vitests.join(', ')}`)

const prepared = new Set()
const rows = cells.map((cell) => ({ ...cell, ...run(cell) }))

console.log(`\n${table(rows)}`)
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1

function isWanted({ node, vitest }) {
  return node === (only.node ?? node) && vitest === (only.vitest ?? vitest)
}

function run({ node, vitest }) {
  const excluded = unsupported.find((cell) => cell.node === node && cell.vitest === vitest)
  if (excluded) return { ok: true, versions: '', result: excluded.reason }

  console.log(`\n── Node ${node}, Vitest ${vitest}`)
  const binary = nodeBinary(node)
  const project = projectWith(vitest)
  const env = { ...process.env, NO_COLOR: '1', PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` }
  const { status, stdout } = execute(binary, ['node_modules/vitest/vitest.mjs', 'run'], { cwd: project, env })
  const closingLine = stdout.match(/^\d+ passed, \d+ failed.*$/gm)?.at(-1) ?? 'no closing line'
  if (status !== 0) console.log(stdout)
  console.log(closingLine)
  const versions = `${versionOf(binary)}, ${JSON.parse(read(project, 'node_modules/vitest/package.json')).version}`
  return { ok: status === 0, versions, result: status === 0 ? closingLine : `${closingLine} (exit code ${status})` }
}

/** The executable of a Node release, from the npm package that carries it for this platform. */
function nodeBinary(node) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${platform}-${process.arch}`
  const folder = join(cache, `node-${node}`)
  const binary = join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true })
    npm(['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${node}`], folder)
  }
  return binary
}

/** A copy of the repository, built, in which nothing but Vitest differs. */
function projectWith(vitest) {
  const folder = join(cache, `vitest-${vitest}`)
  if (prepared.has(folder)) return folder
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true })
  }
  const left = ['.git', 'coverage', 'dist', 'node_modules']
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !left.includes(basename(path)) })
  const manifest = JSON.parse(read(root, 'package.json'))
  Object.assign(manifest.devDependencies, changes[vitest])
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  npm(['install'], folder)
  npm(['run', 'build'], folder)
  prepared.add(folder)
  return folder
}

function npm(args, cwd) {
  const { status, stdout } = execute('npm', args, { cwd, shell: process.platform === 'win32' })
  if (status !== 0) fail(`npm ${args.join(' ')} ended with exit code ${status}\n${stdout}`)
}

function execute(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...options,
  })
  if (error) throw error
  return { status, stdout: stderr + stdout }
}

function versionOf(binary) {
  return execute(binary, ['--version']).stdout.trim().slice(1)
}

function table(rows) {
  const lines = [
    ['node', 'vitest', 'versions', 'result'],
    ...rows.map(({ node, vitest, versions, result }) => [node, vitest, versions, result]),
  ]
  const widths = lines[0].map((_, column) => Math.max(...lines.map((cells) => cells[column].length)))
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function read(folder, path) {
  return readFileSync(join(folder, path), 'utf8')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
