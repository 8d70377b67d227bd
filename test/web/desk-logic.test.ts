import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinRequests, ownRequest } from '#client/joining.ts'
import { likelyNext, mayHandBack } from '#client/ticket.ts'
import { everyOpen, isTicketFiltered, ticketQueryOf } from '#client/ticket-filter.ts'
import {
  type DutyShift,
  daysLater,
  hasBegun,
  inOrder,
  isOver,
  myShifts,
  partIn,
  shiftTimes,
  specialAhead,
} from '#client/week.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { filterAddressOf, filterIn, pageIn } from '#web/pages/desk/queue/filter-address.ts'
import { allMatches, fileText } from '../support/repository-files.ts'

test('the filter of the queue becomes the query of the service', () => {
  assert.deepEqual(ticketQueryOf(everyOpen), { open: 1, order: 'oldest' })
  assert.deepEqual(ticketQueryOf({ text: ' fan ', who: 'unclaimed', state: 'all', type: '0', order: 'newest' }), {
    values: 'fan',
    queryType: 3,
    type: 0,
    order: 'newest',
  })
  assert.deepEqual(ticketQueryOf({ ...everyOpen, who: 'mine', state: '5' }), {
    queryType: 4,
    open: 1,
    status: 5,
    order: 'oldest',
  })
  // A cancelled ticket is closed, so this status includes closed tickets.
  assert.deepEqual(ticketQueryOf({ ...everyOpen, state: '7' }), { status: 7, order: 'oldest' })
  assert.equal(isTicketFiltered({ ...everyOpen, text: '  ' }), false)
  assert.equal(isTicketFiltered({ ...everyOpen, type: '1' }), true)
  assert.equal(isTicketFiltered({ ...everyOpen, order: 'newest' }), false)
})

test('the address of the queue holds filter and page, never the search text', () => {
  assert.equal(filterAddressOf({ ...everyOpen, text: 'Quentin 13800138000' }, 1), '')
  const filter = { ...everyOpen, who: 'mine', state: '5', type: '0', order: 'newest' } as const
  const address = filterAddressOf(filter, 3)
  assert.deepEqual({ text: '', ...filterIn(address) }, filter)
  assert.equal(pageIn(address), 3)
  for (const odd of ['?who=nobody&state=9&type=x&order=dear&page=-1', '?page=1e9', '?page=', ''])
    assert.deepEqual([{ text: '', ...filterIn(odd) }, pageIn(odd)], [everyOpen, 1])
})

const standing = (status: number, ...actions: readonly string[]) => ({
  status,
  workers: [{ id: 1, name: 'Ann', avatar: '' }],
  moves: actions.map((action) =>
    /^\d$/.test(action) ? { action: 'update' as const, status: Number(action) } : { action: action as 'pick' },
  ),
})

test('the suggested next step of a ticket is a claim, a status or the hand-back', () => {
  assert.deepEqual(likelyNext({ ...standing(0, 'pick', '2'), workers: [] }), { do: 'pick' })
  assert.deepEqual(likelyNext(standing(1, '2', '3')), { do: 'move', to: 'diagnosing' })
  assert.deepEqual(likelyNext(standing(2, '3', 'retrieve')), { do: 'move', to: 'repairing' })
  assert.deepEqual(likelyNext(standing(3, '5', 'retrieve')), { do: 'move', to: 'repaired' })
  assert.deepEqual(likelyNext(standing(4, '3')), { do: 'move', to: 'repairing' })
  for (const status of [5, 6]) assert.deepEqual(likelyNext(standing(status, '3', 'retrieve')), { do: 'handBack' })
  assert.equal(likelyNext(standing(3, 'retrieve', 'addnote')), undefined, 'the ticket belongs to another member')
  assert.equal(likelyNext(standing(7, 'retrieve')), undefined)
})

test('a device that was never received cannot be handed back', () => {
  assert.equal(mayHandBack(standing(7, 'retrieve')), true)
  assert.equal(mayHandBack({ ...standing(7, 'retrieve'), workers: [] }), false)
})

const shift = (given: Partial<DutyShift>): DutyShift => ({
  date: '2026-11-16',
  weekday: 1,
  shift: 1,
  from: '2026-11-16T09:00:00.000000',
  until: '2026-11-16T12:00:00.000000',
  workers: ['Ann', 'Bob'],
  leader: 'Ann',
  leaves: [],
  gaps: [],
  ...given,
})

test('my shifts are future shifts that I work on or requested leave from', () => {
  const now = '2026-11-16T12:00:00.000000'
  const over = shift({})
  const tomorrow = shift({ date: '2026-11-17', from: '', until: '' })
  const left = shift({ ...tomorrow, workers: ['Bob'], leaves: [{ member: 'Ann', substitute: '' }] })
  const others = shift({ ...tomorrow, workers: ['Bob'] })
  assert.deepEqual(myShifts([over, tomorrow, left, others], 'Ann', now), [tomorrow, left])
  assert.deepEqual([partIn(tomorrow, 'Ann'), partIn(left, 'Ann'), partIn(others, 'Ann')], ['on', 'away', undefined])
})

test('special duty that is not over is listed among every member’s shifts', () => {
  const special = (day: number) => ({
    date: `2026-11-${day}`,
    from: `2026-11-${day}T18:00:00.000000`,
    until: `2026-11-${day}T20:00:00.000000`,
    place: 'Library',
  })
  const ahead = specialAhead([special(15), special(16), special(18)], '2026-11-16T12:00:00.000000')
  assert.deepEqual(ahead, [special(16), special(18)])
  const [morning, allDay] = [shift({}), shift({ date: '2026-11-18', from: '', until: '' })]
  assert.deepEqual(inOrder([allDay, morning, ...ahead]), [morning, special(16), allDay, special(18)])
})

test('a shift without hours lasts all day', () => {
  const today = shift({ from: '', until: '' })
  for (const clock of ['2026-11-16T00:00:00.000000', '2026-11-16T23:59:00.000000'])
    assert.deepEqual([hasBegun(today, clock), isOver(today, clock)], [true, false])
  assert.deepEqual([shiftTimes(shift({})), shiftTimes(today)], ['09:00–12:00', ''])
  assert.equal(hasBegun(shift({}), '2026-11-16T08:59:59.000000'), false)
})

test('a week later is seven days later, also over a clock change', () => {
  assert.equal(daysLater('2026-10-24', 7), '2026-10-31')
  assert.equal(daysLater('2026-03-01', -7), '2026-02-22')
})

test('the service worker opens the pages without a network that the desk marks as offline, and the kiosk', () => {
  const [list = ''] = allMatches(fileText('web/worker.js'), /^const withoutNetwork = \[(.*)\]/gm)
  const offline = allMatches(fileText('web/pages/desk/Desk.tsx'), /path: '(.*?)'.* offline: true/g)
  assert.ok(offline.length > 0)
  assert.deepEqual(allMatches(list, /'(.*?)'/g).toSorted(), [...offline, '/kiosk'].toSorted())
})

test('a request to join is open until the member is added or declined, and can be made again', () => {
  const words = deskTicketWords('en_US')
  const note = (id: number, op: string, content: string, type = 2) => ({
    id,
    op,
    content,
    type,
    avatar: '',
    createdTime: '',
    pic: [],
    own: op === 'Bob',
  })
  const [asks, again] = [note(1, 'Bob', words.joinNote), note(4, 'Bob', deskTicketWords('zh_CN').joinNote)]
  const workers = [{ id: 1, name: 'Ann', avatar: '' }]
  const both = (notes: readonly ReturnType<typeof note>[], more: typeof workers = []) => {
    const ticket = { notes: [...notes], workers: [...workers, ...more] }
    return [joinRequests(ticket), ownRequest(ticket)]
  }
  assert.deepEqual(both([note(1, 'Bob', 'I would help')]), [[], undefined])
  assert.deepEqual(both([note(1, 'Bob', words.joinNote, 1)]), [[], undefined], 'the owner reads a comment')
  assert.deepEqual(both([asks, note(2, 'Cem', words.joinNote)]), [['Bob', 'Cem'], 'asked'])
  assert.deepEqual(both([asks, note(2, 'Ann', words.joinRefused('Cem'))]), [['Bob'], 'asked'])
  assert.deepEqual(both([asks, note(2, 'Ann', words.joinRefused('Bob'))]), [[], 'refused'])
  assert.deepEqual(both([asks, note(2, 'Ann', words.joinRefused('Bob')), again]), [['Bob'], 'asked'])
  // Bob was added and has left again.
  assert.deepEqual(both([asks, note(2, 'Ann', 'Added Bob.', 0)]), [[], undefined])
  assert.deepEqual(both([asks], [{ id: 2, name: 'Bob', avatar: '' }]), [[], 'asked'])
})
