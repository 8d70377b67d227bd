import { DatabaseSync } from 'node:sqlite'
import type { Variable } from '#config/values.ts'
import { variables } from '#config/variables.ts'
import { type Status, statuses, statusMeaning } from '#contract/codes.ts'
import { errors } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { langs } from '#contract/languages.ts'
import { openapi } from '#contract/openapi.ts'
import { errorMeaning } from '#contract/openapi-failures.ts'
import { words } from '#contract/words/index.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { version } from '#main/start.ts'
import { sqlite } from '#store/engine/whole-database.ts'
import { migrations } from '#store/migrations/migrate.ts'
import { conformancePage } from './conformance-page.ts'
import { privacyPage } from './privacy-page.ts'

/** The files that are generated from the code. `npm run draw` writes them; a test compares them. */
export const drawn: Readonly<Record<string, () => string>> = {
  'openapi.json': openapiFile,
  'src/store/schema.sql': schema,
  '.env.example': envExample,
  'docs/configuration.md': configurationPage,
  'docs/conformance.md': conformancePage,
  'docs/endpoints.md': endpointsPage,
  'docs/ticket-life.md': ticketLifePage,
  'docs/privacy.md': () => privacyPage('en_US'),
  'docs/privacy.zh-CN.md': () => privacyPage('zh_CN'),
}

/** The document with one line for each path and each component. */
function openapiFile(): string {
  const depths: Readonly<Record<string, number>> = { paths: 1, components: 2 }
  const document = { 'x-generated': 'npm run draw writes this file from src/contract', ...openapi(version) }
  const parts = Object.entries(document).map(([key, part]) => `"${key}": ${linesOf(part, depths[key] ?? 0)}`)
  return `{\n${parts.join(',\n')}\n}\n`
}

function linesOf(value: unknown, depth: number): string {
  if (depth === 0) return JSON.stringify(value)
  const parts = Object.entries(value as object).map(([key, part]) => `"${key}": ${linesOf(part, depth - 1)}`)
  return `{\n${parts.join(',\n')}\n}`
}

/** The schema after all migrations, as SQLite describes it: each table with its indexes. */
function schema(): string {
  const db = new DatabaseSync(':memory:')
  for (const migration of Object.values(migrations)) for (const statement of migration(sqlite)) db.exec(statement)
  const rows = db
    .prepare(
      "select type, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by tbl_name, type desc, name",
    )
    .all()
  const statements = rows.map(({ type, sql }) => {
    const text = String(sql)
      .replace(/\n {4}/g, '\n  ')
      .replace(/\n {2}\)/g, '\n)')
    return `${type === 'table' ? '\n' : ''}${text};\n`
  })
  return statements.join('').trimStart()
}

const all = Object.entries<Variable>(variables)

function envExample(): string {
  const parts = all.map(([name, { about, default: usual, example, secret }]) => {
    const file = secret ? ` Or ${name}_FILE with the path of a file that holds it.` : ''
    return `# ${about}${file}\n# ${name}=${usual ?? example ?? ''}\n`
  })
  return `# Everything Fettle reads from the environment; all of it is optional. Use it with: npm start -- --env-file .env\n\n${parts.join('\n')}`
}

function configurationPage(): string {
  const rows = all.map(([name, { about, default: usual, example, secret }]) => {
    const value = usual === undefined ? (example ? `e.g. \`${example}\`` : '') : `\`${usual}\``
    return `| \`${name}\`${secret ? ` (or \`${name}_FILE\`)` : ''} | ${value} | ${about} |`
  })
  return [
    '# Configuration',
    '',
    'You can try Fettle without any configuration.',
    'In service it reads the environment once, at start; `--env-file .env` reads a file first.',
    'It reports all mistakes together, and does not start until they are corrected.',
    '`npm run fettle -- config` prints the settings in force, with secrets hidden.',
    'You can also give a variable that holds a secret as the path of a file.',
    '',
    '| variable | default | what it is |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function endpointsPage(): string {
  const rows = endpoints().map(({ endpoint: e }) => {
    const fields = Object.keys(e.input.properties).map((name) =>
      (e.input.required ?? []).includes(name) ? `\`${name}\`` : `\`${name}\`?`,
    )
    return `| ${e.method} | \`${e.path}\` | ${e.role} | ${e.revision} | ${fields.join(', ')} | ${e.summary} |`
  })
  const codes = keysOf(errors).map((code) => `| \`${code}\` | ${errors[code]} | ${errorMeaning(code)} |`)
  return [
    '# Endpoints and errors',
    '',
    'Drawn from `src/contract`. `/reference` on a running Fettle shows the same with every schema, and lets you try it.',
    '',
    '| method | path | for | revision | fields | what it does |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Errors',
    '',
    'The failure body is `{ success: false, err }`; the code is in the header `x-error-code`. [The headers beside it](interface.md#failures) say which field a `bad_input` or `bad_situation` is about.',
    '',
    '| code | status | meaning |',
    '|---|---|---|',
    ...codes,
    '',
  ].join('\n')
}

function ticketLifePage(): string {
  const all = Object.values(statuses).map(statusMeaning)
  const name = (status: Status) => statusMeaning(status).name
  const arrows = all.flatMap((from) => from.moves.map((to) => `  ${from.name} --> ${name(to)}`))
  const shown = langs.toSorted()
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const rows = all.map((status) => {
    const named = shown.map((lang) => words[lang].codes.status[status.name])
    const next = status.moves.map((to) => `${to} \`${name(to)}\``).join(', ')
    return `| ${[status.code, `\`${status.name}\``, ...named, next].join(' | ')} |`
  })
  return [
    '# Ticket statuses',
    '',
    'Drawn from the table `ticketStatuses` in `src/contract/codes.ts`. Programs get it from `GET /codes`, and `/tickets/info` says what each viewer may do now.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${name(statuses.submitted)}`,
    ...arrows,
    '```',
    '',
    `| code | status | ${shown.map((lang) => english.of(lang.slice(0, 2))).join(' | ')} | can become |`,
    `|---|---|---|${'---|'.repeat(shown.length)}`,
    ...rows,
    '',
    'A ticket becomes Claimed when a member claims it.',
    'It becomes Submitted again when its last member puts it back in the queue, or by itself [without progress](outcomes.md#tickets-without-progress) for weeks.',
    'Members who work on it and administrators change its status; its owner can cancel it.',
    'A [merged](outcomes.md#merging-tickets) ticket is cancelled too, and its number opens the other.',
    'When the device was collected, the status cannot change any more: Collected is a mark of its own and no status.',
    '',
  ].join('\n')
}
