import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceFor, stepsOf } from '#client/progress.ts'
import { statuses } from '#contract/codes.ts'
import { localPictureUrl } from '#web/lib/picture.ts'

const at = (status: number, isConfirmed = false, here = true) =>
  stepsOf({ status, isConfirmed, here })
    .map(({ name, state }) => (state === 'now' ? `[${name}]` : state === 'done' ? name : `(${name})`))
    .join(' ')

test('the progress of a ticket has the steps submitted, claimed, repaired and collected', () => {
  assert.equal(at(statuses.submitted), '[filed] (taken) (ready) (back)')
  for (const status of [1, 2, 3, 4]) assert.equal(at(status), 'filed [taken] (ready) (back)')
  assert.equal(at(statuses.accepted, false, false), '[filed] (taken) (ready) (back)', 'the device is not there yet')
  assert.equal(at(statuses.repaired), 'filed taken [ready] (back)')
  assert.equal(at(statuses.repaired, true), 'filed taken ready [back]')
  assert.equal(sentenceFor({ status: statuses.repaired, isConfirmed: true }), 'back')
  assert.equal(sentenceFor({ status: statuses.submitted, isConfirmed: false, here: false }), 'submitted')
  assert.equal(sentenceFor({ status: statuses.submitted, isConfirmed: false, here: true }), 'here')
})

test('the progress of an unrepaired or cancelled ticket ends with that status', () => {
  assert.equal(at(statuses.unrepairable), 'filed taken [unrepairable] (back)')
  assert.equal(at(statuses.unrepairable, true), 'filed taken unrepairable [back]')
  assert.equal(sentenceFor({ status: statuses.unrepairable, isConfirmed: true }), 'backUnrepaired')
  assert.equal(at(statuses.waiting, true), 'filed taken [back]')
  assert.equal(at(statuses.cancelled), 'filed [cancelled]')
  assert.equal(at(statuses.cancelled, true), 'filed cancelled [back]')
  assert.equal(sentenceFor({ status: statuses.cancelled, isConfirmed: true }), 'cancelled')
})

test('a picture is loaded only from the service of the page', () => {
  assert.equal(localPictureUrl('https://repair.example.edu/media/abc-1.jpg'), '/media/abc-1.jpg')
  for (const other of ['javascript:alert(1)', 'https://elsewhere.example/pixel.gif', 'data:image/png;base64,AA'])
    assert.equal(localPictureUrl(other), undefined)
})
