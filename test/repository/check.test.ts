import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as TypeBox from 'typebox/schema'
import { firstFlaw } from '#contract/check.ts'
import { endpoints } from '#contract/index.ts'
import type { Schema } from '#contract/type.ts'
import fc from '../support/fast-check.ts'

/** Values close to a schema: valid ones, and ones that are invalid in one place. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  const odd = fc.constantFrom<unknown>(
    null,
    true,
    '',
    '0',
    'x'.repeat(70),
    -1,
    0,
    1.5,
    1e9,
    [],
    {},
    '\u0007',
    '2026-11-16',
  )
  const right = (): fc.Arbitrary<unknown> => {
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(near))
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.properties) {
      const fields = Object.entries(schema.properties).map(([name, each]) => [name, near(each)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    }
    if (schema.items) return fc.array(near(schema.items), { maxLength: 4 })
    if (schema.type === 'integer') return fc.integer({ min: -2, max: 1100 })
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.type === 'string') return fc.oneof(fc.string(), fc.stringMatching(/^[0-9:. -]{1,12}$/))
    return odd
  }
  return fc.oneof({ weight: 4, arbitrary: right() }, { weight: 1, arbitrary: odd })
}

test('our schema check agrees with TypeBox for every schema of the contract', () => {
  for (const { name, endpoint } of endpoints()) {
    for (const [side, schema] of Object.entries({ input: endpoint.input, output: endpoint.output })) {
      const plain = JSON.parse(JSON.stringify(schema)) as Schema
      fc.assert(
        fc.property(near(plain), (value) => {
          const ours = firstFlaw(plain, value) === undefined
          assert.equal(ours, TypeBox.Check(plain, value), `${name} ${side}`)
        }),
        { numRuns: 60, seed: 20261115 },
      )
    }
  }
})
