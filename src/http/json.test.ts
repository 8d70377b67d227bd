import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BodyLimits, bodyLimits } from '#contract/body-limits.ts'
import { firstFlaw } from '#contract/check.ts'
import { endpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { read } from '#contract/read.ts'
import type { Schema } from '#contract/type.ts'
import { parseBody } from './json.ts'

const few: BodyLimits = { bytes: 1000, fields: 3, items: 3, depth: 3 }
const parse = (text: string, most = few) => parseBody(Buffer.from(text), most)

test('a body may have as many fields, entries and levels as its limits allow, and not one more', () => {
  for (const text of [
    '{}',
    '{"a":0,"b":0,"c":0}',
    '{"a":{"b":{"c":0}}}',
    '{"a":[0,0,0]}',
    '{"a":[0],"b":[0],"c":[0]}',
    '{"a":[[]]}',
    '{"a:{[,":"b:{[,\\"c:{[,\\\\","d":"{{{{[[[[,,,,::::"}',
    ' { "a" : 0 , "b" : [ 0 , 0 ] } ',
  ])
    assert.deepEqual(Object.fromEntries(parse(text)), JSON.parse(text), text)
  for (const text of [
    '{"a":0,"b":0,"c":0,"d":0}',
    '{"a":{"b":0,"c":0},"d":0}',
    '{"a":[0,0,0,0]}',
    '{"a":[[0],[0]]}',
    '{"a":[[[]]]}',
    '{"a":{"b":{"c":{}}}}',
    '{"a":0,"a":0,"a":0,"a":0}',
  ])
    assert.throws(() => parse(text), { code: 'too_many_fields' }, text)
})

test('JSON beyond its limits is refused before it is parsed', () => {
  // That this is no JSON shows only to who parses it.
  for (const text of ['{"a":0,"b":0,"c":0,"d":0', '{"a":[0,0,0,0,nonsense', '{'.repeat(100_000)])
    assert.throws(() => parse(text), { code: 'too_many_fields' }, text.slice(0, 50))
  for (const text of ['{"a":0', '{"a', '{"a\\"', '"', '}', ']]]]', ',,,,,', '[0]', '1', ''])
    assert.throws(() => parse(text), { code: 'bad_json' }, text)
})

test('a field that a body sends twice is returned twice, and a repeated name inside a field is refused', () => {
  assert.deepEqual(parse('{"a":1,"b":"x","a":[2]}'), [
    ['a', 1],
    ['b', 'x'],
    ['a', [2]],
  ])
  assert.deepEqual(parse('{"a":1,"\\u0061":2}'), [
    ['a', 1],
    ['a', 2],
  ])
  assert.throws(() => parse('{"a":{"b":1,"b":1}}'), { code: 'bad_input' })
  for (const text of ['{"__proto__":1}', '{"a":[{"\\u005f_proto__":1}]}', '{"a":{"__proto__":1},"a":1}'])
    assert.throws(() => parse(text), { code: 'bad_json' }, text)
})

/** The largest value that a schema allows: every field, every entry, and texts of maximum length in their longest JSON form. */
function fullest(schema: Schema, longest: number, field = ''): unknown {
  const { anyOf, properties, items, maxItems, maxLength, pattern = '*', examples } = schema
  const largestOf = (values: readonly unknown[]) => values.toSorted((a, b) => length(b) - length(a))[0]
  if (anyOf) return largestOf(anyOf.map((each) => fullest(each, longest, field)))
  if (schema.enum) return largestOf(schema.enum)
  if (schema.const !== undefined) return schema.const
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fullest(each, longest, name)]))
  if (items) {
    assert.ok(maxItems !== undefined, `the list ${field} has no limit`)
    const entry = fullest(items, longest, field)
    return Array.from({ length: maxItems }, () => entry)
  }
  if (schema.type === 'integer') return schema.maximum ?? Number.MAX_SAFE_INTEGER
  if (schema.type === 'boolean') return false
  if (schema.type !== 'string') return examples?.[0]
  assert.ok(maxLength !== undefined || !/[*+]/.test(pattern), `the text ${field} has no limit`)
  const filled = ['\u{1f600}', 'x', '1'].map((character) => character.repeat(Math.min(longest, maxLength ?? 0)))
  return filled.find((text) => text !== '' && firstFlaw(schema, text) === undefined) ?? examples?.[0]
}
const length = (value: unknown) => JSON.stringify(value)?.length ?? 0
/** As JSON without anything but ASCII, as some clients write it. */
const ascii = (value: unknown) =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

test('every endpoint accepts its largest valid input', () => {
  const bound: string[] = []
  for (const { endpoint } of endpoints()) {
    const most = bodyLimits(endpoint)
    const isBound = most.bytes === limits.body
    if (isBound) bound.push(endpoint.path)
    const { file: _, ...input } = fullest(endpoint.input as Schema, isBound ? 1 : Infinity) as Record<string, unknown>
    const whole = { token: '\u{1f600}'.repeat(limits.token), ...input }
    const body = Buffer.from(isBound ? JSON.stringify(whole) : ascii(whole))
    assert.ok(body.length <= most.bytes, `${endpoint.path}: ${body.length} bytes of ${most.bytes}`)
    const { token: _token, ...got } = Object.fromEntries(parseBody(body, most))
    assert.deepEqual(got, input, endpoint.path)
    if (!endpoint.form) assert.doesNotThrow(() => read(endpoint.input, got), endpoint.path)
  }
  // A megabyte was always the most. It is far more than these need, but for texts of which every character is escaped.
  assert.deepEqual(bound.sort(), ['/admin/sheet/create', '/admin/sheet/update', '/member/stocktake', '/wechat/push'])
})

test('nearly every endpoint accepts 16 KB, 200 fields and 8 levels; only long texts and lists of a whole team need more', () => {
  const all = endpoints().map(({ endpoint }) => ({ path: endpoint.path, ...bodyLimits(endpoint) }))
  assert.ok(all.every(({ depth }) => depth === 8))
  assert.ok(all.filter(({ bytes }) => bytes === 16 * 1024).length > 0.75 * all.length)
  assert.deepEqual(
    all
      .filter(({ fields, items }) => fields > 300 || items > 300)
      .map(({ path }) => path)
      .sort(),
    [
      '/admin/event/create',
      '/admin/event/roles',
      '/admin/event/tasks',
      '/admin/event/update',
      '/admin/hours/approve',
      '/admin/member/invite/many',
      '/admin/settings/update',
      '/admin/sheet/create',
      '/admin/sheet/update',
      '/member/stocktake',
    ],
  )
})
