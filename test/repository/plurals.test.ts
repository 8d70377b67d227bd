import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { words } from '#contract/words/index.ts'

/**
 * The tables that the clients pass to `translated` and `inLanguages`. Pages need a browser, so these functions are
 * replaced by ones that collect the tables.
 */
const tables: { readonly en_US: object }[] = []
const phone: object = new Proxy(() => '', { get: () => () => '' })
Object.assign(globalThis, {
  keepWords: (table: { readonly en_US: object }) => tables.push(table),
  // The globals that the mini-program finds on a phone.
  SERVICE_URL: '',
  wx: phone,
})
registerHooks({
  load: (url, context, next) =>
    /\/(?:web\/lib\/translated|client\/in-languages)\.ts$/.test(url)
      ? { format: 'module', source: keeper, shortCircuit: true }
      : next(url, context),
})
const keeper = `
  export const inLanguages = (words) => (keepWords(words), () => words.en_US)
  export const translated = inLanguages
  export const hookOf = (words) => words`

const files = globSync(['client/words/*.ts', 'web/**/*words*.ts', 'miniprogram/**/*words*.ts'], {
  exclude: ['**/dist/**'],
})
const withTables = files.filter((file) => /(?:translated|inLanguages)\(\{/.test(readFileSync(file, 'utf8')))

/** Each text of a table with 1 for every number, with its name. Texts that need more than numbers are left out. */
function* saidOfOne(table: object, path = ''): Generator<[name: string, text: string]> {
  for (const [key, value] of Object.entries(table)) {
    const name = `${path}${key}`
    if (typeof value === 'object' && value !== null) yield* saidOfOne(value, `${name}.`)
    if (typeof value !== 'function') continue
    // A function that destructures its facts gets 1 for each.
    for (const given of [
      [1, 1, 1, 1],
      [facts, 1, 1, 1],
    ]) {
      const text = attempt(() => value(...given))
      if (typeof text === 'string') yield [name, text]
      else if (typeof text === 'object' && text !== null)
        for (const [part, one] of Object.entries(text)) if (typeof one === 'string') yield [`${name}.${part}`, one]
    }
  }
}
const facts = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? 1 : undefined) })

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return undefined
  }
}

const nouns = [
  ...[
    'seconds',
    'minutes',
    'hours',
    'days',
    'weeks',
    'months',
    'years',
    'times',
    'people',
    'persons',
    'members',
    'visitors',
  ],
  ...[
    'characters',
    'entries',
    'lines',
    'rows',
    'slots',
    'shifts',
    'codes',
    'tickets',
    'repairs',
    'devices',
    'things',
    'files',
  ],
  ...[
    'pictures',
    'photos',
    'messages',
    'leaves',
    'objections',
    'numbers',
    'registrations',
    'browsers',
    'ratings',
    'others',
  ],
].join('|')
/** `1 lines`, `1 fixed devices`. In “1 to 1 days” the first number is the smaller one. */
const several = new RegExp(String.raw`(?<!to )\b1 (?:(?:more|other|open|good|fixed|recovery) )?(?:${nouns})\b`, 'i')
const verbs = /(?<!to )\b1 (?:(?!may )[a-z]+ )?(?:are|were|have|wait|do|lack|need)\b|^1 .* were /i

test('an English sentence about one thing uses the singular', async () => {
  for (const file of withTables) await import(pathToFileURL(resolve(file)).href)
  assert.ok(tables.length >= withTables.length && tables.length > 50, 'every table was found')
  const all = [words.en_US, ...tables.map((table) => table.en_US)]
  const said = all.flatMap((table) => [...saidOfOne(table)])
  assert.ok(said.length > 300, `few texts were tried: ${said.length}`)
  const wrong = said
    .filter(([, text]) => several.test(text) || verbs.test(text))
    .map(([name, text]) => `${name}: ${text}`)
  assert.deepEqual([...new Set(wrong)], [])
})
