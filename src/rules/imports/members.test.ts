import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KnownMembers, type MemberFromRow, readMember } from './members.ts'

const member = (name: string, stuid: string): MemberFromRow => ({
  name,
  stuid,
  phone: '',
  class: '',
  college: '',
  admin: 0,
})

test('finding a member by name or student ID does not scan all members', () => {
  let reads = 0
  const counted = (i: number): MemberFromRow => ({
    ...member('', `s${i}`),
    get name() {
      reads += 1
      return `member ${i}`
    },
  })
  const known = new KnownMembers(Array.from({ length: 1000 }, (_, i) => counted(i)))
  for (let i = 0; i < 1000; i += 1) {
    assert.equal(readMember({ name: `member ${i}`, stuid: `s${i}` }, known).known, true)
    assert.equal(readMember({ name: `new ${i}`, stuid: `n${i}` }, known).known, false)
  }
  assert.ok(reads < 10_000, `${reads} names were read`)
})

test('of two members with the same name or student ID the first counts, earlier rows included', () => {
  const known = new KnownMembers([member('Ann', '1'), member('Ann', '2')])
  const flaws = (name: string, stuid: string) => readMember({ name, stuid }, known).doubts.map(({ flaw }) => flaw)
  assert.equal(readMember({ name: 'Ann', stuid: '1' }, known).known, true)
  assert.deepEqual(flaws('Ann', '2'), ['name_taken', 'student_id_taken'])
  assert.deepEqual(flaws('Bob', ''), [])
  known.add(member('Bob', ''))
  assert.equal(readMember({ name: 'Bob' }, known).known, true)
  assert.deepEqual(flaws('Carl', ''), [])
})
