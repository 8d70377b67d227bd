import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedKeywords } from '#contract/check.ts'
import { endpoints } from '#contract/index.ts'

/** Keywords that document a schema and check nothing. */
const remarks = new Set([
  'title',
  'description',
  'examples',
  'contentMediaType',
  'x-flaw',
  'x-empty-is-absent',
  'x-number-is-text',
  'x-codes',
  // Who may see the field: the tests of access read these.
  'x-ticket',
  'x-personal',
])

test('every keyword of the contract’s schemas is checked', () => {
  const unknown = new Set<string>()
  const walk = (schema: object): void => {
    for (const [word, value] of Object.entries(schema)) {
      if (!checkedKeywords.has(word) && !remarks.has(word)) unknown.add(word)
      if (word === 'properties' || word === 'patternProperties')
        for (const each of Object.values(value)) walk(each as object) // schemas, all of them
      if (word === 'items') walk(value)
      if (word === 'anyOf') for (const each of value) walk(each)
    }
  }
  for (const { endpoint } of endpoints()) {
    walk(endpoint.input)
    walk(endpoint.output)
  }
  assert.deepEqual([...unknown], [])
})
