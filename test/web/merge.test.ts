import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesIn, conflicts, merged } from '#web/data/merge.ts'

const read = { name: 'Bob', phone: '', days: [1, 2], rates: { calls: 60, logins: 10 } }

test('unedited settings take the saved value, lists combine both changes, and other edited settings stay as typed', () => {
  const typed = { name: 'Bob', phone: '138', days: [2, 3], rates: { calls: 61, logins: 10 } }
  const saved = { name: 'Robert', phone: '139', days: [1, 2, 4], rates: { calls: 60, logins: 11 } }
  assert.deepEqual(merged(read, typed, saved), {
    name: 'Robert',
    phone: '138',
    days: [2, 4, 3],
    rates: { calls: 61, logins: 11 },
  })
  assert.deepEqual(conflicts(read, typed, saved), ['phone'])
})

test('only changed settings are sent', () => {
  assert.deepEqual(changesIn(read, { ...read, phone: '138' }), { phone: '138' })
  assert.deepEqual(changesIn(read, read), {})
  assert.deepEqual(merged(read, read, { ...read, name: 'Robert' }), { ...read, name: 'Robert' })
})
