import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceFor, stepsOf } from '#client/progress.ts'
import { statuses } from '#contract/codes.ts'
import { localPictureUrl } from '#web/lib/picture.ts'

const at = (status: number, isConfirmed = false) =>
  stepsOf({ status, isConfirmed })
    .map(({ name, state }) => (state === 'now' ? `[${name}]` : state === 'done' ? name : `(${name})`))
    .join(' ')

test('a ticket goes from filed over somebody and ready to taken back', () => {
  assert.equal(at(statuses.submitted), '[filed] (taken) (ready) (back)')
  for (const status of [1, 2, 3, 4]) assert.equal(at(status), 'filed [taken] (ready) (back)')
  assert.equal(at(statuses.repaired), 'filed taken [ready] (back)')
  assert.equal(at(statuses.repaired, true), 'filed taken ready [back]')
  assert.equal(sentenceFor({ status: statuses.repaired, isConfirmed: true }), 'back')
  assert.equal(sentenceFor({ status: statuses.submitted, isConfirmed: false, here: false }), 'submitted')
  assert.equal(sentenceFor({ status: statuses.submitted, isConfirmed: false, here: true }), 'here')
})

test('what could not be repaired and what was withdrawn ends where it ended', () => {
  assert.equal(at(statuses.unrepairable), 'filed taken [unrepairable] (back)')
  assert.equal(at(statuses.unrepairable, true), 'filed taken unrepairable [back]')
  assert.equal(sentenceFor({ status: statuses.unrepairable, isConfirmed: true }), 'backUnrepaired')
  assert.equal(at(statuses.waiting, true), 'filed taken [back]')
  assert.equal(at(statuses.cancelled), 'filed [cancelled]')
  assert.equal(at(statuses.cancelled, true), 'filed cancelled [back]')
  assert.equal(sentenceFor({ status: statuses.cancelled, isConfirmed: true }), 'cancelled')
})

test('a picture is asked of the service the page came from, and nothing else is a picture', () => {
  assert.equal(localPictureUrl('https://repair.example.edu/media/abc-1.jpg'), '/media/abc-1.jpg')
  for (const other of ['javascript:alert(1)', 'https://elsewhere.example/pixel.gif', 'data:image/png;base64,AA'])
    assert.equal(localPictureUrl(other), undefined)
})
