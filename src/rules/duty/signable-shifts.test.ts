import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DutyEntry, type DutyFacts, dutyStatus, nextForgottenSignOut, signedInAt } from './duty.ts'
import { chosenShift, rosterStanding, signableShifts, staffBetween } from './signable-shifts.ts'

const instant = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds
const zone = 'Europe/Berlin'
const local = (text: string) => instant(`${text}[${zone}]`)
const slot = (weekday: number, shift: number, ...workers: string[]) => ({ weekday, shift, workers, leader: '' })
// Clocks go back on Sunday, 2026-10-25: three becomes two.
const known: DutyFacts = {
  term: {
    timeZone: zone,
    timetable: [
      { shift: 1, from: '10:00', until: '12:00' },
      { shift: 2, from: '12:00', until: '14:00' },
      { shift: 3, from: '22:00', until: '24:00' },
      { shift: 4, from: '00:00', until: '01:00', weekday: 2 },
      { shift: 5, from: '01:00', until: '04:00', weekday: 7 },
    ],
    closedDays: [{ from: '2026-10-27', until: '2026-10-27' }],
    makeUpDays: [],
  },
  slots: [slot(7, 5, 'Ann'), slot(1, 1, 'Ann', 'Bob'), slot(1, 2, 'Bob', 'Eve')],
  written: [],
  correction: undefined,
  leaves: [{ date: '2026-10-26', shift: 1, member: 'Bob', substitute: 'Dan' }],
  removed: new Set(),
}
const special = (from: string, until: string): DutyEntry => ({
  id: 1,
  at: local('2026-10-01T00:00'),
  duty: 'others',
  count: 3,
  place: '',
  reason: '',
  recover: '',
  from: local(from),
  until: local(until),
  time: '',
})
const off: DutyEntry = { ...special('2026-10-01T00:00', '2026-10-01T00:00'), duty: 'off', from: null, until: null }
const open = (at: string, facts: DutyFacts = known) =>
  signableShifts(facts, local(at), 15).map(({ shift, date }) => `${date} ${shift}`)
const chosen = (at: string, name: string, wish = '', facts: DutyFacts = known) =>
  chosenShift(signableShifts(facts, local(at), 15), name, wish, local(at))?.shift

test('a member can sign in from some minutes before a shift until it ends', () => {
  assert.deepEqual(open('2026-10-26T09:44:59.999'), [])
  assert.deepEqual(open('2026-10-26T09:45'), ['2026-10-26 1'])
  assert.deepEqual(open('2026-10-26T11:44'), ['2026-10-26 1'])
  assert.deepEqual(open('2026-10-26T11:45'), ['2026-10-26 1', '2026-10-26 2'])
  assert.deepEqual(open('2026-10-26T12:00'), ['2026-10-26 2'])
  assert.deepEqual(open('2026-10-26T14:00'), [])
})

test('without a choice, a member signs in to their own shift, else to the current one, else to the next', () => {
  assert.equal(chosen('2026-10-26T11:50', 'Ann'), '1')
  assert.equal(chosen('2026-10-26T11:50', 'Eve'), '2')
  assert.equal(chosen('2026-10-26T11:50', 'Bob'), '2', 'the member is on leave from the running shift')
  assert.equal(chosen('2026-10-26T11:50', 'Dan'), '1', 'the substitute is on the shift')
  assert.equal(chosen('2026-10-26T11:50', 'Fay'), '1')
  assert.equal(chosen('2026-10-26T09:50', 'Fay'), '1')
  assert.equal(chosen('2026-10-26T11:50', 'Fay', '2'), '2')
  for (const wish of ['3', '02', 'others', '二', '1e0'])
    assert.equal(chosen('2026-10-26T11:50', 'Ann', wish), undefined)
})

test('the roster decides whether a member leads a shift or works on it', () => {
  const [shift] = signableShifts(known, local('2026-10-26T10:30'), 15)
  assert.ok(shift)
  const said = ['Ann', 'Bob', 'Dan', 'Eve'].map((name) => rosterStanding(known, shift, name))
  assert.deepEqual(said, ['rostered', 'on_leave', 'substitute', 'beside'])
})

test('on closed days and while the team is off, members can sign in to special duty only', () => {
  assert.deepEqual(open('2026-10-27T10:30'), [])
  // It is Monday still, and Tuesday is closed.
  assert.deepEqual(open('2026-10-26T23:50'), ['2026-10-26 3'])
  assert.deepEqual(open('2026-10-26T10:30', { ...known, written: [off] }), [])
  const both = { ...known, written: [off, { ...special('2026-10-26T10:00', '2026-10-26T11:00'), id: 2 }] }
  assert.deepEqual(open('2026-10-26T09:50', both), ['2026-10-26 others'])
  assert.deepEqual(open('2026-10-26T10:59', both), ['2026-10-26 others'])
  assert.deepEqual(open('2026-10-26T11:00', both), [])
  // A written `0` until the next shift does not cancel that shift.
  const early = { ...known, written: [{ ...off, duty: '0', at: local('2026-10-26T08:00') }] }
  assert.deepEqual(open('2026-10-26T09:50', early), ['2026-10-26 1'])
})

test('special duty comes before the timetable for members not on the roster, and continues over midnight', () => {
  const night = { ...known, written: [special('2026-10-26T22:30', '2026-10-27T02:00')] }
  assert.equal(chosen('2026-10-26T23:00', 'Fay', '', night), 'others')
  assert.equal(chosen('2026-10-26T22:20', 'Fay', '', night), '3')
  const [shift] = signableShifts(night, local('2026-10-27T01:00'), 15)
  assert.deepEqual([shift?.shift, shift?.date, shift?.until], ['others', '2026-10-26', local('2026-10-27T02:00')])
  assert.ok(shift && rosterStanding(night, shift, 'Ann') === '')
})

test('a duty entry for a shift outside its hours can be signed in to while it applies', () => {
  const written = { ...off, duty: '3', at: local('2026-10-26T10:30'), until: local('2026-10-27T00:00') }
  const facts = { ...known, written: [written] }
  assert.deepEqual(open('2026-10-26T10:40', facts), ['2026-10-26 3', '2026-10-26 1'])
  assert.equal(chosen('2026-10-26T10:40', 'Fay', '', facts), '3')
})

test('a shift over a clock change has its real length', () => {
  const [shift] = signableShifts(known, local('2026-10-25T03:30'), 15)
  assert.equal(shift?.date, '2026-10-25')
  assert.equal(((shift?.until ?? 0) - (shift?.from ?? 0)) / 3_600_000, 4)
})

test('the staff of ended shifts is known, except of cancelled ones', () => {
  const day = [local('2026-10-26T00:00'), local('2026-10-27T00:00')] as const
  const staff = (facts: DutyFacts, after: number, at: number) =>
    staffBetween(facts, after, at).map(({ date, shift, people }) => `${date} ${shift} ${people}`)
  assert.deepEqual(staff(known, ...day), ['2026-10-26 1 Ann,Dan', '2026-10-26 2 Bob,Eve'])
  assert.deepEqual(staff(known, local('2026-10-26T12:00'), day[1]), ['2026-10-26 2 Bob,Eve'])
  assert.deepEqual(staff(known, day[0], local('2026-10-26T13:59')), ['2026-10-26 1 Ann,Dan'])
  assert.deepEqual(staff({ ...known, written: [{ ...off, at: local('2026-10-26T11:00') }] }, ...day), [
    '2026-10-26 1 Ann,Dan',
  ])
})

test('the head count follows attendance as soon as anyone has signed in to the current shift', () => {
  const line = (memberId: number, shift: string, came: string, left: string | null = null) => ({
    memberId,
    date: '2026-10-26',
    shift,
    shift_from: local(`2026-10-26T${shift === '2' ? 12 : 10}:00`),
    shift_until: local(`2026-10-26T${shift === '2' ? 14 : 12}:00`),
    came_at: local(`2026-10-26T${came}`),
    left_at: left === null ? null : local(`2026-10-26T${left}`),
    left_how: left === null ? ('' as const) : ('board' as const),
  })
  const with_ = (...stays: ReturnType<typeof line>[]) => ({ ...known, signing: { stays, overtimeMinutes: 30 } })
  const count = (facts: DutyFacts, at: string) => dutyStatus(facts, local(`2026-10-26T${at}`)).count
  assert.equal(count(with_(), '10:30'), 2)
  assert.equal(count(with_(line(1, '1', '09:50')), '10:30'), 1)
  assert.equal(count(with_(line(1, '1', '09:50', '10:20')), '10:30'), 0)
  // With all members on leave, the shift is open while a member is signed in.
  const leave = (member: string) => ({ date: '2026-10-26', shift: 1, member, substitute: '' })
  const deserted = (...stays: ReturnType<typeof line>[]) => ({ ...with_(...stays), leaves: ['Ann', 'Bob'].map(leave) })
  const told = (facts: DutyFacts) => {
    const { duty, inDuty, count } = dutyStatus(facts, local('2026-10-26T10:30'))
    return [duty, inDuty, count]
  }
  assert.deepEqual(told(deserted()), ['0', false, 0])
  assert.deepEqual(told(deserted(line(1, '1', '09:50'))), ['1', true, 1])
  assert.deepEqual(told(deserted(line(1, '1', '09:50', '10:20'))), ['0', false, 0])
  assert.deepEqual(
    told(deserted(line(3, '2', '10:20'))),
    ['0', false, 0],
    'signing in for the next shift does not count yet',
  )
  // Last week’s shift of that number says nothing of this one, nor does next week’s.
  for (const days of [-7, 7]) {
    const moved = (instant: number) => instant + days * 86_400_000
    const other = line(1, '1', '09:50', '10:20')
    const then = { ...other, shift_from: moved(other.shift_from), shift_until: moved(other.shift_until) }
    assert.equal(count(with_(then), '10:30'), 2)
  }
  const early = with_(line(3, '2', '11:50'))
  assert.deepEqual([count(early, '11:59'), count(early, '12:00')], [2, 1])
  // A member who stays after the previous shift is present, but does not count for the next one.
  const stayed = with_(line(1, '1', '09:50'), line(2, '1', '09:50'))
  assert.deepEqual(signedInAt(stayed, local('2026-10-26T12:10')), [1, 2])
  assert.equal(count(stayed, '12:10'), 2, 'the roster has two members')
  const begun = with_(line(1, '1', '09:50'), line(2, '1', '09:50'), line(3, '2', '12:05'))
  assert.equal(count(begun, '12:30'), 3)
  assert.equal(count(begun, '12:30:00.001'), 1)
  assert.equal(nextForgottenSignOut(begun, local('2026-10-26T12:10')), local('2026-10-26T12:30:00.001'))
  assert.deepEqual(signedInAt(known, local('2026-10-26T12:10')), [])
  assert.equal(nextForgottenSignOut(known, 0), Number.POSITIVE_INFINITY)
  // A later entry by an administrator overrides it.
  const written = (at: string, shifts: number | null) => ({
    ...off,
    duty: '2',
    count: shifts,
    at: local(`2026-10-26T${at}`),
    from: local('2026-10-26T12:00'),
    until: local('2026-10-26T14:00'),
  })
  assert.equal(count({ ...begun, written: [written('12:20', 9)] }, '12:25'), 9)
  assert.equal(count({ ...begun, written: [written('12:20', null)] }, '12:25'), 3)
  assert.equal(count({ ...begun, written: [written('12:01', 9)] }, '12:25'), 3)
  assert.equal(count({ ...known, written: [written('12:01', 9)] }, '12:25'), 9)
})
