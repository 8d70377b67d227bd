import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonPasswords } from './common-passwords.ts'
import { assertUncommon } from './passwords.ts'

const owner = { name: 'Bob Miller', stuid: '2026000123', team: 'Campus Repair Team' }

test('common passwords and the member’s own name or student id are refused', () => {
  assert.equal(commonPasswords.size, 3000)
  const guessed = [
    '12345678',
    'password',
    'Password',
    'PASSWORD1',
    'qwertyuiop',
    '１２３４５６７８',
    'woaini1314',
    'admin888',
  ]
  const patterns = ['88888888', 'abcabcabc', '12341234', '23456789', 'zyxwvuts', 'aaaaaaaaaaaaaaaa']
  const known = ['2026000123', 'bobmiller', 'Bob Miller', 'bob-miller', 'campus repair team']
  for (const password of [...guessed, ...patterns, ...known])
    assert.throws(
      () => assertUncommon(password, owner),
      { code: 'bad_input', facts: { field: 'passwd', flaw: 'common_password' } },
      password,
    )
})

test('uncommon passwords are accepted', () => {
  for (const password of ['correct horse battery', '我们的密码是这个呀', 'a long password', '83917264', 'tr0ub4dor&3'])
    assertUncommon(password, owner)
  assertUncommon('a long password', { name: '', stuid: '', team: '' })
})
