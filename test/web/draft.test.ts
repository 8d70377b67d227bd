import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftFrom, isEmptyTicketDraft, missingInProfile, newTicketDraft } from '#client/ticket-draft.ts'
import { randomName } from '#web/lib/random.ts'

const at = Date.parse('2026-11-16T09:30:00Z')
const hour = 60 * 60 * 1000

test('the draft of a ticket is kept for a day after its last change, with its key', () => {
  const draft = {
    ...newTicketDraft(randomName(), at),
    device: 'Kettle',
    pic: ['https://repair.example.edu/media/a.jpg'],
  }
  assert.ok(isEmptyTicketDraft(newTicketDraft(randomName(), at)) && !isEmptyTicketDraft(draft))
  assert.deepEqual(draftFrom(JSON.stringify(draft), at + 23 * hour), draft)
  assert.equal(draftFrom(JSON.stringify(draft), at + 24 * hour), undefined)
  assert.notEqual(newTicketDraft(randomName(), at).key, draft.key)
})

test('a damaged or incomplete draft of a ticket is ignored', () => {
  const whole = { ...newTicketDraft(randomName(), at), device: 'Kettle' }
  for (const part of [{ device: 1 }, { key: null }, { pic: 'x' }, { accessories: {} }, { at: 'now' }])
    assert.equal(draftFrom(JSON.stringify({ ...whole, ...part }), at), undefined)
  for (const text of [undefined, '', '{', '[]', 'null']) assert.equal(draftFrom(text, at), undefined)
})

test('the contact of a new ticket fills only empty fields of the profile', () => {
  const contact = { owner: ' Ann ', phone: ' 13800138000' }
  assert.deepEqual(missingInProfile({ name: '', phone: '' }, contact), { name: 'Ann', phone: '13800138000' })
  assert.deepEqual(missingInProfile({ name: 'Bob', phone: '' }, contact), { phone: '13800138000' })
  assert.deepEqual(missingInProfile({ name: '', phone: '12345' }, contact), { name: 'Ann' })
  assert.deepEqual(missingInProfile({ name: '', phone: '' }, { owner: ' ', phone: '' }), {})
})
