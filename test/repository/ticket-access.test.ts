import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { type Endpoint, get } from '#contract/endpoint.ts'
import { TicketId } from '#contract/fields.ts'
import { endpoints } from '#contract/index.ts'
import { isTicketNumber, personalIn, ticketActions } from '#contract/tickets/ticket-access.ts'
import { field, type Schema, Type } from '#contract/type.ts'
import { policy } from '#rules/policy.ts'

type Visit = (name: string, schema: Schema) => void

/** Every field of a schema, however deep, with its name. */
function walk(schema: Schema, visit: Visit, name = ''): void {
  visit(name, schema)
  for (const [key, part] of Object.entries({ ...schema.properties, ...schema.patternProperties }))
    walk(part, visit, key)
  if (schema.items) walk(schema.items, visit, name)
  for (const part of schema.anyOf ?? []) walk(part, visit, name)
}

/** Fields that are marked as a ticket number, or described as one without the mark. */
const isNumber = (schema: Schema) =>
  isTicketNumber(schema) ||
  (schema.type === 'integer' && /^the number of (the|a|its) ticket\b/i.test(schema.description ?? ''))

function aboutTickets({ path, input, output }: Endpoint): boolean {
  let found = /^\/tickets\//.test(path)
  for (const schema of [input, output] as Schema[]) walk(schema, (_, part) => (found ||= isNumber(part)))
  return found
}

/** Names of personal fields in answers about tickets. */
const personalNames = new Set(['phone', 'mail', 'owner', 'device', 'deviceModel', 'description', 'brand', 'remedy'])
function unmarked({ output }: Endpoint): string[] {
  const found: string[] = []
  walk(output as Schema, (name, schema) => {
    if (personalNames.has(name) && schema.type === 'string' && personalIn(schema).length === 0) found.push(name)
  })
  return found
}

/** Endpoints in whose answers these names mean other things than a ticket's fields. */
const otherThings = new Set(['users.export'])

const planted = (more: Partial<Endpoint>): Endpoint => ({
  ...get('/desk/planted', 'member', {
    revision: 'addition',
    ticket: 'unrelated',
    summary: 'Planted.',
    output: Type.Object({}),
  }),
  ...more,
})

test('every endpoint with a ticket number names its action on tickets', () => {
  const silent = endpoints().filter((one) => aboutTickets(one.endpoint) && one.endpoint.ticket === 'unrelated')
  assert.deepEqual(
    silent.map(({ name, endpoint: { path } }) => `${name} ${path}`),
    [],
  )
  // Such endpoints are found.
  const id = field(Type.Integer(), 'The number of the ticket.', 12)
  const found = [
    planted({ input: Type.Object({ id: TicketId }) }),
    planted({ input: Type.Object({ wish: Type.Optional(Type.Object({ id })) }) }),
    planted({ output: Type.Object({ list: Type.Array(Type.Object({ into: TicketId })) }) }),
    planted({ path: '/tickets/planted' }),
  ]
  for (const one of found) assert.equal(aboutTickets(one), true)
  assert.equal(aboutTickets(planted({})), false)
})

test('an endpoint without its action on tickets does not compile', () => {
  // @ts-expect-error The field `ticket` is missing.
  const silent = get('/silent', 'anyone', { summary: 'Silent.', output: Type.Object({}) })
  assert.equal('ticket' in silent, false)
})

test('the policy has exactly the actions that endpoints name', () => {
  const named = new Set(
    endpoints().flatMap(({ endpoint: { ticket } }) =>
      typeof ticket === 'string' && ticket !== 'unrelated' ? [ticket] : [],
    ),
  )
  // Other endpoints check these actions too: writing an internal note, and taking a colleague off.
  assert.deepEqual(new Set(ticketActions).difference(named), new Set(['write_internal', 'take_off']))
  assert.deepEqual(Object.keys(policy).toSorted(), [...ticketActions].toSorted())
  for (const { name, endpoint: one } of endpoints())
    if (typeof one.ticket === 'object') assert.ok(one.ticket.none.length > 20, `${name} gives a reason`)
})

test('personal fields of answers about tickets are marked', () => {
  const wrong = endpoints().flatMap(({ name, endpoint: one }) =>
    one.ticket === 'unrelated' || otherThings.has(name) ? [] : unmarked(one).map((part) => `${name} ${part}`),
  )
  assert.deepEqual(wrong, [])
  const phone = Type.Object({ list: Type.Array(Type.Object({ phone: Type.String() })) })
  assert.deepEqual(unmarked(planted({ output: phone })), ['phone'])
})

test('services ask the visibility table about owner, phone and email of a ticket', () => {
  const root = join(import.meta.dirname, '../..')
  // The owner's own data, an imported table, the team's members, and the forwarded data, which a setting chooses.
  const others = ['journeys/personal-data.ts', 'imports/tickets.ts', 'team/admin.ts', 'outbox/ticket-message.ts']
  const allowed = others.map((file) => `src/service/${file}`)
  const files = globSync('src/service/**/*.ts', { cwd: root }).map((file) => file.split(sep).join('/'))
  const undecided = /\b(?:owner|phone|mail): (?!input)\w+\.(?:owner|phone|mail)\b(?!.*\bcontext\))/
  const compared = /comparableContact\(/
  const wrong = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const lines = text.split('\n').filter((line) => undecided.test(line) && !compared.test(text))
    return lines.length > 0 && !allowed.includes(file)
  })
  assert.ok(files.length > 100)
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    files.filter((file) => /\bmask(?:Phone|Mail)\b/.test(readFileSync(join(root, file), 'utf8'))),
    ['src/service/tickets/search-text.ts'],
    'the table masks; the search compares with what it shows',
  )
})
