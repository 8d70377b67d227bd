import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldOfRefusal, refusalText } from '#client/refusal.ts'
import { failureOf } from '#contract/client.ts'
import * as en_US from '#contract/words/fields-en_US.ts'
import * as zh_CN from '#contract/words/fields-zh_CN.ts'

const labels: Readonly<Record<string, string>> = { device: 'What is broken', offDutyReason: '原因' }
const label = (field: string) => labels[field] ?? field
const failure = (headers: Readonly<Record<string, string>>) =>
  failureOf(400, (name) => headers[name] ?? null, 'The sentence of the service.')

test('a page words the error of a field with its label, from the headers of the refusal', () => {
  const tooLong = failure({
    'x-error-code': 'bad_input',
    'x-error-field': 'device',
    'x-error-flaw': 'too_long',
    'x-error-limit': '128',
  })
  assert.deepEqual(
    [tooLong.code, tooLong.field, tooLong.flaw, tooLong.limit],
    ['bad_input', 'device', 'too_long', '128'],
  )
  assert.equal(refusalText(en_US, tooLong, label), 'What is broken may have at most 128 characters.')
  const empty = failure({
    'x-error-code': 'bad_input',
    'x-error-field': 'device',
    'x-error-flaw': 'too_short',
    'x-error-limit': '1',
  })
  assert.equal(refusalText(en_US, empty, label), 'What is broken is required.')
  const noReason = failure({ 'x-error-code': 'bad_situation', 'x-error-flaw': 'off_reason' })
  assert.equal(refusalText(zh_CN, noReason, label), '暂停值班需要在原因中填写原因。')
})

test('an error that the page has no words for is shown in the words of the service', () => {
  for (const headers of [
    { 'x-error-code': 'bad_input', 'x-error-flaw': 'missing' },
    { 'x-error-code': 'bad_input', 'x-error-field': 'device', 'x-error-flaw': 'from_the_future' },
    { 'x-error-code': 'name_taken' },
  ])
    assert.equal(refusalText(en_US, failure(headers), label), 'The sentence of the service.')
})

test('an error is shown at its field, or for the whole form if it has no such field', () => {
  const codes = { name_taken: 'device', student_id_taken: 'nowhere' } as const
  const shown = (headers: Readonly<Record<string, string>>) => fieldOfRefusal(failure(headers), labels, codes)
  assert.equal(shown({ 'x-error-code': 'bad_input', 'x-error-field': 'device' }), 'device')
  assert.equal(shown({ 'x-error-code': 'bad_input', 'x-error-field': 'type' }), undefined)
  assert.equal(shown({ 'x-error-code': 'name_taken' }), 'device')
  assert.equal(shown({ 'x-error-code': 'student_id_taken' }), undefined)
  assert.equal(shown({}), undefined)
})

test('an error of a proxy counts as no connection, and an error of the service keeps its status', () => {
  assert.equal(failureOf(502, () => null, 'Bad Gateway').status, 0)
  assert.equal(failureOf(503, (name) => (name === 'x-error-code' ? 'overloaded' : null), 'Busy.').status, 503)
})
