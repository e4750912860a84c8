/** A fenced block of a page of documentation. */
interface Fence {
  readonly language: string
  /** What follows the language: a file name, and what is said of it. */
  readonly info: readonly string[]
  readonly text: string
  readonly line: number
}

/** Lines of output that a page quotes, `…` for those that it leaves out. */
export interface Quote {
  readonly page: string
  readonly line: number
  readonly text: string
}

/** The files of a page as a reader has them at some place of it; a page that changes a file begins another stage. */
export interface Stage {
  readonly folder: string
  readonly files: Map<string, string>
  /** Specs that are said to fail or to pass, with what they print. */
  readonly quotes: { readonly spec: string; readonly fails: boolean; readonly quote: Quote }[]
  /** Lines for the shell, with what they print. */
  readonly commands: { readonly line: string; readonly quote: Quote }[]
}

/**
 * Takes a page apart. What a block is follows from its first line:
 *
 * - `ts`: a module of its own, compiled;
 * - `ts account.ts`: a file, compiled; `ts account.spec.ts` is run as well and passes, unless the page says that it fails;
 * - `text account.spec.ts fails` (or `passes`): what that run prints;
 * - `text` after `sh`: the line for the shell is run, and prints this. Without it, it is not run.
 */
export function stagesOf(page: string, markdown: string): readonly Stage[] {
  const name = page.replace(/^docs\//, '').replace(/\.md$/, '')
  const stages: Stage[] = []
  let stage = begin()

  function begin(): Stage {
    const before = stages.at(-1)
    const next = {
      folder: `${name.toLowerCase()}-${stages.length + 1}`,
      files: new Map(before?.files),
      quotes: [],
      commands: [],
    }
    stages.push(next)
    return next
  }

  const fences = fencesIn(markdown)
  for (const [index, { language, info, text, line }] of fences.entries()) {
    const [file, said] = info
    const quote = { page, line, text }
    const before = fences[index - 1]
    if (language === 'ts') {
      const path = file ?? `line-${line}.ts`
      if (stage.files.has(path)) stage = begin()
      stage.files.set(path, text)
    } else if (language === 'text' && file !== undefined && (said === 'fails' || said === 'passes')) {
      stage.quotes.push({ spec: file, fails: said === 'fails', quote })
    } else if (language === 'text' && file === undefined && before?.language === 'sh') {
      stage.commands.push({ line: before.text.trim(), quote })
    } else if (language !== 'sh') {
      throw new Error(`${page}:${line}: nothing is known of a block that begins with ${[language, ...info].join(' ')}`)
    }
  }
  return stages
}

function fencesIn(markdown: string): readonly Fence[] {
  const fences: Fence[] = []
  let open: { info: string; from: number } | undefined
  const lines = markdown.split('\n')
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('```')) continue
    if (open === undefined) {
      open = { info: line.slice(3), from: index + 1 }
      continue
    }
    const [language = '', ...info] = open.info.trim().split(/\s+/)
    fences.push({ language, info, text: `${lines.slice(open.from, index).join('\n')}\n`, line: open.from })
    open = undefined
  }
  return fences
}

/** What a quote says that an output does not, apart from blank lines and durations; nothing if it says the truth. */
export function misquoted({ page, line, text }: Quote, output: string): readonly string[] {
  const printed = linesOf(output)
  let from = 0
  for (const passage of text.split(/^ *… *$/m).map(linesOf)) {
    const place = printed.findIndex(
      (_, start) => start >= from && passage.every((said, i) => printed[start + i] === said),
    )
    if (place < 0)
      return [`${page}:${line}: this is not printed (in this place):\n${passage.join('\n')}\n--- but\n${output}`]
    from = place + passage.length
  }
  return []
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/ +\d+(?:\.\d+)?m?s$/, '').trimEnd())
    .filter((line) => line !== '')
}
