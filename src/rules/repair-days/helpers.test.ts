import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '#kit/time.ts'
import {
  asksFor,
  assertRoles,
  assertRolesKept,
  freeRolePlaces,
  type Helper,
  type HelperRole,
  helperMoves,
  lapsedAsks,
  needsPlace,
  roleGaps,
  signOff,
  signUp,
} from './helpers.ts'

const name = { zh_CN: '', en_US: '' }
const role: HelperRole = { id: 1, name, duty: 'desk', kind: null, places: 2 }
const begin = 1000 * hour
const open = { from: begin, helpUntil: null, offerHours: 12 }
let made = 0
const helper = (state: Helper['state'], more: Partial<Helper> = {}): Helper => {
  made += 1
  return { id: made, role: 1, member: made, state, position: made, askedUntil: null, ...more }
}
const early = begin - 100 * hour

test('a free place is taken at once, and a full role makes a member wait', () => {
  assert.equal(signUp(open, role, [], 7, early), 'signed')
  const full = [helper('signed'), helper('asked')]
  assert.equal(signUp(open, role, full, 7, early), 'waiting')
  // Who comes later does not pass those who wait.
  assert.equal(signUp(open, role, [helper('signed'), helper('waiting')], 7, early), 'waiting')
  assert.equal(signUp(open, role, [helper('off', { member: 7 })], 7, early), 'signed')
  assert.equal(signUp(open, role, [helper('signed', { member: 7 })], 7, early), undefined)
  assert.equal(freeRolePlaces(role, [...full, helper('signed')]), 0)
})

test('after the limit no member signs up or off, but who is asked can answer', () => {
  const limited = { ...open, helpUntil: early }
  const over = { code: 'help_over' }
  assert.throws(() => signUp(limited, role, [], 7, early), over)
  assert.equal(signUp(limited, role, [], 7, early - 1), 'signed')
  assert.throws(() => signOff(limited, helper('signed'), early), over)
  assert.equal(signUp(limited, role, [helper('asked', { member: 7 })], 7, early), 'signed')
  assert.equal(signOff(limited, helper('asked'), early).state, 'declined')
  assert.equal(signOff(limited, helper('waiting'), early - 1).state, 'off')
  for (const own of [undefined, helper('off'), helper('declined')])
    assert.throws(() => signOff(open, own, early), { code: 'helper_not_found' })
})

test('each free place is asked of one who waits, in order, until the day begins at the latest', () => {
  const [first, second, third] = [helper('waiting'), helper('waiting'), helper('waiting')]
  const asked = (helpers: readonly Helper[], at = early) => asksFor(open, [role], helpers, at).map(({ id }) => id)
  assert.deepEqual(asked([third, second, first]), [first.id, second.id])
  assert.deepEqual(asked([helper('signed'), second, first]), [first.id])
  assert.deepEqual(asked([helper('signed'), helper('asked'), first]), [])
  assert.deepEqual(asked([first], begin), [])
  assert.equal(asksFor(open, [role], [first], early)[0]?.askedUntil, early + 12 * hour)
  assert.equal(asksFor(open, [role], [first], begin - hour)[0]?.askedUntil, begin)
  const late = helper('asked', { askedUntil: early })
  assert.deepEqual(
    lapsedAsks([late, helper('asked', { askedUntil: early + 1 }), first], early).map(({ id }) => id),
    [late.id],
  )
})

test('an administrator gives free places only', () => {
  assert.equal(needsPlace(role, [helper('signed')], 7), true)
  assert.equal(needsPlace(role, [helper('signed', { member: 7 })], 7), false)
  assert.equal(needsPlace(role, [helper('signed'), helper('asked', { member: 7 })], 7), true)
  assert.throws(() => needsPlace(role, [helper('signed'), helper('signed')], 7), { code: 'role_full' })
})

test('roles with helpers stay, with as many places', () => {
  const all = [helper('signed'), helper('waiting')]
  assertRolesKept([{ ...role, places: 1 }], all)
  assert.throws(() => assertRolesKept([{ ...role, places: 0 }], all), { code: 'role_taken' })
  assert.throws(() => assertRolesKept([], all), { code: 'role_taken' })
  assertRolesKept([], [helper('off'), helper('lapsed')])
})

test('a kind belongs to mending, and an own role has a name', () => {
  assertRoles([{ name, duty: 'mend', kind: 1, places: 1 }], [1])
  for (const wrong of [
    { name, duty: 'mend', kind: 2, places: 1 },
    { name, duty: 'desk', kind: 1, places: 1 },
    { name, duty: 'own', kind: null, places: 1 },
  ] as const)
    assert.throws(() => assertRoles([wrong], [1]), { code: 'bad_input' })
})

test('gaps are told from a week before the day until it begins', () => {
  const week = 7 * 24 * hour
  const gaps = (at: number, helpers: readonly Helper[] = [helper('signed'), helper('asked')]) =>
    roleGaps(open, [role], helpers, at).map(({ missing }) => missing)
  assert.deepEqual(gaps(begin - week - 1), [])
  assert.deepEqual(gaps(begin - week), [1])
  assert.deepEqual(gaps(begin), [])
  assert.deepEqual(gaps(begin - week, [helper('signed'), helper('signed')]), [])
})

test('a helper who ended can come again, and one with a place can only leave', () => {
  assert.deepEqual(helperMoves.signed, ['off'])
  for (const ended of ['declined', 'lapsed', 'off'] as const)
    assert.deepEqual(helperMoves[ended], ['signed', 'waiting'])
})
