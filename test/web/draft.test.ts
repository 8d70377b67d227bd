import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftFrom, freshDraft, isEmpty, lackingIn } from '#web/pages/tickets/draft.ts'

const at = Date.parse('2026-11-16T09:30:00Z')
const hour = 60 * 60 * 1000

test('a draft lives for a day after its last change, with its key', () => {
  const draft = { ...freshDraft(at), device: 'Kettle', pic: ['https://repair.example.edu/media/a.jpg'] }
  assert.ok(isEmpty(freshDraft(at)) && !isEmpty(draft))
  assert.deepEqual(draftFrom(JSON.stringify(draft), at + 23 * hour), draft)
  assert.equal(draftFrom(JSON.stringify(draft), at + 24 * hour), undefined)
  assert.notEqual(freshDraft(at).key, draft.key)
})

test('what is no whole draft is none', () => {
  const whole = { ...freshDraft(at), device: 'Kettle' }
  for (const part of [{ device: 1 }, { key: null }, { pic: 'x' }, { accessories: {} }, { at: 'now' }])
    assert.equal(draftFrom(JSON.stringify({ ...whole, ...part }), at), undefined)
  for (const text of [undefined, '', '{', '[]', 'null']) assert.equal(draftFrom(text, at), undefined)
})

test('whom to call goes into the profile only where that has nothing', () => {
  const contact = { owner: ' Ann ', phone: ' 13800138000' }
  assert.deepEqual(lackingIn({ name: '', phone: '' }, contact), { name: 'Ann', phone: '13800138000' })
  assert.deepEqual(lackingIn({ name: 'Bob', phone: '' }, contact), { phone: '13800138000' })
  assert.deepEqual(lackingIn({ name: '', phone: '12345' }, contact), { name: 'Ann' })
  assert.deepEqual(lackingIn({ name: '', phone: '' }, { owner: ' ', phone: '' }), {})
})
