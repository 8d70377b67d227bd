import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '#contract/type.ts'
import { mergeFields, type RawField } from './call.ts'

const input: Schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } }

test('a long field that a request repeats many times is compared only until one value differs', () => {
  let reads = 0
  const long = Object.defineProperty([1], 0, { enumerable: true, get: () => ++reads })
  const others = Array.from({ length: 1000 }, (): RawField => ['list', 1])
  const { wrong } = mergeFields(input, [], {}, [['list', long], ...others])
  assert.deepEqual(wrong?.facts, { field: 'list', flaw: 'given_twice' })
  assert.ok(reads <= 1, `read ${reads} times`)
})
