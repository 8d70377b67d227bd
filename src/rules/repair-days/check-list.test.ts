import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf } from '#kit/time.ts'
import { assertTasks, copiedTasks, isOverdue, movedTasks } from './check-list.ts'

const zone = 'Europe/Berlin'
const at = (text: string) => instantOf(text, zone) ?? 0
const task = { id: 4, text: 'Print the poster', due: '2026-10-10', member: 7 }

test('tasks move by whole days with the day, also over a change of the clock', () => {
  // The clock changes on 25 October.
  const [moved] = movedTasks([task], at('2026-10-24T14:00'), at('2026-11-21T10:00'), zone)
  assert.deepEqual(moved, { ...task, due: '2026-11-07' })
  const [back] = movedTasks([task], at('2026-10-24T00:30'), at('2026-10-23T23:30'), zone)
  assert.equal(back?.due, '2026-10-09')
})

test('a copied task is new, and stays with a member who is there', () => {
  const { id: _, ...fresh } = task
  assert.deepEqual(copiedTasks([task], new Set([7])), [fresh])
  assert.deepEqual(copiedTasks([task], new Set()), [{ ...fresh, member: null }])
})

test('a task is overdue after its last day', () => {
  assert.equal(isOverdue('2026-10-10', '2026-10-10'), false)
  assert.equal(isOverdue('2026-10-10', '2026-10-11'), true)
  assert.throws(() => assertTasks([{ ...task, due: '2026-02-30' }]), { code: 'bad_input' })
})
