import assert from 'node:assert/strict'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, mock, test } from 'node:test'
import { webPush } from '#adapters/messages/push.ts'
import { createPushKeys } from '#adapters/messages/push-keys.ts'
import { statuses } from '#contract/codes.ts'
import type { Message } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type PushMood, type PushPeer, pushPeer, type Subscription } from '../peers/push.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person, type Team, type TeamOptions } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

let peer: PushPeer
let clock = 0
before(async () => {
  peer = await pushPeer(() => clock)
})
after(() => peer[Symbol.asyncDispose]())

async function pushTeam(options: TeamOptions = {}): Promise<Team> {
  const team = await newTeam({ ...options, env: { WEB_PUSH_SERVICE: peer.url, WEB_PUSH: 'on' } })
  clock = team.now()
  team.secret('/send/')
  team.secret('kettle')
  return team
}

/** A person turns notifications on in a browser. */
async function turnOn(person: Person): Promise<Subscription> {
  const { push } = await person.messages.choices()
  const browser = peer.subscribe(push?.key ?? '')
  await person.messages.subscribe(browser)
  return browser
}

/** Hands something in and has it repaired. */
async function repaired(person: Person, member: Person): Promise<void> {
  const id = await createTicket(person)
  await member.tickets.pick({ id })
  await member.tickets.update({ id, status: statuses.repaired })
}

/** Finds the recipients, waits for as long as messages about one ticket are grouped, and sends. */
async function delivered(team: Team): Promise<void> {
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
}

interface PushContent {
  readonly id: string
}
const pushedTo = ({ endpoint }: Subscription) => peer.pushed.filter((one) => one.endpoint === endpoint)

onEachDatabase('browser notifications', (on) => {
  test('notifications appear in each browser where the user turned them on, in the user’s language', async () => {
    await using team = await pushTeam({ on })
    const member = await team.member('Eve')
    const ann = await team.user('ann')
    await ann.users.updateLocale({ lang: 'en_US' })
    const atHome = await team.user('ann')
    const bob = await team.user('bob', 'zh_CN')
    await bob.users.updateLocale({ lang: 'zh_CN' })
    const browsers = [await turnOn(ann), await turnOn(atHome), await turnOn(bob)]
    const { push } = await ann.messages.choices()
    assert.deepEqual([push?.devices, push?.here], [2, true])
    await repaired(ann, member)
    await repaired(bob, member)
    await delivered(team)
    await delivered(team)
    const shown = browsers.map((browser) => pushedTo(browser).map(({ content }) => content as PushContent))
    const english = {
      lang: 'en_US',
      title: 'Ready to collect: #1 (kettle)',
      body: 'Your kettle (#1) is repaired. You can collect it when we are open. Show the code on your ticket when you collect it.',
      path: '/t/1',
    }
    const chinese = {
      lang: 'zh_CN',
      title: '修好了，可以来取：#2（kettle）',
      body: '#2（kettle）修好了，可以来取了，请在开放时间来。取的时候，请出示工单上的取件码。',
      path: '/t/2',
    }
    assert.deepEqual(
      shown.map((all) => all.map(({ id: _, ...one }) => one)),
      [[english], [english], [chinese]],
    )
    assert.equal(new Set(shown.flat().map(({ id }) => id)).size, 3)
  })

  test('notifications stop when a browser is gone, logged out or turned off, or its user is erased', async () => {
    await using team = await pushTeam({ on })
    const member = await team.member('Eve')
    const people = { ann: 404, bob: 410, cat: 0, dan: 0 }
    const asked = peer.asked()
    const all: { person: Person; browser: Subscription }[] = []
    for (const [name, status] of Object.entries(people)) {
      const person = await team.user(name)
      all.push({ person, browser: await turnOn(person) })
      await repaired(person, member)
      if (status > 0) peer.next(says(status))
    }
    const [ann, bob, cat, dan] = all
    assert.ok(ann && bob && cat && dan)
    const fay = await team.user('fay')
    await turnOn(fay)
    await member.tickets.addnote({ id: await createTicket(fay), content: 'Please bring the plug, too.' })
    await team.running.deliver()
    await cat.person.session.logout()
    await dan.person.messages.unsubscribe({ endpoint: dan.browser.endpoint })
    await fay.users.erase()
    team.pass({ minutes: 10 })
    await team.running.deliver()
    assert.equal(peer.asked() - asked, 2)
    for (const { person } of [ann, bob, dan]) assert.equal((await person.messages.choices()).push?.devices, 0)
    assert.equal((await (await team.user('cat')).messages.choices()).push?.devices, 0)
    await repaired(ann.person, member)
    await delivered(team)
    assert.equal(peer.asked() - asked, 2)
    // A new login registers the same browser again.
    const again = await team.user('cat')
    await again.messages.subscribe(cat.browser)
    await repaired(again, member)
    await delivered(team)
    assert.equal(pushedTo(cat.browser).length, 1)
  })

  test('the keys of browser notifications survive a restart', async () => {
    await using team = await pushTeam({ on })
    const ann = await team.user('ann')
    const { push } = await ann.messages.choices()
    await team.running[Symbol.asyncDispose]()
    await using later = await newTeam({ on, beside: team, env: { WEB_PUSH: 'on' } })
    assert.deepEqual((await later.as(ann.token).messages.choices()).push, push)
    await using another = await newTeam({ on, env: { WEB_PUSH: 'on' } })
    assert.notEqual((await (await another.user()).messages.choices()).push?.key, push?.key)
  })

  test('notifications go to the ten browsers in which they were turned on last', async () => {
    await using team = await pushTeam({ on })
    const browsers: Subscription[] = []
    for (let count = 1; count <= 12; count += 1) {
      // Several subscribe at the same moment.
      if (count % 3 === 0) team.pass({ minutes: 1 })
      const ann = await team.user('ann')
      browsers.push(await turnOn(ann))
      assert.equal((await ann.messages.choices()).push?.devices, Math.min(count, 10))
      assert.equal((await ann.messages.choices()).push?.here, true)
    }
    clock = team.now()
    await repaired(await team.user('ann'), await team.member('Bob'))
    await delivered(team)
    assert.deepEqual(
      browsers.map((one) => pushedTo(one).length),
      browsers.map((_, i) => (i < 2 ? 0 : 1)),
    )
    // A session has one browser, and a browser one session.
    const ann = await team.user('ann')
    const browser = await turnOn(ann)
    await turnOn(ann)
    await ann.messages.subscribe(browser)
    const bob = await team.user('bob')
    await bob.messages.subscribe(browser)
    assert.equal((await ann.messages.choices()).push?.here, false)
    assert.equal((await bob.messages.choices()).push?.devices, 1)
  })
})

test('a notification address that does not belong to a push service is refused', async () => {
  // MESSAGES_PRIVATE allows private addresses for bots, but not for addresses from browsers.
  await using team = await newTeam({ env: { WEB_PUSH: 'on', MESSAGES_PRIVATE: 'on' } })
  const ann = await team.user('ann')
  const { keys } = peer.subscribe('')
  const bad: readonly [unknown, RegExp][] = [
    [{ endpoint: 'http://push.example.org/1', keys }, /endpoint/],
    [{ endpoint: 'https://user@push.example.org/1', keys }, /endpoint/],
    [{ endpoint: 'javascript:alert(1)', keys }, /endpoint/],
    [{ endpoint: 'https://push.example.org/1', keys: { ...keys, auth: keys.auth.slice(1) } }, /auth/],
    [{ endpoint: 'https://push.example.org/1', keys: { ...keys, p256dh: `${keys.p256dh}A` } }, /p256dh/],
    [{ endpoint: 'https://push.example.org/1', keys: { ...keys, p256dh: `C${keys.p256dh.slice(1)}` } }, /p256dh/],
  ]
  for (const [address, field] of bad)
    await assert.rejects(ann.messages.subscribe(address as Subscription), (error: Error & { status?: number }) => {
      return error.status === 400 && field.test(error.message)
    })
  const { receipt } = await (await team.member('Eve')).counter.create({ type: 0, device: 'kettle' })
  for (const host of ['127.0.0.1', 'localhost.', 'a.localhost', '[::127.0.0.1]', '[64:ff9b::a00:1]', 'db.internal']) {
    const push = { endpoint: `https://${host}/1`, keys }
    const refused = { status: 400, code: 'bad_input' }
    await assert.rejects(ann.messages.subscribe(push), refused, host)
    await assert.rejects(team.anyone.receipts.notify({ receipt, push }), refused, host)
  }
  await ann.messages.subscribe({ endpoint: 'https://push.example.org/1', keys })
  assert.equal((await ann.messages.choices()).push?.devices, 1)
})

test('notifications are not offered without https or if the team turned them off', async () => {
  for (const env of [{ PUBLIC_URL: 'http://repair.example.org', DEMO_LOGIN: '' }, { WEB_PUSH: 'off' }]) {
    await using team = await newTeam({ env })
    const ann = await team.user('ann')
    const { push, channels } = await ann.messages.choices()
    assert.deepEqual([push, channels], [null, {}])
    await assert.rejects(ann.messages.subscribe(peer.subscribe('')), { code: 'no_channel' })
  }
})

const says =
  (status: number, headers = {}): PushMood =>
  ({ response }) =>
    void response.writeHead(status, headers).end()

const message: Message = {
  id: 'message-1',
  at: 0,
  lang: 'en_US',
  team: 'Repair team',
  kind: 'ready',
  subject: 'Ready',
  each: [],
  texts: ['It is repaired.', 'The team wrote to you.'],
  link: 'https://repair.example.org/t/1',
  fields: {},
}

const channel = (service: string | undefined = peer.url) => {
  const keys = createPushKeys()
  return webPush({ keys, publicUrl: 'https://repair.example.org', service, now: () => clock, timeLimitMs: 5000 })
}
const { signal } = new AbortController()

async function outcome(given = channel(), mood?: PushMood, told: Message = message) {
  const { endpoint, keys } = peer.subscribe(given.publicKey)
  if (mood) peer.next(mood)
  const error: unknown = await given.send({ endpoint, ...keys }, told, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return peer.pushed.at(-1)
  assert.ok(error instanceof Trouble)
  const { what, hopeless, retryAfterMs, unanswered } = error
  return { ...what, hopeless, retryAfterMs, unanswered }
}

test('a notification is encrypted for one browser, with its sender, lifetime and topic', async () => {
  const first = await outcome()
  assert.ok(first && 'content' in first)
  assert.deepEqual(first.content, {
    id: 'message-1',
    lang: 'en_US',
    title: 'Ready',
    body: 'It is repaired.\n\nThe team wrote to you.',
    path: '/t/1',
  })
  // All have the same size, so that it reveals nothing.
  assert.deepEqual([first.bytes, first.ttl, first.urgency], [4096, '86400', 'normal'])
  const repeat = await outcome()
  const soon = await outcome(channel(), undefined, { ...message, id: 'message-2', kind: 'shift_soon' })
  assert.ok(repeat && 'topic' in repeat && soon && 'topic' in soon)
  assert.equal(repeat.topic, first.topic)
  assert.notEqual(soon.topic, first.topic)
  assert.deepEqual([soon.ttl, soon.urgency], ['3600', 'high'])
})

test('a long notification is cut between characters', async () => {
  const long = await outcome(channel(), undefined, { ...message, texts: ['🔧"'.repeat(9000)] })
  assert.ok(long && 'content' in long)
  const { body } = long.content as { body: string }
  assert.ok(body.isWellFormed() && body.endsWith('…') && Buffer.byteLength(JSON.stringify(long.content)) <= 3072)
  assert.ok(body.length > 1000)
})

test('each answer of a push service counts as delivered, as a temporary failure or as a permanent one', async () => {
  const usual = { hopeless: false, retryAfterMs: 0, unanswered: false }
  const cases: readonly [PushMood, object][] = [
    [says(404), { ...usual, say: 'address_gone', hopeless: true }],
    [says(410), { ...usual, say: 'address_gone', hopeless: true }],
    [says(400), { ...usual, say: 'refused', status: 400, hopeless: true }],
    [says(413), { ...usual, say: 'refused', status: 413, hopeless: true }],
    [says(429, { 'retry-after': '120' }), { ...usual, say: 'busy', retryAfterMs: 120_000 }],
    [says(500), { ...usual, say: 'failing', status: 500 }],
    [says(503), { ...usual, say: 'busy' }],
    [says(200), { ...usual, say: 'not_understood' }],
    [says(403), { ...usual, say: 'credentials' }],
    [says(307, { location: peer.url }), { ...usual, say: 'redirected' }],
    [({ request }) => void request.socket.destroy(), { ...usual, say: 'cut', unanswered: true }],
    [({ response }) => void response.writeHead(201).end('x'.repeat(2 << 20)), { ...usual, say: 'too_long' }],
  ]
  for (const [mood, meaning] of cases) assert.deepEqual(await outcome(channel(), mood), meaning)
  // The push service accepted the notification although the answer was lost: the repeat has the same id and topic.
  const lost = ({ work, request }: Parameters<PushMood>[0]) => {
    work()
    request.socket.destroy()
  }
  assert.deepEqual(await outcome(channel(), lost), { ...usual, say: 'cut', unanswered: true })
})

test('push addresses on private networks are not called, and invalid keys are refused', async () => {
  const asked = peer.asked()
  const { keys } = peer.subscribe('')
  const gone = { what: { say: 'address_gone' }, hopeless: true }
  const strangers = channel('https://push.example.org')
  const { port } = new URL(peer.url)
  const inside = [peer.url, peer.url.replace('http:', 'https:'), `https://[::127.0.0.1]:${port}`]
  for (const origin of inside)
    await assert.rejects(strangers.send({ endpoint: `${origin}/1`, ...keys }, message, signal), gone)
  // A host name that was public when the browser gave it may now resolve to this machine.
  const looked = mock.method(dns, 'lookup', (_: string, __: object, done: (...answer: unknown[]) => void) =>
    done(null, [{ address: '::ffff:127.0.0.1', family: 6 }]),
  )
  syncBuiltinESMExports()
  const moved = { endpoint: `https://push.example.net:${port}/1`, ...keys }
  await assert.rejects(strangers.send(moved, message, signal), gone)
  assert.equal(looked.mock.callCount(), 1)
  mock.restoreAll()
  syncBuiltinESMExports()
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  await assert.rejects(channel().send({ endpoint: `${peer.url}/1`, ...keys, p256dh }, message, signal), gone)
  assert.equal(peer.asked(), asked)
})
