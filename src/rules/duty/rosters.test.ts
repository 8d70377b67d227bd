import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentMembers, renameInRoster, staffingGaps } from './rosters.ts'

test('a substitute who is already on the shift counts once', () => {
  const leave = { date: '2026-11-16', shift: 1, member: 'Ann', substitute: 'Bob' }
  assert.deepEqual(presentMembers(['Ann', 'Bob'], [leave]), ['Bob'])
  assert.deepEqual(presentMembers(['Ann', 'Bob'], [leave, { ...leave, member: 'Bob', substitute: '' }]), [])
})

test('the staff of a shift does not depend on the order of leaves, and no member substitutes for themselves', () => {
  const leave = (member: string, substitute: string) => ({ date: '2026-11-16', shift: 1, member, substitute })
  for (const [leaves, expected] of [
    [
      [leave('Ann', 'Eve'), leave('Eve', 'Dan')],
      ['Dan', 'Bob'],
    ],
    [[leave('Ann', 'Bob'), leave('Bob', 'Dan')], ['Dan']],
    [[leave('Ann', 'Bob'), leave('Bob', '')], []],
    [[leave('Ann', 'Bob'), leave('Bob', 'Ann')], []],
    [[leave('Ann', 'Eve'), leave('Eve', 'Dan'), leave('Dan', 'Eve')], ['Bob']],
  ] as const)
    for (const order of [leaves, leaves.toReversed()]) assert.deepEqual(presentMembers(['Ann', 'Bob'], order), expected)
})

test('a member renamed to a name that the roster already has appears once', () => {
  const slot = { weekday: 1, shift: 1, workers: ['Ann', 'Anna'], leader: 'Ann' }
  assert.deepEqual(renameInRoster([slot], 'Ann', 'Anna'), [{ ...slot, workers: ['Anna'], leader: 'Anna' }])
})

test('a shift without a named leader has none', () => {
  assert.deepEqual(staffingGaps(['Ann'], '', 1), ['no_leader'])
  assert.deepEqual(staffingGaps(['Ann'], 'Ann', 1), [])
})
