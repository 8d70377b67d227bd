import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type VisitState, visitStates } from '#contract/counter/counter.ts'
import { day } from '#kit/time.ts'
import { letterOf, moveVisit, queueNumber, receiptEnd, visitStateOf } from './counter.ts'

const kind = (id: number) => ({ id, name: { zh_CN: '', en_US: '' }, type: 1 })

test('queue numbers of each kind begin with a letter: the two types, then the team’s own kinds in their order; a deleted kind has its type’s', () => {
  const kinds = [kind(7), kind(2)]
  const letters = [
    { type: 0, kind: null },
    { type: 1, kind: null },
    { type: 1, kind: 7 },
    { type: 1, kind: 2 },
    { type: 1, kind: 9 },
  ].map((ticket) => letterOf(kinds, ticket))
  assert.deepEqual(letters, ['A', 'B', 'C', 'D', 'B'])
  const many = Array.from({ length: 30 }, (_, i) => kind(10 + i))
  assert.deepEqual(
    [33, 34].map((id) => letterOf(many, { type: 0, kind: id })),
    ['Z', 'Z'],
  )
})

test('a queue number has two digits, or as many as it needs', () => {
  assert.deepEqual(
    [1, 42, 100].map((count) => queueNumber('A', count)),
    ['A01', 'A42', 'A100'],
  )
})

test('each state of a visit lists the states that it can change to', () => {
  const moves = (open: number) =>
    Object.fromEntries(
      visitStates.map((state) => [
        state,
        visitStates
          .map((to) => {
            try {
              return moveVisit({ state, open }, to) ? to : `${to} (unchanged)`
            } catch (error) {
              assert.equal((error as Error).message, 'visit_over')
              return ''
            }
          })
          .filter(Boolean)
          .join(' '),
      ]),
    )
  assert.deepEqual(moves(1), {
    waiting: 'waiting (unchanged) called served skipped gone',
    called: 'waiting called served skipped gone',
    served: 'served (unchanged)',
    skipped: 'waiting called served skipped (unchanged) gone',
    gone: 'waiting gone (unchanged)',
  })
  // An ended ticket has no place in the queue.
  const over = 'gone (unchanged)'
  assert.deepEqual(moves(0), { waiting: over, called: over, served: 'served (unchanged)', skipped: over, gone: over })
  const states = (open: number) => visitStates.map((state: VisitState) => visitStateOf({ state, open }))
  assert.deepEqual(states(1), [...visitStates])
  assert.deepEqual(states(0), ['gone', 'gone', 'served', 'gone', 'gone'])
})

test('a receipt expires some days after its ticket is closed, and never after the personal data of the ticket', () => {
  const lives = { receiptDays: 3, retentionDays: 30 }
  assert.equal(receiptEnd({ open: 1, ended_at: null }, lives), undefined)
  assert.equal(receiptEnd({ open: 1, ended_at: 5 }, lives), undefined)
  assert.equal(receiptEnd({ open: 0, ended_at: 5 }, lives), 5 + 3 * day)
  assert.equal(receiptEnd({ open: 0, ended_at: 5 }, { ...lives, retentionDays: 1 }), 5 + day)
})
