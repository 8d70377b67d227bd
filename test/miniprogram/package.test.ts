import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  appConfig,
  buildMiniprogram,
  maxBytes,
  pagesOf,
  schemesOf,
  sizesOf,
  source,
  tabIconsOf,
} from '../../scripts/miniprogram/build.ts'
import { knownCalls, librarySince } from './wechat-typings.ts'
import { unknownOpenTypes, uses } from './wechat-uses.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fettle-package-'))
  await buildMiniprogram({ url: 'https://repair.example.edu', out: folder })
})
after(() => rm(folder, { recursive: true, force: true }))

const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const built = (ending: string) => globSync(`**/*.${ending}`, { cwd: folder })

test('each package of the mini-program is far below WeChat’s size limit', async () => {
  const sizes = await sizesOf(folder)
  assert.deepEqual(
    sizes.map(({ name }) => name),
    ['main', 'team'],
  )
  for (const { name, bytes } of sizes) assert.ok(bytes < maxBytes.package / 2, `${name}: ${bytes} bytes`)
})

test('the mini-program has twelve pages at most, each with all its files, and no app id', async () => {
  const pages = pagesOf(await appConfig(folder))
  assert.ok(pages.length <= 12)
  const files = new Set(built('*'))
  const lacking = pages.flatMap((page) => ['js', 'json', 'wxml', 'wxss'].map((ending) => `${page}.${ending}`))
  assert.deepEqual(
    lacking.filter((file) => !files.has(file)),
    [],
  )
  const project = JSON.parse(text('project.config.json')) as Record<string, unknown>
  assert.equal(project['appid'], undefined)
  assert.equal(project['libVersion'], '3.8.12')
  assert.deepEqual(built('ts'), [])
})

test('the typings and the base library of WeChat have every function and option that the mini-program uses', () => {
  const [functions, sinces] = [knownCalls(), librarySince()]
  const number = (version: string) => version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)
  const wrong = uses().flatMap(({ name, options }) => {
    const { options: known = [], optionSince = {} } = functions[name.replace(/^wx\./, '')] ?? {}
    const needs = [sinces[name] ?? '', ...options.map((option) => optionSince[option] ?? '')]
    return [
      ...(name in sinces ? [] : [`${name} is unknown`]),
      ...options.filter((option) => !known.includes(option)).map((option) => `${name} has no ${option}`),
      ...needs.filter((since) => since && number(since) > number('3.8.12')).map((since) => `${name} needs ${since}`),
    ]
  })
  assert.deepEqual(wrong, [])
  assert.ok(uses().length > 25)
  assert.deepEqual(unknownOpenTypes(), [])
})

// Old phones that run WeChat lack these.
const tooNew = {
  'a look behind in a regular expression': /\(\?<[=!]/,
  'a method of lists or texts': /\.(?:at\(-?\d|(?:with|replaceAll|toSorted|toSpliced|toReversed|findLast)\()/,
  'Object.groupBy': /\b(?:Object|Map)\.groupBy\b/,
  'Object.hasOwn': /\bObject\.hasOwn\b/,
  calendars: /\bTemporal\b/,
  structuredClone: /\bstructuredClone\(/,
  'the randomness of browsers': /\bcrypto\./,
  'the storage of browsers': /\b(?:localStorage|sessionStorage)\b/,
  'a page of a browser': /\b(?:document|window)\./,
  'addresses as browsers have them': /\bnew URL(?:SearchParams)?\(/,
}

test('the built programs use nothing that old phones lack', () => {
  const wrong = built('js').flatMap((name) =>
    Object.entries(tooNew).flatMap(([what, form]) => {
      const found = form.exec(text(name))
      return found ? [`${name}: ${what}: ${text(name).slice(Math.max(0, found.index - 40), found.index + 40)}`] : []
    }),
  )
  assert.deepEqual(wrong, [])
})

test('the templates bind events in a form that every compiler reads, and set font sizes', async () => {
  const templates = globSync('**/*.wxml', { cwd: source })
  const wrong = templates.filter((name) => /\s(?:bind|catch)[a-z]/.test(readFileSync(join(source, name), 'utf8')))
  assert.deepEqual(wrong, [])
  const unsized = pagesOf(await appConfig(folder)).filter(
    (page) => !text(`${page}.wxml`).startsWith('<page-meta root-font-size="system"'),
  )
  assert.deepEqual(unsized, [])
})

test('each colour scheme has its icons of the tab bar, which are small enough for WeChat', async () => {
  const { tabBar } = JSON.parse(text('app.json')) as {
    tabBar: { list: { iconPath: string; selectedIconPath: string }[] }
  }
  const named = tabBar.list.flatMap(({ iconPath, selectedIconPath }) => [iconPath, selectedIconPath]).toSorted()
  const schemes = await schemesOf(folder)
  assert.equal(schemes.length, 2)
  for (const scheme of schemes) {
    const icons = tabIconsOf(scheme)
    const names = Object.keys(scheme).filter((name) => icons.some(({ file }) => file === scheme[name]))
    assert.deepEqual(names.map((name) => `@${name}`).toSorted(), named)
    for (const { file } of icons) {
      const { format, width, height } = await sharp(join(folder, file)).metadata()
      assert.deepEqual([format, width, height], ['png', 81, 81], file)
      assert.ok(statSync(join(folder, file)).size < 40 * 1024, file)
    }
  }
})

const styles = () => globSync('**/*.wxss', { cwd: source }).map((name) => readFileSync(join(source, name), 'utf8'))
const valuesOf = (property: RegExp) =>
  new Set(styles().flatMap((style) => [...style.matchAll(property)].map(([, value = '']) => value)))

test('texts in the mini-program have one of five sizes, and distances one of eight', () => {
  const sizes = valuesOf(/font-size: ([^;]+);/g)
  assert.deepEqual([...sizes].toSorted(), ['0.875rem', '1.125rem', '1.25rem', '1.5rem', '1rem'])
  const distances = [...valuesOf(/(?:margin|padding|gap)[a-z-]*: ([^;]+);/g)].flatMap(
    (value) => value.match(/[\d.]+[a-z]+/g) ?? [],
  )
  const allowed = [2, 4, 8, 12, 16, 24, 32, 48].map((size) => `${size}px`)
  assert.deepEqual(
    distances.filter((distance) => !allowed.includes(distance)),
    [],
  )
})
