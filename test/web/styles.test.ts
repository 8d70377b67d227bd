import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// To the compiler a CSS module has every class that anybody asks it for.
const web = join(import.meta.dirname, '../../web')
const text = (file: string) => readFileSync(file, 'utf8')
const sheets = globSync(join(web, '{pages,components}/**/*.module.css'))
const pages = globSync(join(web, '{pages,components}/**/*.tsx'))

/** The classes of a sheet, without those that it names for the whole page. */
function defined(sheet: string): Set<string> {
  const selectors = text(sheet)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}

/** The sheet that a page takes its classes from, and what it asks of it: what stands after `css`. */
function usesOf(page: string): { sheet: string; asked: string[] } | undefined {
  const [, from = ''] = /^import css from '(.*)'/m.exec(text(page)) ?? []
  if (!from) return undefined
  const sheet = from.startsWith('#web/') ? join(web, from.slice(5)) : join(page, '..', from)
  return { sheet, asked: [...text(page).matchAll(/\bcss([.[][^\s,)}]*)/g)].map(([, rest = '']) => rest) }
}

const uses = pages.flatMap((page) => usesOf(page) ?? [])
const classOf = (asked: string) => /^\['([\w-]+)'\]/.exec(asked)?.[1] ?? `not a plain name: ${asked}`
const shown = (sheet: string, names: Iterable<string>) =>
  [...names].map((name) => `${sheet.slice(web.length)}: ${name}`)

test('there are styles to look at, and each page that has some calls them css', () => {
  assert.ok(sheets.length > 10 && uses.length > 20)
  assert.equal(pages.filter((page) => text(page).includes('.module.css')).length, uses.length)
})

test('every class that a page uses is in its sheet, and every class of a sheet is used', () => {
  const wrong = sheets.flatMap((sheet) => {
    const used = new Set(uses.filter((one) => one.sheet === sheet).flatMap(({ asked }) => asked.map(classOf)))
    const known = defined(sheet)
    return [...shown(sheet, used.difference(known)), ...shown(sheet, known.difference(used))]
  })
  assert.deepEqual(wrong, [])
})
