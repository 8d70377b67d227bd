import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredDayState } from '#contract/repair-days/day-states.ts'
import { hour } from '#kit/time.ts'
import { assertDayAllows, type DayAction, dayActions, dayState, isArrivalTime, isComing } from './states.ts'

const [from, until] = [100 * hour, 103 * hour]
const day = (state: StoredDayState) => ({ state, from, until })

test('the state that people see follows from what is stored, the bookings and the clock', () => {
  const seen = (state: StoredDayState, free: number | undefined, at: number) => dayState(day(state), free, at)
  assert.equal(seen('draft', 1, until), 'draft')
  assert.equal(seen('cancelled', 1, 0), 'cancelled')
  assert.deepEqual(
    [seen('announced', 1, 0), seen('announced', 0, 0), seen('announced', undefined, 0)],
    ['announced', 'full', 'announced'],
  )
  assert.deepEqual([seen('announced', 0, from), seen('announced', 0, until)], ['open', 'closed'])
  assert.equal(seen('closed', 1, 0), 'closed')
})

test('a full day allows what an announced one does', () => {
  assert.deepEqual(dayActions.full, dayActions.announced)
})

test('each action is refused with the state that does not allow it', () => {
  const allowed = (action: DayAction, state: StoredDayState, at: number) => {
    try {
      assertDayAllows(action, day(state), at)
      return true
    } catch (error) {
      assert.equal((error as { code: string }).code, 'repair_day_state') // a Refusal
      return false
    }
  }
  assert.deepEqual([allowed('announce', 'draft', 0), allowed('announce', 'announced', 0)], [true, false])
  assert.deepEqual([allowed('remove', 'draft', 0), allowed('remove', 'announced', 0)], [true, false])
  assert.deepEqual([allowed('book', 'draft', 0), allowed('book', 'announced', from)], [false, true])
  assert.deepEqual([allowed('book', 'announced', until), allowed('edit', 'cancelled', 0)], [false, false])
  // Visitors may arrive an hour before the beginning.
  const early = from - hour
  assert.deepEqual([allowed('arrive', 'announced', early - 1), allowed('arrive', 'announced', early)], [false, true])
  assert.deepEqual(
    [early - 1, early, until - 1, until].map((at) => isArrivalTime(day('announced'), at)),
    [false, true, true, false],
  )
  assert.deepEqual(
    [isComing(day('announced'), 0), isComing(day('draft'), 0), isComing(day('closed'), 0)],
    [true, false, false],
  )
})
