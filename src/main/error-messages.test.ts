import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '#store/engine/whole-database.ts'
import { errorMessage } from './error-messages.ts'

test('error messages hide the password in an address', () => {
  const message = 'no answer from postgres://fettle:hush@db.example.org/fettle'
  for (const error of [
    new Unavailable(message),
    new Error(message),
    Object.assign(new Error(message), { syscall: 'connect' }),
    message,
  ])
    assert.match(errorMessage(error), /postgres:\/\/fettle:\(hidden\)@db\.example\.org/)
})
