import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { errors } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { openapi } from '#contract/openapi.ts'

interface Operation {
  readonly description: string
  readonly 'x-role': string
  readonly 'x-revision': string
  readonly 'x-badges': readonly { name: string }[]
  readonly security: readonly object[]
  readonly responses: Readonly<Record<string, object>>
}
const document = openapi('1.2.3') as { openapi: string; paths: Record<string, Record<string, Operation>> } // drawn by us

/** `/picture/:name` is `/picture/{name}` in OpenAPI. */
const drawnPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors))
  assert.equal(validator.version, '3.1')
})

test('the document has every endpoint of the contract and nothing else', () => {
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
    assert.equal(operation.security.length, e.role === 'anyone' ? 0 : 1)
    assert.equal('401' in operation.responses, e.role !== 'anyone')
    assert.equal(
      '403' in operation.responses,
      ['member', 'admin'].includes(e.role) || e.errors.some((code) => errors[code] === 403),
    )
    for (const status of [String(e.status ?? 200), '400', '429', '500', '503'])
      assert.ok(status in operation.responses, status)
  })
}
