import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { endpoints } from '#contract/index.ts'
import { all, codeSpans, root, text } from '../support/papers.ts'

const page = text('docs/conformance.md')
const rows = page.split('\n').flatMap((line) => {
  const [, , file = '', name = ''] = line.split('|').map((cell) => cell.trim())
  return file.startsWith('`') ? [{ file: file.replaceAll('`', ''), name }] : []
})

/** The names of the tests in a file, as they are written there. */
function namesIn(source: string): string[] {
  return ["'", '"', '`'].flatMap((quote) =>
    all(source, new RegExp(`^ *test\\(\\s*${quote}((?:[^${quote}\\\\]|\\\\.)+)${quote}`, 'gm')),
  )
}

/** Whether it is the beginning of this name. What a name takes from a table of its file has to stand in that table. */
function begins(beginning: string, name: string, source: string): boolean {
  if (name.startsWith(beginning)) return true
  const [first = '', ...rest] = name.replace(/\\(.)/g, '$1').split(/\$\{[^}]*\}/)
  if (rest.length === 0) return first.startsWith(beginning)
  const parts = [first, ...rest].map((part) => RegExp.escape(part))
  const values = new RegExp(`^${parts.join('(.+)')}$`).exec(beginning)?.slice(1)
  return values?.every((value) => source.includes(`'${value}'`)) ?? false
}

test('every rule names one test that exists', () => {
  assert.ok(rows.length > 0)
  const wrong = rows.filter(({ file, name }) => {
    if (!existsSync(join(root, file)) || name === '') return true
    const source = text(file)
    return namesIn(source).filter((one) => begins(name, one, source)).length !== 1
  })
  assert.deepEqual(wrong, [])
})

test('every endpoint of the interface is named with its rules, and no addition as one of them', () => {
  const [, ours = '', added = ''] = page.split(/^## (?:The interface|Additions)$/m)
  const named = (part: string) => [...new Set(codeSpans(part).filter((span) => /^(GET|POST) \//.test(span)))].toSorted()
  const known = (isAddition: boolean) =>
    endpoints()
      .filter(({ endpoint }) => (endpoint.revision === 'addition') === isAddition)
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  const [interfaceRules = ''] = ours.split(/^## /m)
  assert.deepEqual(named(interfaceRules), known(false).toSorted())
  const additions = new Set(known(true))
  assert.deepEqual(
    named(added).filter((one) => !additions.has(one)),
    [],
  )
})
