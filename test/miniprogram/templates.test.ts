import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TemplateChoices, templatesFor } from '../../miniprogram/lib/templates.ts'

const wishes = (more: Partial<TemplateChoices> = {}): TemplateChoices => ({
  off: false,
  channels: { wechat: true },
  kinds: { comment: true, ready: true, waiting: true, added: true, idle: true, offer: true },
  wechat: {
    templates: [
      ['added', 0],
      ['idle', 2],
      ['offer', 1],
      ['comment', 1],
      ['waiting', 0],
      ['ready', 5],
    ].map(([kind, consents]) => ({ template: `tpl-${kind}`, kinds: [String(kind)], consents: Number(consents) })),
  },
  ...more,
})

test('WeChat asks an owner for messages about their tickets, “ready” first', () => {
  assert.deepEqual(templatesFor(wishes(), 'owner'), ['tpl-ready', 'tpl-waiting', 'tpl-comment'])
})

test('WeChat asks an owner who books for messages about the place first', () => {
  const kinds = { comment: true, ready: true, place_offered: true }
  const templates = ['comment', 'ready', 'place_offered'].map((kind) => ({
    template: `tpl-${kind}`,
    kinds: [kind],
    consents: 0,
  }))
  const asked = templatesFor(wishes({ kinds, wechat: { templates } }), 'booking')
  assert.deepEqual(asked, ['tpl-place_offered', 'tpl-comment', 'tpl-ready'])
})

test('a user who agrees to more messages is asked for the templates with the fewest consents', () => {
  assert.deepEqual(templatesFor(wishes(), 'anybody'), ['tpl-added', 'tpl-waiting', 'tpl-offer'])
})

test('the mini-program does not ask for messages that the user has turned off or cannot get', () => {
  const kinds = { comment: false, ready: true }
  assert.deepEqual(templatesFor(wishes({ kinds }), 'anybody'), ['tpl-ready'])
  assert.deepEqual(templatesFor(wishes({ off: true }), 'owner'), [])
  assert.deepEqual(templatesFor(wishes({ channels: { wechat: false } }), 'owner'), [])
  assert.deepEqual(templatesFor(wishes({ wechat: null }), 'owner'), [])
})
