import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TObject } from 'typebox'
import { type Flaw, Refusal } from './errors.ts'
import { DayOrShift, Id, Language, LineOfText, LongText, Mail, Paging, Phone } from './fields.ts'
import { decimal, mismatch, read } from './read.ts'
import { optional, Type } from './type.ts'

/** What is wrong with an input, or nothing. */
function flawIn(schema: TObject, input: unknown): Flaw | undefined {
  try {
    read(schema, input)
    return undefined
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'bad_input', String(error))
    return error.facts as Flaw // by its code
  }
}

const WithId = Type.Object({ id: Id })
const Note = Type.Object({ text: LineOfText(4), tags: optional(Type.Array(Type.Integer(), { maxItems: 2 })) })

test('an integer field of a request may be sent as a decimal string', () => {
  for (const [given, meant] of [
    ['12', 12],
    [12, 12],
    ['012', 12],
    ['9007199254740991', 9007199254740991],
    [12.0, 12],
  ])
    assert.deepEqual(read(WithId, { id: given }), { id: meant })
})

test('a text field marked for it may be sent as a number', () => {
  const Which = Type.Object({ week: DayOrShift })
  for (const [given, meant] of [
    [3, '3'],
    [-0, '0'],
    [9007199254740991, '9007199254740991'],
    ['3', '3'],
  ])
    assert.deepEqual(read(Which, { week: given }), { week: meant })
  for (const week of [1.5, 9007199254740992, 1e21, true, [3], null])
    assert.equal(flawIn(Which, { week })?.flaw, 'not_text', String(week))
})

test('an optional field that is null, and an empty paging value, count as absent', () => {
  assert.deepEqual(read(Note, { text: 'a', tags: null }), { text: 'a' })
  assert.deepEqual(read(Type.Object(Paging), { pageId: '', count: null }), {})
  assert.deepEqual(read(Type.Object({ list: Type.Array(Note) }), { list: [{ text: 'a', tags: null }] }), {
    list: [{ text: 'a' }],
  })
  const Nullable = Type.Object({ end: optional(Type.Union([Type.Integer(), Type.Null()])) })
  assert.deepEqual(read(Nullable, { end: null }), { end: null })
  // If no alternative fits, the first one names the flaw.
  assert.equal(flawIn(Nullable, { end: 'later' })?.flaw, 'not_integer')
  assert.equal(flawIn(Note, { text: null })?.flaw, 'not_text')
  assert.equal(flawIn(Note, { text: 'a', tags: [null] })?.flaw, 'not_integer')
  assert.equal(flawIn(Type.Object({ type: optional(Type.Integer()) }), { type: '' })?.flaw, 'not_integer')
})

test('a required text field with only whitespace counts as missing', () => {
  const Needed = Type.Object({ text: LongText({ minLength: 1 }) })
  for (const text of [' ', '\t\r\n', '\u3000\u00a0', '\u200b\ufeff\u2060', '\u3164\u2800'])
    assert.deepEqual(flawIn(Needed, { text }), { field: 'text', flaw: 'too_short', limit: 1 }, JSON.stringify(text))
  for (const text of ['.', ' a ', '\u200b界']) assert.deepEqual(read(Needed, { text }), { text })
  assert.deepEqual(read(Note, { text: ' ' }), { text: ' ' })
})

test('reading a request converts no other values', () => {
  const odd = [
    null,
    true,
    false,
    [12],
    ['12'],
    {},
    1.5,
    '1.5',
    '0x10',
    '1e3',
    '+12',
    ' 12',
    '12 ',
    '',
    '-',
    '١٢',
    '1_000',
    1e21,
  ]
  const large = [
    9007199254740992,
    JSON.parse('9007199254740993'),
    '9007199254740992',
    '9007199254740993',
    '9'.repeat(400),
    -9007199254740992,
  ]
  for (const id of [...odd, ...large]) assert.equal(flawIn(WithId, { id })?.flaw, 'not_integer', JSON.stringify(id))
  for (const text of [12, true, null, ['a'], {}])
    assert.equal(flawIn(Note, { text })?.flaw, 'not_text', JSON.stringify(text))
  for (const flag of ['true', 1, 0, null])
    assert.equal(flawIn(Type.Object({ flag: Type.Boolean() }), { flag })?.flaw, 'not_boolean')
})

test('a request with -0 is read as 0', () => {
  const Number0 = Type.Object({ n: Type.Integer() })
  for (const n of [0, -0, '0', '-0']) assert.ok(Object.is(read(Number0, { n }).n, 0))
  assert.ok(Object.is(decimal('-0'), 0))
})

test('each element of a list in a request is checked, and the error names the element', () => {
  assert.deepEqual(read(Note, { text: 'a', tags: ['1', 2] }), { text: 'a', tags: [1, 2] })
  assert.deepEqual(flawIn(Note, { text: 'a', tags: [1, 'x'] }), { field: 'tags[1]', flaw: 'not_integer' })
  assert.deepEqual(flawIn(Note, { text: 'a', tags: [1, 2, 3] }), { field: 'tags', flaw: 'too_many', limit: 2 })
  assert.deepEqual(flawIn(Note, { text: 'a', tags: '1,2' }), { field: 'tags', flaw: 'not_list' })
  const Sheet = Type.Object({ sheet: Type.Array(Type.Object({ day: Type.Integer({ minimum: 1, maximum: 7 }) })) })
  assert.deepEqual(flawIn(Sheet, { sheet: [{ day: 1 }, { day: 8 }] }), {
    field: 'sheet[1].day',
    flaw: 'too_big',
    limit: '7',
  })
  assert.deepEqual(flawIn(Sheet, { sheet: [{}] }), { field: 'sheet[0].day', flaw: 'missing' })
  assert.deepEqual(flawIn(Sheet, { sheet: [1] }), { field: 'sheet[0]', flaw: 'not_object' })
})

test('the error about a value out of bounds contains the limit', () => {
  assert.deepEqual(flawIn(WithId, {}), { field: 'id', flaw: 'missing' })
  assert.deepEqual(flawIn(WithId, { id: 0 }), { field: 'id', flaw: 'too_small', limit: '1' })
  assert.deepEqual(flawIn(Type.Object(Paging), { count: 1001 }), { field: 'count', flaw: 'too_big', limit: '1000' })
  assert.deepEqual(flawIn(Note, { text: 'abcde' }), { field: 'text', flaw: 'too_long', limit: 4 })
  assert.equal(flawIn(Note, { text: '😀😀😀😀' }), undefined)
  assert.equal(flawIn(Type.Object({ text: LongText({ minLength: 1 }) }), { text: '' })?.flaw, 'too_short')
  assert.equal(flawIn(Type.Object({ lang: Language }), { lang: 'fr' })?.flaw, 'not_one_of')
})

const bidiControls = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']

test('control characters and lone surrogates are refused, but long texts may have line breaks', () => {
  for (const text of ['\u0000', '\ud800', 'a\u007f', '\u0085', '\n', '\t'])
    assert.equal(flawIn(Note, { text })?.flaw, 'bad_characters')
  for (const text of bidiControls) assert.equal(flawIn(Note, { text: `A${text}A` })?.flaw, 'bad_characters')
  for (const text of ['👩‍🔧', 'ی‌خ', 'שלום']) assert.equal(flawIn(Note, { text }), undefined, text)
  const Long = Type.Object({ text: LongText() })
  assert.equal(flawIn(Long, { text: 'a\r\n\tb' }), undefined)
  for (const text of bidiControls) assert.equal(flawIn(Long, { text }), undefined)
  for (const text of ['\u0000', '\udc00x', '\u001b']) assert.equal(flawIn(Long, { text })?.flaw, 'bad_characters')
})

test('phone numbers and email addresses are checked in linear time', () => {
  for (const phone of ['', '12345', '+86 138-0013-8000'])
    assert.equal(flawIn(Type.Object({ phone: Phone }), { phone }), undefined)
  for (const phone of ['1234', 'abcde', '12345x', '１２３４５', '-----', `${'-'.repeat(31)}1`])
    assert.equal(flawIn(Type.Object({ phone: Phone }), { phone })?.flaw, 'not_a_phone', phone)
  assert.equal(flawIn(Type.Object({ phone: Phone }), { phone: '1'.repeat(32) }), undefined)
  assert.equal(flawIn(Type.Object({ phone: Phone }), { phone: '1'.repeat(33) })?.limit, 32)
  for (const mail of ['a@b', 'a b@c.de', '@b.c', 'a@b.c\n', 'a@@b.c', `${'a'.repeat(100)}@${'b.'.repeat(70)}`])
    assert.equal(flawIn(Type.Object({ mail: Mail }), { mail })?.flaw, 'not_a_mail', mail)
  // One of each kind of sign that is not seen.
  for (const unseen of [...bidiControls, ...'\u00ad\u200b\u200c\u200d\u2060\ufeff\u{e0061}\ufe0f\u3164\u2800'])
    for (const mail of [`a${unseen}b@c.de`, `ab@c${unseen}.de`, `ab@c.d${unseen}e`])
      assert.equal(flawIn(Type.Object({ mail: Mail }), { mail })?.flaw, 'not_a_mail', escape(mail))
  assert.equal(flawIn(Type.Object({ mail: Mail }), { mail: '李华@例子.中国' }), undefined)
})

test('a request is read by the fields of its schema only, and by none of an object’s prototype', () => {
  const raw = JSON.parse('{"text":"a","admin":true,"__proto__":{"tags":[1]}}')
  assert.deepEqual(read(Note, raw), { text: 'a' })
  assert.equal(flawIn(Note, Object.create({ text: 'a' }))?.flaw, 'missing')
})

test('an answer with a field that its schema does not have counts as a mismatch', () => {
  assert.equal(mismatch(Note, { text: 'a', tags: [1] }), undefined)
  assert.match(mismatch(Note, { text: 'a', more: 1 }) ?? '', /does not know/)
  assert.match(mismatch(Note, { text: 12 }) ?? '', /not_text/)
})
