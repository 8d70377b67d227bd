import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatKinds } from '#contract/messages/messages.ts'
import { defaultSettings } from '#contract/team/settings.ts'
import { doctor } from '#main/doctor.ts'
import { type Bot, bots, type Chats, chats } from '../peers/bots.ts'
import { type Fault, misbehaving } from '../peers/misbehaving.ts'
import { onEachDatabase } from '../support/databases.ts'
import { addRoster } from '../support/staffed.ts'
import { newTeam, type Team, type TeamOptions } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

interface TeamWithChats extends AsyncDisposable {
  readonly team: Team
  readonly chat: Chats
  /** The fault in front of each bot. */
  readonly faults: Map<Bot, Fault>
  readonly env: Record<string, string>
}

const messages = { ...defaultSettings.messages, chat: [...chatKinds] }

/** A team with a bot in each chat. */
async function chatting(options: TeamOptions = {}): Promise<TeamWithChats> {
  await using parts = new AsyncDisposableStack()
  const clock: { now?: () => number } = {}
  const chat = parts.use(await chats(() => clock.now?.() ?? 0))
  const faults = new Map<Bot, Fault>()
  const botAt = (path: string) => bots.find((bot) => path.startsWith(bot === 'matrix' ? '/_matrix' : `/${bot}/`))
  const fault = (_: string, path: string) => faults.get(botAt(path) ?? 'wecom')
  const front = parts.use(await misbehaving({ target: chat.url, fault, lateMs: 0 }))
  const env = { DEFAULT_LANG: 'en_US', ...chat.env(front.url) }
  const team = parts.use(await newTeam({ ...options, env }))
  clock.now = team.now
  for (const secret of chat.secrets) team.secret(secret)
  const all = parts.move()
  return { team, chat, faults, env, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Turns occasions into messages and sends them. */
async function deliver(team: Team): Promise<void> {
  await team.running.deliver()
  await team.running.deliver()
}

async function plan(team: Team): Promise<void> {
  await team.running.jobs.find(({ name }) => name === 'messages')?.run(new AbortController().signal)
}

const texts = ({ said }: Chats, bot: Bot) => said[bot].map(({ text }) => text)
const all = ({ said }: Chats) => bots.flatMap((bot) => said[bot].map(({ text }) => text))
const here = 'http://127.0.0.1:8080'

onEachDatabase('the team’s chats', (on) => {
  test('the team’s chats get the chosen messages after the quiet hours, in the team’s language', async () => {
    await using chatted = await chatting({ on, at: '2026-11-15T23:30:00Z' }) // Monday, 07:30 in Shanghai
    const { team, chat } = chatted
    const { admin, bob } = await addRoster(team)
    await admin.admin.updateSettings({ messages, minimumPerShift: 2 })
    const private_ = { owner: 'Li Hua', phone: '138 0013 8000', description: 'sparks when it boils' }
    const id = await createTicket(await team.user(), { device: 'red kettle', ...private_ })
    await deliver(team)
    assert.deepEqual(all(chat), [])

    team.pass({ minutes: 30 })
    await plan(team)
    await deliver(team)
    const morning = [
      `New ticket: #${id} (red kettle)\n${here}/t/${id}`,
      `Too few people: Shift 2, Mon 16 Nov, 14:00–17:00 (1 of 2)\n${here}/console/rosters`,
      `Good morning! Shifts today: Shift 1 09:00–12:00 (2), Shift 2 14:00–17:00 (1). 1 ticket waiting for a volunteer, 0 ready to collect.\n${here}/desk`,
    ].join('\n')
    for (const bot of bots) assert.deepEqual(texts(chat, bot), [morning], bot)

    team.pass({ hours: 1 })
    await plan(team)
    await deliver(team)
    await admin.admin.updateSettings({ lang: 'zh_CN' })
    await bob.tickets.pick({ id })
    await bob.tickets.update({ id, status: 5 })
    await deliver(team)
    team.pass({ minutes: 1 })
    await deliver(team)
    for (const bot of bots)
      assert.deepEqual(
        texts(chat, bot).slice(1),
        [`Open now, until 12:00\n${here}/`, `可以取回：#${id}（red kettle）\n${here}/t/${id}`],
        bot,
      )
    // A message that the team no longer chooses is not sent, even if it was waiting.
    await createTicket(await team.user())
    await team.running.deliver()
    await admin.admin.updateSettings({ messages: { ...messages, chat: [] } })
    team.pass({ minutes: 1 })
    await deliver(team)
    assert.equal(all(chat).length, 3 * bots.length)
    for (const word of Object.values(private_)) assert.ok(!all(chat).join().includes(word), word)
  })

  test('a chat that refuses its key is reported at once, and gets the next message again', async () => {
    await using chatted = await chatting({ on })
    const { team, chat } = chatted
    const admin = await team.admin()
    for (const bot of bots) chat.forgotten.add(bot)
    await createTicket(await team.user())
    await deliver(team)
    const refused = await admin.messages.sent()
    for (const { channel, error } of refused.channels)
      assert.equal(error, 'It refused access. Check the key or token in the configuration.', channel)
    assert.ok(refused.list.every(({ failed, waiting }) => failed === 1 && waiting === 0))
    const told = JSON.stringify(refused)
    for (const secret of [...chat.secrets, 'kettle', '127.0.0.1']) assert.ok(!told.includes(secret), secret)
    team.pass({ minutes: 1 })
    for (const bot of bots)
      await assert.rejects(admin.messages.test({ channel: bot }), {
        code: 'channel_refused',
        message: /It refused access/,
      })

    chat.forgotten.clear()
    team.pass({ minutes: 1 })
    await createTicket(await team.user(), { device: 'fan' })
    await deliver(team)
    team.pass({ minutes: 1 })
    for (const bot of bots) {
      await admin.messages.test({ channel: bot })
      assert.deepEqual(
        texts(chat, bot),
        [
          `New ticket: #2 (fan)\n${here}/t/2`,
          `This is a test message. If you can read it, messages arrive here.\n${here}/`,
        ],
        bot,
      )
      await assert.rejects(admin.messages.test({ channel: bot }), { code: 'channel_refused', message: /too busy/ })
    }
  })
})

test('texts in chats cannot mention people or become links, and fit the limit of the chat', async () => {
  await using chatted = await chatting()
  const { team, chat } = chatted
  const user = await team.user()
  const tricks =
    '@all <!channel> <at user_id="all"> @room <http://evil.example|x> [x](https://evil.example/y) www.evil.example & co'
  await createTicket(user, { device: tricks })
  await deliver(team)
  for (const bot of bots) {
    const [text = ''] = texts(chat, bot)
    assert.equal(text.replaceAll('\u200b', ''), `New ticket: #1 (${tricks})\n${here}/t/1`, bot)
    for (const trick of ['@all', '@room', '<!', '<at', 'http://evil', '](', 'evil.example'])
      assert.ok(!text.includes(trick), `${bot}: ${trick}`)
  }
  // Twenty at once, with the longest names.
  for (let i = 0; i < 20; i += 1) await createTicket(user, { device: '电'.repeat(128) })
  await team.running.deliver()
  team.pass({ minutes: 1 })
  await deliver(team)
  for (const bot of bots) {
    const text = `${texts(chat, bot)[1]}\n`
    for (let id = 2; id <= 21; id += 1)
      assert.ok(text.includes(`#${id} (`) && text.includes(`${here}/t/${id}\n`), `${bot} ${id}`)
  }
  assert.ok(texts(chat, 'dingtalk')[1]?.includes(`#2 (${'电'.repeat(128)})\n`))
})

test('chats get messages no faster than they allow, with several tickets in one message', async () => {
  await using chatted = await chatting()
  const { team, chat } = chatted
  const admin = await team.admin()
  await admin.admin.updateSettings({ rates: { ...defaultSettings.rates, ticketsPerHour: 1000 } })
  const user = await team.user()
  for (let made = 0, passed = 0; passed < 75; passed += 1) {
    // Two hundred within a minute.
    const now = Math.min(200, Math.ceil(((passed + 1) * 200) / 60)) - made
    await Promise.all(Array.from({ length: now }, () => createTicket(user)))
    made += now
    await team.running.deliver()
    team.pass({ seconds: 1 })
  }
  assert.equal(chat.tooFast(), 0)
  for (const bot of bots) {
    const told = texts(chat, bot).flatMap((text) => [...text.matchAll(/#(\d+) \(/g)].map(([, id]) => Number(id)))
    assert.deepEqual(
      told.toSorted((a, b) => a - b),
      Array.from({ length: 200 }, (_, i) => i + 1),
      bot,
    )
    assert.ok(texts(chat, bot).length < 100, bot)
  }
  const { list, channels } = await admin.messages.sent()
  for (const bot of bots) {
    const day = list.find(({ channel }) => channel === bot)
    assert.equal(day?.sent, texts(chat, bot).length)
    assert.deepEqual([day?.dropped, day?.waiting, day?.failed], [200 - texts(chat, bot).length, 0, 0])
  }
  assert.ok(channels.every(({ waiting, error }) => waiting === 0 && error === ''))
})

test('a chat that fails or slows down gets its messages later and delays no other chat', async () => {
  await using chatted = await chatting()
  const { team, chat, faults } = chatted
  const admin = await team.admin()
  const user = await team.user()
  faults.set('wecom', 'refuses').set('feishu', 'works and drops the answer').set('dingtalk', 'answers HTML')
  faults.set('matrix', 'works and drops the answer')
  await createTicket(user)
  await deliver(team)
  assert.deepEqual(texts(chat, 'slack'), [`New ticket: #1 (kettle)\n${here}/t/1`])
  const { channels } = await admin.messages.sent()
  assert.deepEqual(Object.fromEntries(channels.map(({ channel, waiting, error }) => [channel, [waiting, error]])), {
    wecom: [1, 'The connection was lost before it answered.'],
    feishu: [1, 'The connection was lost before it answered.'],
    dingtalk: [1, 'We could not understand its answer. Is the address right?'],
    slack: [0, ''],
    matrix: [1, 'The connection was lost before it answered.'],
  })
  faults.set('slack', 'is busy').delete('feishu')
  faults.delete('matrix')
  for (let i = 0; i < 6; i += 1) {
    await createTicket(user)
    team.pass({ minutes: 10 })
    await deliver(team)
  }
  assert.deepEqual([texts(chat, 'wecom').length, texts(chat, 'dingtalk').length], [0, 0])
  faults.clear()
  for (let i = 0; i < 4; i += 1) {
    team.pass({ minutes: 30 })
    await deliver(team)
  }
  for (const bot of bots) {
    const told =
      texts(chat, bot)
        .join('\n')
        .match(/#\d+ \(/g) ?? []
    assert.equal(new Set(told).size, 7, bot)
    // A message that was accepted although the answer was lost is sent again with the same id. Matrix recognises it.
    assert.equal(told.length, bot === 'feishu' ? 8 : 7, bot)
  }
  assert.equal(chat.said.feishu[0]?.id, chat.said.feishu[1]?.id)
  assert.equal(chat.said.feishu[0]?.text, chat.said.feishu[1]?.text)
  assert.ok((await admin.messages.sent()).channels.every(({ waiting, error }) => waiting === 0 && error === ''))
})

test('checking the settings of a chat posts nothing in it', async () => {
  await using chatted = await chatting()
  const { team, chat, env } = chatted
  const checked = async (more: Record<string, string>) => {
    const found: string[] = []
    for await (const { what, problem } of doctor({ DATA_DIR: team.fresh.dir, WEB_PUSH: 'off', ...env, ...more }))
      if (what.startsWith('messages')) found.push(`${what}: ${problem ?? 'works'}`)
    return found
  }
  assert.deepEqual(
    await checked({}),
    bots.map((bot) => `messages over ${bot}: works`),
  )
  assert.deepEqual(
    await checked({
      MATRIX_ROOM: '!other:example.org',
      SLACK_BOT_URL: 'http://127.0.0.1:9/x',
    }),
    [
      'messages over wecom: works',
      'messages over feishu: works',
      'messages over dingtalk: works',
      'messages over slack: It cannot be reached (ECONNREFUSED).',
      'messages over matrix: MATRIX_ROOM names something that does not exist, or that we may not use.',
    ],
  )
  assert.deepEqual(all(chat), [])
})

test('a chat that asks for a pause gets no messages during it', async () => {
  await using chatted = await chatting()
  const { team, chat } = chatted
  const admin = await team.admin()
  chat.crowd()
  await createTicket(await team.user())
  await deliver(team)
  for (const { channel, waiting, error } of (await admin.messages.sent()).channels)
    assert.deepEqual([waiting, error], [1, 'It is too busy and asks us to try later.'], channel)
  const heard = () => bots.filter((bot) => chat.said[bot].length > 0)
  team.pass({ seconds: 59 })
  await deliver(team)
  assert.deepEqual(heard(), ['slack'])
  team.pass({ minutes: 3 })
  await deliver(team)
  assert.deepEqual(heard(), ['wecom', 'feishu', 'slack', 'matrix'])
  team.pass({ minutes: 15 })
  await deliver(team)
  assert.deepEqual(heard(), bots)
  // Matrix asked for a pause that was too short.
  assert.equal(chat.tooFast(), bots.length + 1)
})
