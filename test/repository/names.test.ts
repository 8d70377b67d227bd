import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAst } from 'rolldown/parseAst'
import { langs } from '#contract/languages.ts'
import { fileText, ownFiles } from '../support/repository-files.ts'

/** The browser and WeChat need different code: WeChat has no `fetch`, no `Intl` and its own storage. */
const onEachClient = 'the same thing, once for the browser and once for WeChat'

/** Names that mean the same thing in each of their files. */
const sameByDesign: Readonly<Record<string, string>> = {
  HourLine: 'the schema, and the type of the answer that it describes',
  HourPeriod: 'the schema, and the type of the answer that it describes',
  OwnersTicket: 'the schema, and the type of the answer that it describes',
  TicketSummary: 'the row of the store, and the answer that is made of it',
  logIn: 'a client asks for it, and the service does it',
  Client: onEachClient,
  Connection: onEachClient,
  Me: onEachClient,
  Notify: onEachClient,
  Photo: onEachClient,
  api: onEachClient,
  connect: onEachClient,
  dateTime: onEachClient,
  dayName: onEachClient,
  dayText: onEachClient,
  language: onEachClient,
  randomName: onEachClient,
  teamClock: onEachClient,
  weekday: onEachClient,
}

const rooms = /^(?:src|web|client|miniprogram|demo)\/.*\.tsx?$/
const languageFile = new RegExp(`^src/contract/words/.*(?:${langs.join('|')})\\.ts$`)
/**
 * Each language has the same words, named after their table. A migration is named after its step, and only the list
 * imports it.
 */
const isNamedByPosition = (file: string) => languageFile.test(file) || file.startsWith('src/store/migrations/')

interface Declaration {
  readonly id?: { readonly name?: string } | null
  readonly declarations?: readonly { readonly id: { readonly name?: string } }[]
}

/** The names that a file declares and exports. A schema and its type share a name, and count once. */
function exportedNames(file: string): Set<string> {
  const { body } = parseAst(fileText(file), { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }, file)
  const names = body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { id, declarations = [] } = statement.declaration as Declaration
    return [id, ...declarations.map((one) => one.id)].map((one) => one?.name)
  })
  return new Set(names.filter((name) => name !== undefined))
}

test('no exported name has two meanings: it is declared in one file, or in several for a listed reason', () => {
  const files = ownFiles().filter((file) => rooms.test(file) && !file.endsWith('.test.ts') && !isNamedByPosition(file))
  assert.ok(files.length > 500)
  const declared = files.flatMap((file) => [...exportedNames(file)].map((name) => ({ name, file })))
  const twins = [...Map.groupBy(declared, ({ name }) => name)].filter(([, some]) => some.length > 1)
  const unexplained = twins.filter(([name]) => sameByDesign[name] === undefined)
  assert.deepEqual(
    unexplained.map(([name, some]) => `${name}: ${some.map(({ file }) => file).join(', ')}`),
    [],
  )
  const names = new Set(twins.map(([name]) => name))
  assert.deepEqual(
    Object.keys(sameByDesign).filter((name) => !names.has(name)),
    [],
    'names of the table that are declared once',
  )
})

/** A participle says what was done, not what the value holds. */
const participle =
  /^(?:[A-Z][a-z]+ed|Begun|Done|Found|Given|Held|Kept|Known|Made|Said|Seen|Sent|Shown|Taken|Told|Written)$/

function typeNames(file: string): string[] {
  const { body } = parseAst(fileText(file), { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }, file)
  return body.flatMap((statement) => {
    const declared = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as {
      readonly type: string
      readonly id?: { readonly name?: string } | null
    } | null
    const isType = /^(?:TSInterface|TSTypeAlias|Class)Declaration$/.test(declared?.type ?? '')
    return isType && declared?.id?.name ? [declared.id.name] : []
  })
}

test('types are named by nouns, not by participles alone', () => {
  const files = ownFiles().filter((file) => rooms.test(file) && !file.endsWith('.test.ts'))
  const names = files.flatMap((file) => typeNames(file).map((name) => ({ name, file })))
  assert.ok(names.length > 500)
  const found = names.filter(({ name }) => participle.test(name)).map(({ name, file }) => `${file}: ${name}`)
  assert.deepEqual(found, ['src/store/tickets/tickets.ts: Locked'], 'a locked row is what the database calls it')
})
