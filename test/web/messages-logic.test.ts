import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindGroups } from '#client/message-kinds.ts'
import { variables } from '#config/variables.ts'
import { channelNames, messageKindNames } from '#contract/messages/messages.ts'
import { hasChannels, maskAddress, type Notify, reachedBy } from '#web/components/messages/notify.ts'
import { channelVariables as named } from '#web/pages/console/messages/channel-variables.ts'
import { messageAudienceOf } from '#web/pages/console/settings/audience.ts'

const none: Notify = { off: false, channels: {}, kinds: { ready: true }, mail: null, push: null, wechat: null }
const mail = { address: '', own: false, pending: '', refused: false }
const push = { key: 'k', devices: 0, here: false }
const wechat = (consents: number, kinds: Notify['kinds'] = { ready: true }) => ({
  templates: [{ template: 't', kinds: messageKindNames.filter((kind) => kinds[kind]), consents }],
})
const asked = (of: Partial<Notify>) => reachedBy({ ...none, ...of }, 'ready')
const by = { how: 'by', mail: '', push: false, wechat: false }
const notYet = { how: 'not_yet', mail: false, push: false, wechat: false }

test('a reachable user sees how they are notified, and others are offered the team’s channels', () => {
  assert.equal(hasChannels(none), false)
  assert.equal(hasChannels({ ...none, push }), true)
  assert.deepEqual(asked({ mail }), { ...notYet, mail: true })
  assert.deepEqual(asked({ mail: { ...mail, pending: 'a@b.c' }, push }), { ...notYet, mail: true, push: true })
  assert.deepEqual(asked({ mail: { ...mail, address: 'a@b.c' }, push }), { ...by, mail: 'a@b.c' })
  // One that is refused is none.
  assert.deepEqual(asked({ mail: { ...mail, address: 'a@b.c', refused: true } }), { ...notYet, mail: true })
  assert.deepEqual(asked({ mail, push: { ...push, devices: 2 } }), { ...by, push: true })
  assert.deepEqual(asked({ wechat: wechat(1) }), { ...by, wechat: true })
  assert.deepEqual(asked({ wechat: wechat(0) }), { ...notYet, wechat: true })
  assert.deepEqual(asked({ wechat: wechat(1, { comment: true }) }), { ...notYet, wechat: true })
})

test('a channel that a user turned off is neither used nor offered', () => {
  const reached = { mail: { ...mail, address: 'a@b.c' }, push: { ...push, devices: 1 } }
  assert.deepEqual(asked({ ...reached, off: true }), { how: 'off' })
  assert.deepEqual(asked({ ...reached, kinds: { ready: false } }), { how: 'off' })
  assert.deepEqual(asked({ ...reached, channels: { mail: false } }), { ...by, push: true })
  assert.deepEqual(asked({ mail: reached.mail, channels: { mail: false } }), { how: 'off' })
  assert.deepEqual(asked({ mail: reached.mail, push, channels: { mail: false } }), { ...notYet, push: true })
})

test('a masked email address is recognisable to its owner only', () => {
  assert.equal(maskAddress('ann@example.org'), 'a…@example.org')
  assert.equal(maskAddress('"a@b"@example.org'), '"…@example.org')
  assert.equal(maskAddress('𝒶nn@example.org'), '𝒶…@example.org')
  assert.equal(maskAddress('nothing'), 'nothing')
})

test('each user chooses among the messages for their role', () => {
  const all = Object.fromEntries(messageKindNames.map((kind) => [kind, true]))
  assert.deepEqual(
    kindGroups(all).flatMap(({ kinds }) => kinds),
    messageKindNames,
  )
  assert.deepEqual(kindGroups({ ready: true, collected: false }), [
    { recipientRole: 'owner', kinds: ['ready', 'collected'] },
  ])
})

test('message settings appear only for audiences that a channel reaches', () => {
  assert.deepEqual(messageAudienceOf([]), { person: false, chat: false, program: false })
  assert.deepEqual(messageAudienceOf([{ channel: 'push' }, { channel: 'webhook' }]), {
    person: true,
    chat: false,
    program: true,
  })
  assert.deepEqual(messageAudienceOf([{ channel: 'matrix' }]), { person: false, chat: true, program: false })
})

test('the environment variables shown for channels exist in the configuration', () => {
  assert.deepEqual(Object.keys(named).sort(), [...channelNames].sort())
  const there = Object.keys(variables)
  assert.deepEqual(
    Object.values(named).flatMap((names) => names.filter((name) => !there.includes(name))),
    [],
  )
})
