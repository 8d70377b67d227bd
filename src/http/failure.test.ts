import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors, Refusal, type SituationRule } from '#contract/errors.ts'
import { langs } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { errorResponse } from './failure.ts'

const headersOf = (refusal: Refusal) => errorResponse(refusal, 'en_US').headers
const bad = (field: string, more: object = {}) => new Refusal('bad_input', { field, flaw: 'missing', ...more })

test('a refusal names its field, or none if it concerns the whole request', () => {
  const fields: Record<SituationRule, string> = {
    unknown_duty: '',
    off_in_duty: '',
    off_count: '',
    off_reason: 'offDutyReason',
    ended_in_duty: '',
    ended_count: '',
    shift_out_of_duty: '',
    others_out_of_duty: '',
    reason_in_duty: '',
    recovery_in_duty: '',
    place_without_others: '',
    time_without_others: '',
    others_place: 'place',
    others_time: 'otherDutyTime',
    time_unreadable: 'otherDutyTime',
    ends_before_start: 'otherDutyTime',
    others_over: 'otherDutyTime',
  }
  for (const [rule, field] of Object.entries(fields) as [SituationRule, string][])
    assert.deepEqual(headersOf(new Refusal('bad_situation', { rule })), {
      'x-error-code': 'bad_situation',
      ...(field ? { 'x-error-field': field } : {}),
      'x-error-flaw': rule,
    })
  assert.deepEqual(headersOf(new Refusal('bad_substitute', { name: 'Ann', why: 'oneself' })), {
    'x-error-code': 'bad_substitute',
    'x-error-field': 'substitute',
    'x-error-flaw': 'oneself',
  })
  assert.deepEqual(headersOf(new Refusal('move_not_allowed', { allowed: [3, 7] })), {
    'x-error-code': 'move_not_allowed',
    'x-error-field': 'status',
    'x-error-limit': '3, 7',
  })
  assert.deepEqual(headersOf(new Refusal('code_refused')), { 'x-error-code': 'code_refused' })
})

test('a response header contains only names of the contract and short plain lines', () => {
  const fieldOf = (field: string) => headersOf(bad(field))['x-error-field']
  for (const known of ['token', 'Idempotency-Key', 'timetable[2].from']) assert.equal(fieldOf(known), known)
  for (const unknown of ['tokem', 'timetable[2].x', '', 'token.'.repeat(20), 'токен'])
    assert.equal(fieldOf(unknown), undefined)
  const limitOf = (limit: string | number) => headersOf(bad('phone', { limit }))['x-error-limit']
  assert.deepEqual([limitOf(32), limitOf('a, b')], ['32', 'a, b'])
  for (const odd of ['a\r\nb', '电话', 'x'.repeat(257)]) assert.equal(limitOf(odd), undefined)
})

test('only errors that can be retried have Retry-After, and a request that was too slow closes its connection', () => {
  for (const code of ['too_many_requests', 'overloaded'] as const)
    assert.equal(headersOf(new Refusal(code, { seconds: 17 }))['retry-after'], '17')
  for (const code of ['storage_unavailable', 'peer_unavailable'] as const) {
    assert.equal(errors[code], 503)
    assert.equal(headersOf(new Refusal(code))['retry-after'], '1')
  }
  for (const code of ['code_refused', 'not_logged_in', 'broken', 'timed_out'] as const)
    assert.equal(headersOf(new Refusal(code))['retry-after'], undefined, code)
  assert.equal(headersOf(new Refusal('timed_out'))['connection'], 'close')
  assert.equal(headersOf(new Refusal('not_logged_in'))['connection'], undefined)
})

test('a refusal is worded in the requested language', () => {
  for (const lang of langs)
    assert.deepEqual(errorResponse(bad('phone'), lang).body, {
      success: false,
      err: words[lang].errors.bad_input({ field: 'phone', flaw: 'missing' }),
    })
})
