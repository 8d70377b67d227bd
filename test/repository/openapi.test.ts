import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { firstFlaw } from '#contract/check.ts'
import { codeTables } from '#contract/codes.ts'
import { errors } from '#contract/errors.ts'
import { exampleOf } from '#contract/examples.ts'
import { endpoints } from '#contract/index.ts'
import { openapi } from '#contract/openapi.ts'
import { originalOf, type Schema } from '#contract/type.ts'

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
}
interface Operation {
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { $ref?: string; content?: Record<string, { schema: { properties: object } }> }
  readonly 'x-role': string
  readonly 'x-revision': string
  readonly 'x-badges': readonly { name: string }[]
  readonly security: readonly object[]
  readonly responses: Readonly<Record<string, object>>
}
const document = openapi('1.2.3') as {
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
} // drawn by us

/** `/picture/:name` is `/picture/{name}` in OpenAPI. */
const drawnPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

test('openapi.json is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors))
  assert.equal(validator.version, '3.1')
})

test('openapi.json has exactly the endpoints of the contract', () => {
  const drawn = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const contract = endpoints().map(({ endpoint: { method, path } }) => `${method} ${drawnPath(path)}`)
  assert.deepEqual(drawn.sort(), contract.sort())
})

for (const { name, endpoint: e } of endpoints()) {
  test(`${name} shows its revision, who may call it, and how it may be refused`, () => {
    const operation = document.paths[drawnPath(e.path)]?.[e.method.toLowerCase()]
    assert.ok(operation)
    assert.equal(operation['x-role'], e.role)
    assert.equal(operation['x-revision'], e.revision)
    assert.ok(operation['x-badges'].some((badge) => badge.name === e.role))
    assert.match(operation.description, /^(Anyone may call it|For [\w -]+)\. (In|An addition)/)
    assert.deepEqual(operation.security, e.role === 'anyone' ? [] : [{ bearer: [] }, { token: [] }])
    assert.equal('401' in operation.responses, e.role !== 'anyone')
    assert.equal(
      '403' in operation.responses,
      ['member', 'admin'].includes(e.role) || e.errors.some((code) => errors[code] === 403),
    )
    for (const status of [String(e.status ?? 200), '400', '429', '500', '503'])
      assert.ok(status in operation.responses, status)
  })
}

test('openapi.json has the token as parameter of every GET and field of every POST that needs it', () => {
  for (const { name, endpoint: e } of endpoints()) {
    const { parameters = [], requestBody } = document.paths[drawnPath(e.path)]?.[e.method.toLowerCase()] ?? {}
    const inQuery = parameters.some(({ $ref }) => $ref === '#/components/parameters/token')
    const bodies = Object.values(requestBody?.content ?? {})
    const inBody =
      requestBody?.$ref === '#/components/requestBodies/Token' ||
      (bodies.length > 0 && bodies.every(({ schema }) => 'token' in schema.properties))
    assert.deepEqual([inQuery, inBody], [e.method === 'GET' && !e.anonymous, e.method === 'POST'], name)
  }
})

test('openapi.json has the id of a comment of the first revision in the query', () => {
  const { parameters = [], requestBody } = document.paths['/tickets/newcomment']?.['post'] ?? {}
  assert.ok(parameters.some((parameter) => parameter.name === 'id' && parameter.in === 'query'))
  const { properties } = requestBody?.content?.['application/json']?.schema ?? {}
  assert.deepEqual(Object.keys(properties ?? {}), ['token', 'content', 'pic'])
})

test('openapi.json uses the names of the interface for its schemas', () => {
  const names = Object.keys(document.components.schemas)
  for (const name of [
    'Ticket',
    'TicketSummary',
    'Note',
    'DutyInformation',
    'DutySituation',
    'Roster',
    'Slot',
    'LogEntry',
    'Member',
    'MemberProfile',
    'Profile',
    'Settings',
    'Leave',
    'Conclusion',
    'Delivery',
    'Feedback',
    'Failure',
  ])
    assert.ok(names.includes(name), name)
})

test('openapi.json shows each code with its name', () => {
  const { Status, Operation } = document.components.schemas as Record<
    string,
    { oneOf: { const: number; title: string }[] }
  >
  for (const [drawn, table] of [
    [Status, codeTables.status],
    [Operation, codeTables.operation],
  ] as const)
    assert.deepEqual(Object.fromEntries(drawn?.oneOf.map((code) => [code.title, code.const]) ?? []), table)
})

test('every tag is described', () => {
  for (const { name, description } of document.tags) assert.match(description ?? '', /^[A-Z].+\.$/, name)
})

/** Every named field in a schema, with its path. */
function* fields(schema: Schema, way: string): Generator<[way: string, field: Schema]> {
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    yield [`${way}.${name}`, each]
    yield* fields(each, `${way}.${name}`)
  }
  const inside = [...Object.values(schema.patternProperties ?? {}), ...(schema.anyOf ?? [])]
  for (const each of inside) yield* fields(each, way)
  if (schema.items) yield* fields(schema.items, `${way}[]`)
}

test('every field of every endpoint has a description, and an example that it would take', () => {
  const wrong: string[] = []
  for (const { name, endpoint: e } of endpoints()) {
    const all = [...fields(e.input, `${name} input`), ...fields(e.output, `${name} output`)]
    for (const [way, schema] of [...all, [`${name} output`, e.output as Schema] as const]) {
      const isField = schema !== e.output
      const description = schema.description ?? originalOf(schema).description ?? ''
      if (isField && !/^[\p{L}\p{N}`].+\.$/u.test(description)) wrong.push(`${way} is not described in a sentence`)
      if ('contentMediaType' in schema) continue // bytes
      const example = exampleOf(schema)
      if (isField && example === undefined) wrong.push(`${way} has no example`)
      const flaw = example === undefined ? undefined : firstFlaw(schema, example)
      if (flaw) wrong.push(`${way} has an example that is refused: ${JSON.stringify(flaw)}`)
      for (const own of schema.examples ?? [])
        if (firstFlaw(schema, own)) wrong.push(`${way} has an example of its own that is refused`)
    }
  }
  assert.deepEqual([...new Set(wrong)], [])
})

test('openapi.json defines shared schemas once', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const { responses } of Object.values(methods))
      for (const [status, response] of Object.entries(responses))
        if (Number(status) >= 400) assert.deepEqual(Object.keys(response), ['$ref'], `${path} ${status}`)
  }
})
