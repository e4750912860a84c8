import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { Stage } from './page.ts'

const root = process.cwd()

/** The errors of the compiler in the files of these stages, which get the sources when they import the package. */
export function errorsIn(stages: readonly Stage[]): readonly string[] {
  const folder = join(root, 'docs', 'snippets')
  const files = new Map(
    stages.flatMap((stage) => [...stage.files].map(([path, text]) => [join(folder, stage.folder, path), text])),
  )
  const options = { ...repositoryOptions(), noUnusedLocals: false, moduleDetection: ts.ModuleDetectionKind.Force }
  const program = ts.createProgram([...files.keys()], options, hostWith(files, options))
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || files.has(join(file.fileName)))
    .map((diagnostic) => ts.formatDiagnostic(diagnostic, { ...place, getCurrentDirectory: () => folder }).trim())
}

const place = { getCanonicalFileName: (name: string) => name, getNewLine: () => '\n' }

function repositoryOptions(): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: unknown }
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path)).options
}

/** A host that has these files besides those on the disk. */
function hostWith(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const disk = { ...host }
  return Object.assign(host, {
    fileExists: (path: string) => files.has(join(path)) || disk.fileExists(path),
    readFile: (path: string) => files.get(join(path)) ?? disk.readFile(path),
    directoryExists: undefined, // every folder may hold one of these files
    getSourceFile(path: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions, ...rest: []) {
      const text = files.get(join(path))
      return text === undefined ? disk.getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version)
    },
  })
}
