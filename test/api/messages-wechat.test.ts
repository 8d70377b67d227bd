import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { wechatMessages } from '#adapters/messages/wechat.ts'
import { wechatApi } from '#adapters/wechat/api.ts'
import { statuses } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import type { Message } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { failure, type WechatPeer, wechatPeer } from '../peers/wechat.ts'
import type { MessageMood } from '../peers/wechat-messages.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person, type Team, type TeamOptions } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const ready = {
  id: 'tpl-ready',
  kinds: ['ready', 'comment'],
  page: 'pages/ticket/ticket?id={number}',
  fields: { thing1: 'device', character_string2: 'number', phrase3: 'status', time4: 'time' },
} as const
const news = { id: 'tpl-news', kinds: ['waiting'], fields: { thing1: 'text', time2: 'time' } } as const

async function wechatTeam(peer: WechatPeer, options: TeamOptions = {}): Promise<Team> {
  const env = {
    WECHAT_APP_ID: peer.appId,
    WECHAT_APP_SECRET: peer.secret,
    WECHAT_BASE_URL: peer.url,
    WECHAT_TEMPLATES: JSON.stringify([ready, news]),
  }
  const team = await newTeam({ ...options, env })
  for (const secret of [peer.secret, '68_token', 'oAnn', 'oBob', 'kettle with a secret']) team.secret(secret)
  return team
}

/** A person who logs in with WeChat and chooses a language. */
async function owner(team: Team, peer: WechatPeer, openid: string, lang: Lang): Promise<Person> {
  const code = peer.code(openid)
  team.secret(code)
  const person = team.as((await team.anyone.session.login({ code })).token, lang)
  await person.users.updateLocale({ lang })
  return person
}

/** The requests of a phone when its owner taps “Tell me in WeChat”. */
async function agree(person: Person, peer: WechatPeer, openid: string, template: string): Promise<void> {
  peer.messages.agree(openid, template)
  await person.messages.consent({ template, accepted: true })
}

/** Finds the recipients, waits for as long as messages about one ticket are grouped, and sends. */
async function delivered(team: Team): Promise<void> {
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
}

/** How many messages a person has agreed to. */
const left = async (person: Person) => (await person.messages.choices()).wechat?.templates.map((one) => one.consents)

onEachDatabase('messages in WeChat', (on) => {
  test('a user who agreed gets one WeChat message that the device is ready, in the fields of the template', async () => {
    let clock = 0
    await using peer = await wechatPeer(() => clock)
    await using team = await wechatTeam(peer, { on })
    clock = team.now()
    const ann = await owner(team, peer, 'oAnn', 'en_US')
    const bob = await owner(team, peer, 'oBob', 'zh_CN')
    const cat = await owner(team, peer, 'oCat', 'en_US')
    const member = await team.member('Eve')
    for (const [person, openid] of [
      [ann, 'oAnn'],
      [bob, 'oBob'],
    ] as const) {
      await agree(person, peer, openid, ready.id)
      assert.deepEqual(await left(person), [1, 0])
    }
    for (const person of [ann, bob, cat]) {
      const id = await createTicket(person, { device: 'A kettle with a secret and a long name' })
      await member.tickets.pick({ id })
      await member.tickets.update({ id, status: statuses.repaired })
    }
    await delivered(team)
    const { taken } = peer.messages
    const told = (touser: string) => taken.find((one) => one.touser === touser)
    const data = {
      thing1: { value: 'A kettle with a sec…' },
      phrase3: { value: '已修好' },
      time4: { value: '2026年11月16日 09:30' },
    }
    const rest = { template_id: ready.id, miniprogram_state: 'formal' }
    assert.deepEqual(told('oAnn'), {
      touser: 'oAnn',
      ...rest,
      page: 'pages/ticket/ticket?id=1',
      data: { ...data, character_string2: { value: '1' } },
      lang: 'en_US',
    })
    assert.deepEqual(told('oBob'), {
      touser: 'oBob',
      ...rest,
      page: 'pages/ticket/ticket?id=2',
      data: { ...data, character_string2: { value: '2' } },
      lang: 'zh_CN',
    })
    assert.equal(taken.length, 2)
    assert.deepEqual(
      [await left(ann), await left(bob), await left(cat)],
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    )
    // One access token is enough for all messages.
    assert.equal(peer.messages.tokensAsked(), 1)
    await delivered(team)
    assert.equal(peer.messages.sendsAsked(), 2)
  })

  test('a WeChat consent is used once, however often its message is tried', async () => {
    let clock = 0
    await using peer = await wechatPeer(() => clock)
    await using team = await wechatTeam(peer, { on })
    clock = team.now()
    const ann = await owner(team, peer, 'oAnn', 'zh_CN')
    const member = await team.member('Eve')
    for (const _ of [1, 2]) await agree(ann, peer, 'oAnn', ready.id)
    const id = await createTicket(ann)
    await member.tickets.pick({ id })
    await member.tickets.update({ id, status: statuses.repaired })
    peer.messages.next(moods.busy, moods.drops, moods.breaks)
    await delivered(team)
    for (const hours of [1, 2, 5]) {
      assert.deepEqual([peer.messages.taken.length, await left(ann)], [0, [1, 0]])
      team.pass({ hours })
      await team.running.deliver()
    }
    assert.equal(peer.messages.sendsAsked(), 4)
    assert.deepEqual([peer.messages.taken.length, await left(ann)], [1, [1, 0]])
  })

  test('a WeChat message waits until an access token can be had', async () => {
    let clock = 0
    await using peer = await wechatPeer(() => clock)
    await using team = await wechatTeam(peer, { on })
    clock = team.now()
    const ann = await owner(team, peer, 'oAnn', 'zh_CN')
    const member = await team.member('Eve')
    await agree(ann, peer, 'oAnn', ready.id)
    const id = await createTicket(ann)
    await member.tickets.pick({ id })
    await member.tickets.update({ id, status: statuses.repaired })
    peer.messages.forgetTokens()
    peer.messages.nextTokens(moods.drops)
    await delivered(team)
    assert.equal(peer.messages.taken.length, 0)
    team.pass({ hours: 1 })
    await team.running.deliver()
    assert.equal(peer.messages.taken.length, 1)
  })

  test('a guest’s WeChat consents move to the account', async () => {
    let clock = 0
    await using peer = await wechatPeer(() => clock)
    await using team = await wechatTeam(peer, { on })
    clock = team.now()
    const member = await team.member('Eve')
    // One account has consents of its own, the other has none.
    for (const [openid, own, expected] of [
      ['oAnn', 1, [3, 1]],
      ['oBob', 0, [2, 1]],
    ] as const) {
      const known = await owner(team, peer, openid, 'zh_CN')
      for (let count = 0; count < own; count += 1) await agree(known, peer, openid, ready.id)
      const guest = team.as((await team.anyone.session.login({ code: 'guest' })).token)
      for (const template of [ready.id, ready.id, news.id]) await agree(guest, peer, openid, template)
      const { token } = await guest.session.login({ code: peer.code(openid), merge: true })
      const person = team.as(token)
      assert.deepEqual(await left(person), expected)
      const id = await createTicket(person)
      await member.tickets.pick({ id })
      await member.tickets.update({ id, status: statuses.repaired })
      await delivered(team)
      assert.equal(peer.messages.taken.at(-1)?.touser, openid)
      assert.deepEqual(await left(person), [expected[0] - 1, 1])
    }
  })

  test('the last WeChat consent is kept for “ready”, and a refusal revokes all', async () => {
    let clock = 0
    await using peer = await wechatPeer(() => clock)
    await using team = await wechatTeam(peer, { on })
    clock = team.now()
    const ann = await owner(team, peer, 'oAnn', 'en_US')
    const member = await team.member('Eve')
    const id = await createTicket(ann)
    await member.tickets.pick({ id })
    await agree(ann, peer, 'oAnn', ready.id)
    await member.tickets.addnote({ id, content: 'Which cable?' })
    await delivered(team)
    assert.deepEqual([peer.messages.sendsAsked(), await left(ann)], [0, [1, 0]])
    await agree(ann, peer, 'oAnn', ready.id)
    await member.tickets.addnote({ id, content: 'And which plug?' })
    await delivered(team)
    assert.deepEqual([peer.messages.taken.length, await left(ann)], [1, [1, 0]])
    for (const _ of [1, 2]) await ann.messages.consent({ template: news.id, accepted: true })
    await ann.messages.consent({ template: news.id, accepted: false })
    assert.deepEqual(await left(ann), [1, 0])
    await assert.rejects(ann.messages.consent({ template: 'made-up', accepted: true }), { code: 'no_channel' })
    await member.tickets.update({ id, status: statuses.repaired })
    await delivered(team)
    assert.equal(peer.messages.taken[1]?.data['phrase3']?.value, '已修好')
    // WeChat's count of consents decides: if it has none left, ours is cleared.
    for (const _ of [1, 2]) await ann.messages.consent({ template: news.id, accepted: true })
    for (const status of [statuses.repairing, statuses.waiting]) await member.tickets.update({ id, status })
    await delivered(team)
    assert.deepEqual([peer.messages.taken.length, await left(ann)], [2, [0, 0]])
    // A missing consent of one user is not an error of the channel.
    const { channels, list } = await (await team.admin()).messages.sent()
    assert.equal(channels.find(({ channel }) => channel === 'wechat')?.error, '')
    const [today] = list.filter(({ channel }) => channel === 'wechat')
    assert.deepEqual([today?.sent, today?.failed], [2, 1])
  })
})

test('a user who did not log in with WeChat gets no WeChat messages', async () => {
  await using peer = await wechatPeer()
  await using team = await wechatTeam(peer)
  assert.equal((await (await team.user()).messages.choices()).wechat, null)
})

const moods = {
  busy: ({ answer }) => answer(failure(-1, 'system error')),
  drops: ({ request }) => void request.socket.destroy(),
  /** WeChat accepts the message, and the answer is lost. */
  takes_and_drops({ work, request }) {
    work()
    request.socket.destroy()
  },
  breaks: ({ response }) => void response.writeHead(500).end('Internal Server Error'),
  shows_a_page: ({ response }) => void response.writeHead(200).end('<html>Gateway</html>'),
  floods: ({ answer }) => answer({ errcode: 0, more: 'x'.repeat(5 * 1024 * 1024) }),
  sends_elsewhere: ({ response }) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  is_overrun: ({ response }) => void response.writeHead(429, { 'retry-after': '120' }).end(),
} satisfies Record<string, MessageMood>
const says =
  (errcode: number): MessageMood =>
  ({ answer }) =>
    answer(failure(errcode, 'some words about oAnn'))

const message: Message = {
  id: 'message-1',
  at: 0,
  lang: 'en_US',
  team: 'Repair team',
  kind: 'ready',
  subject: 'Ready',
  each: [],
  texts: ['It is repaired.'],
  link: 'https://repair.example.org/t/1',
  fields: { number: '1', device: 'kettle', phrase: '已修好', time: '', at: '2026-11-16 09:30' },
}

let peer: WechatPeer
let clock = 0
before(async () => {
  peer = await wechatPeer(() => clock)
})
after(() => peer[Symbol.asyncDispose]())

function channel(secret = peer.secret) {
  const { appId, url: baseUrl } = peer
  const templates = [{ ...ready, kinds: [...ready.kinds] }]
  return wechatMessages(wechatApi({ appId, secret, baseUrl, now: () => clock, timeLimitMs: 5000 }), templates)
}
const to = { openid: 'oAnn', template: ready.id }
const { signal } = new AbortController()

/** The error of one message, or nothing. */
async function outcome(given = channel(), mood?: MessageMood) {
  peer.messages.agree('oAnn', ready.id)
  if (mood) peer.messages.next(mood)
  const error: unknown = await given.send(to, message, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return 'taken'
  assert.ok(error instanceof Trouble)
  const { what, hopeless, retryAfterMs, unanswered } = error
  return { ...what, hopeless, retryAfterMs, unanswered }
}

const usual = { hopeless: false, retryAfterMs: 0, unanswered: false }
const verdicts: readonly [errcode: number, meaning: object][] = [
  [43101, { ...usual, say: 'no_consent', hopeless: true }],
  [40003, { ...usual, say: 'address_gone', hopeless: true }],
  [40037, { ...usual, say: 'misconfigured', setting: 'WECHAT_TEMPLATES', hopeless: true }],
  [41030, { ...usual, say: 'misconfigured', setting: 'WECHAT_TEMPLATES', hopeless: true }],
  [47003, { ...usual, say: 'misconfigured', setting: 'WECHAT_TEMPLATES', hopeless: true }],
  [-1, { ...usual, say: 'busy', retryAfterMs: 1000 }],
  [45009, { ...usual, say: 'busy', retryAfterMs: 3_600_000 }],
  [45011, { ...usual, say: 'busy', retryAfterMs: 60_000 }],
  [48001, { ...usual, say: 'credentials' }],
  [99999, { ...usual, say: 'refused', status: 99999 }],
]

test('each WeChat error code is handled as documented', async () => {
  for (const [errcode, meaning] of verdicts) assert.deepEqual(await outcome(channel(), says(errcode)), meaning)
})

test('every failure of WeChat is temporary and retried', async () => {
  const bad: readonly [MessageMood, object][] = [
    [moods.drops, { ...usual, say: 'cut', unanswered: true }],
    [moods.takes_and_drops, { ...usual, say: 'cut', unanswered: true }],
    [moods.breaks, { ...usual, say: 'failing', status: 500 }],
    [moods.shows_a_page, { ...usual, say: 'not_understood' }],
    [moods.floods, { ...usual, say: 'too_long' }],
    [moods.sends_elsewhere, { ...usual, say: 'redirected' }],
    [moods.is_overrun, { ...usual, say: 'busy', retryAfterMs: 120_000 }],
  ]
  for (const [mood, meaning] of bad) assert.deepEqual(await outcome(channel(), mood), meaning)
})

test('a WeChat access token is requested once before it expires, and again if WeChat rejects it', async () => {
  const one = channel()
  const asked = peer.messages.tokensAsked()
  const tokens = () => peer.messages.tokensAsked() - asked
  assert.deepEqual(await Promise.all([outcome(one), outcome(one), outcome(one)]), ['taken', 'taken', 'taken'])
  assert.equal(tokens(), 1)
  peer.messages.forgetTokens()
  assert.deepEqual([await outcome(one), tokens()], ['taken', 2])
  clock += 7200_000 - 300_000
  assert.deepEqual([await outcome(one), tokens()], ['taken', 3])
  for (const errcode of [40001, 40014, 42001]) assert.equal(await outcome(one, says(errcode)), 'taken')
  assert.equal(tokens(), 6)
  // WeChat is asked once more, not forever.
  const sends = peer.messages.sendsAsked()
  peer.messages.next(says(40001))
  assert.deepEqual(await outcome(one, says(40001)), { ...usual, say: 'credentials' })
  assert.deepEqual([tokens(), peer.messages.sendsAsked() - sends], [7, 2])
})

test('a failed request for a WeChat access token is repeated, also for several waiting callers', async () => {
  const { drops, breaks, shows_a_page: page, busy } = moods
  for (const mood of [drops, breaks, page, busy]) {
    const one = channel()
    peer.messages.nextTokens(mood)
    const ends = await Promise.all([outcome(one), outcome(one)])
    assert.ok(!ends.includes('taken'))
    assert.equal(await outcome(one), 'taken')
    // The same holds if another access token is needed.
    peer.messages.forgetTokens()
    peer.messages.nextTokens(mood)
    assert.notEqual(await outcome(one), 'taken')
    assert.equal(await outcome(one), 'taken')
  }
})

test('a check of the WeChat settings requests a token and sends nothing', async () => {
  const sends = peer.messages.sendsAsked()
  await channel().check()
  await assert.rejects(channel('another secret').check(), { what: { say: 'credentials' } })
  assert.equal(peer.messages.sendsAsked(), sends)
})
