import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { pageScript } from '../../../src/report/html/page-script.ts'

const folder = 'src/report/html/client'
const modules = readdirSync(folder).filter((name) => name.endsWith('.js'))

test('is one script, of all modules', () => {
  // A name used twice, or an import that is left over, would not compile.
  expect(() => new Script(pageScript)).not.toThrow()
  expect(() => new Script(`${pageScript}\nconst pageData = 1, pageData = 2`)).toThrow(SyntaxError)
  expect(modules.length).toBeGreaterThan(5)
  for (const name of modules) {
    const last = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').slice(-4).join('\n')
    expect(pageScript, name).toContain(last)
  }
})

test('has each module behind those that it imports', () => {
  const place = (name: string): number => {
    const [, declared = ''] = /^export function (\w+)/m.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    return pageScript.indexOf(declared === '' ? '\nconst pace = ' : `\nfunction ${declared}(`)
  }
  for (const name of modules) {
    const imports = [...readFileSync(join(folder, name), 'utf8').matchAll(/^import .* from '\.\/(.*)'$/gm)]
    for (const [, imported = ''] of imports) expect(place(imported), `${name} -> ${imported}`).toBeLessThan(place(name))
  }
})

test('can stand in a script element, and takes no text for markup', () => {
  expect(pageScript).not.toMatch(/<\/?script|<!--/i)
  expect(pageScript).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/)
})
