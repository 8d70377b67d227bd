import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// For the compiler a CSS module has every class name.
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

test('each page with a style sheet imports it under the name css', () => {
  assert.ok(sheets.length > 10 && uses.length > 20)
  assert.equal(pages.filter((page) => text(page).includes('.module.css')).length, uses.length)
})

test('every class that a page uses is in its style sheet, and every class of a style sheet is used', () => {
  const wrong = sheets.flatMap((sheet) => {
    const used = new Set(uses.filter((one) => one.sheet === sheet).flatMap(({ asked }) => asked.map(classOf)))
    const known = defined(sheet)
    return [...shown(sheet, used.difference(known)), ...shown(sheet, known.difference(used))]
  })
  assert.deepEqual(wrong, [])
})

const tokens = text(join(web, '../node_modules/@mantine/core/styles/default-css-variables.css'))
const [, dark = ''] = /const dark = \[(.*?)\]/s.exec(text(join(web, 'lib/theme.ts'))) ?? []
const shades = [...dark.matchAll(/#[0-9a-f]{6}/g)].map(([shade]) => shade)

/** The relative luminance of a colour of the palette, such as `gray-6`. */
function luminance(name: string): number {
  const [family, shade] = name.split('-')
  const hex = name === 'white' ? '#ffffff' : family === 'dark' ? shades[Number(shade)] : undefined
  const colour = hex ?? new RegExp(`--mantine-color-${name}: (#[0-9a-f]{6})`).exec(tokens)?.[1]
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5]
    .map((at) => Number.parseInt(colour?.slice(at, at + 2) ?? '', 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

test('the border of a field contrasts with its surroundings, in light and dark', () => {
  const edges = [...text(join(web, 'base.css')).matchAll(/--field-edge: var\(--mantine-color-(\w+-\d)\)/g)]
  const [light = '', night = ''] = edges.map(([, name]) => name)
  // The background of a page, of a card, and of the field itself.
  const around = { [light]: ['gray-0', 'white'], [night]: ['dark-9', 'dark-7', 'dark-6'] }
  for (const [edge, backgrounds] of Object.entries(around))
    for (const background of backgrounds) assert.ok(contrast(edge, background) >= 3, `${edge} on ${background}`)
})
