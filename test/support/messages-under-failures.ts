import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lang } from '#contract/languages.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { Service } from '../../scripts/shared/service.ts'
import { bots, chats } from '../peers/bots.ts'
import { type Fault, faults, misbehaving } from '../peers/misbehaving.ts'
import { pushPeer } from '../peers/push.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { webhookReceiver } from '../peers/webhook.ts'
import { wechatPeer } from '../peers/wechat.ts'
import { freshDatabase } from './databases.ts'
import { failingPostgres } from './failing-postgres.ts'
import { Nodes } from './nodes.ts'
import { countDuplicates } from './repeats.ts'

export interface MessageLoad {
  readonly on: DialectName
  readonly nodes: number
  /** Each has four events: submitted, two comments by the team or two by the owner, ready. */
  readonly tickets: number
  readonly kills: number
  /** How often a separate PostgreSQL is stopped, frozen or disconnected. Statements are then cut at random, too. */
  readonly blows?: number
  readonly callMs: number
  /** Like `Math.random`; decides whether and how the other side fails. */
  readonly chance: () => number
  readonly progress?: (done: number, kills: number) => void
}

interface Owner {
  readonly token: string
  readonly lang: Lang
  readonly mail: string
  readonly openid: string
  readonly browser: string
}

/** The messages to one person by id. An id may arrive twice with the same text. */
type MessagesByKey = Map<string, string>

const program = join(import.meta.dirname, 'programs/brisk.ts')
const misbehaves = 0.05
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const template = { id: 'template-ready', kinds: ['ready'], fields: { thing1: 'device', character_string2: 'number' } }
// A chat that refuses a message permanently because of a lost header gets no retry, and the id in the answer is not
// used.
const met = faults.filter(
  (fault): fault is Fault => fault !== 'forgets who we are' && fault !== 'works and gives no id',
)
// Limits of a minute are over in a third of one.
const began = Date.now()
const fastClock = () => began + (Date.now() - began) * 3

/** Sends messages about many events over all channels, while peers fail and services are killed. Throws unless each arrives exactly once. */
export async function sendMessagesUnderFailures({
  on,
  nodes: count,
  tickets,
  kills,
  blows = 0,
  callMs,
  chance,
  progress,
}: MessageLoad) {
  await using database = blows > 0 ? await failingPostgres(chance) : undefined
  await using fresh = await freshDatabase(on, { migrated: true })
  let calm = true
  let faulty = 0
  const acts = () => !calm && chance() < misbehaves
  const fault = () => (acts() ? met[Math.floor(chance() * met.length)] : undefined)
  await using smtp = await smtpPeer({
    onRcptTo(_address, _session, callback) {
      if (!acts() || chance() < 0.5) return callback()
      faulty += 1
      callback(Object.assign(new Error('later'), { responseCode: 451 }))
    },
    onMailFrom(_address, session, callback) {
      if (!acts()) return callback()
      faulty += 1
      // The line is cut in the middle of it.
      session.transmissionType === 'SMTP'
        ? callback(Object.assign(new Error('busy'), { responseCode: 421 }))
        : callback(Object.assign(new Error('busy'), { responseCode: 450 }))
    },
  })
  await using chat = await chats(fastClock)
  await using hook = await webhookReceiver(secret, { anyTime: true })
  await using wechat = await wechatPeer(Date.now)
  await using push = await pushPeer(Date.now)
  const lateMs = callMs * 1.5
  await using chatFront = await misbehaving({ target: chat.url, fault, lateMs })
  // A webhook that answers with success has accepted the event, whatever page it sends.
  const hookFault = () => {
    const chosen = fault()
    return chosen === 'answers HTML' ? 'fails' : chosen
  }
  await using hookFront = await misbehaving({ target: hook.url, fault: hookFault, lateMs })
  await using wechatFront = await misbehaving({ target: wechat.url, fault, lateMs })
  await using pushFront = await misbehaving({ target: push.url, fault, lateMs })
  push.alsoAt(pushFront.url)
  const env = {
    ...chat.env(chatFront.url),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'repair@example.org',
    WEB_PUSH_SERVICE: pushFront.url,
    WEBHOOK_URL: hookFront.url,
    WEBHOOK_SECRET: secret,
    WECHAT_APP_ID: wechat.appId,
    WECHAT_APP_SECRET: wechat.secret,
    WECHAT_BASE_URL: wechatFront.url,
    WECHAT_TEMPLATES: JSON.stringify([template]),
    GUEST_LOGIN: 'on',
    DEMO_LOGIN: '',
    DEFAULT_LANG: 'en_US',
    LOG_LEVEL: 'fatal',
    ...(fresh.config.kind === 'postgres' ? { DATABASE_URL: database?.url ?? fresh.config.url } : {}),
    // So that a line hears which statement is a commit.
    ...(database ? { DATABASE_PREPARED: 'off' } : {}),
  }
  const dir = (node: number) => join(fresh.dir, `node-${node}`)
  await using nodes = await Nodes.open(count, (node) => {
    mkdirSync(dir(node), { recursive: true })
    return Service.launch({ command: [process.execPath, program, String(callMs)], dataDir: dir(node), env })
  })

  async function confirmMail(token: string, mail: string): Promise<void> {
    await nodes.ask((client) => client.messages.setMail({ mail }), 0, { token })
    const text = smtp.mails.findLast(({ to }) => to.includes(mail))?.mail.text ?? ''
    await nodes.ask((client) => client.messages.verifyMail({ code: /^\d{6}$/m.exec(text)?.[0] ?? '' }), 0, { token })
  }

  const guest = async () => (await nodes.ask((client) => client.session.login({ code: 'guest' }))).token
  nodes.token = await guest()
  await nodes.ask((client) => client.members.login({ code: readFileSync(join(dir(0), 'admin-code'), 'utf8').trim() }))
  const { messages } = await nodes.ask((client) => client.admin.settings())
  const loud = { ...messages, quietFrom: '00:00', quietUntil: '00:00', chat: ['ready' as const] }
  const webhook = ['ticket.created', 'ticket.commented', 'ticket.moved'] as const
  await nodes.ask((client) => client.admin.updateSettings({ messages: { ...loud, webhook: [...webhook] } }))
  await confirmMail(nodes.token, 'worker@example.org')

  const owners: Owner[] = []
  for (let i = 0; i < 6; i += 1) {
    const lang: Lang = i % 2 === 0 ? 'en_US' : 'zh_CN'
    const openid = `owner-${i}`
    const { token } = await nodes.ask((client) => client.session.login({ code: wechat.code(openid) }))
    await nodes.ask((client) => client.users.updateLocale({ lang }), 0, { token })
    const mail = `owner-${i}@example.org`
    await confirmMail(token, mail)
    const { push: offered } = await nodes.ask((client) => client.messages.choices(), 0, { token })
    const subscription = push.subscribe(offered?.key ?? '')
    const browser = subscription.endpoint.replace(push.url, pushFront.url)
    await nodes.ask((client) => client.messages.subscribe({ ...subscription, endpoint: browser }), 0, { token })
    owners.push({ token, lang, mail, openid, browser: subscription.endpoint })
  }

  calm = false
  let done = 0
  let killed = 0
  // The same words twice in one message are said once: each try has its own.
  let tries = 0
  const ofOwner = new Map<number, Owner>()
  async function happen(): Promise<void> {
    for (let i = 0; i < tickets; i += 1) {
      const owner = owners[i % owners.length]
      assert.ok(owner)
      const { token, openid } = owner
      await nodes.ask((client) => client.tickets.create({ type: 0, device: `kettle ${i}` }), i, { token })
      const { list } = await nodes.ask((client) => client.tickets.mine({ count: 1000 }), i, { token })
      // A ticket whose answer was lost with its service may exist twice.
      for (const { id } of list.filter((one) => !ofOwner.has(one.id))) {
        ofOwner.set(id, owner)
        await nodes.ask((client) => client.messages.consent({ template: template.id, accepted: true }), i, { token })
        // WeChat cannot tell a repeat from another message: each needs a consent over there.
        for (let spare = 0; spare < 5; spare += 1) wechat.messages.agree(openid, template.id)
        await nodes.ask((client) => client.tickets.pick({ id }), i)
        // A comment that the other side has answered is not told, so one side writes both.
        const writer = i % 2 === 0 ? { by: 'team', token: nodes.token } : { by: 'owner', token }
        for (let comment = 0; comment < 2; comment += 1) {
          const content = `${writer.by} about ${id}; ${++tries}`
          await nodes.ask((client) => client.tickets.addnote({ id, content }), i, writer)
        }
        await nodes.ask((client) => client.tickets.update({ id, status: 5 }), i)
      }
      done = i + 1
      progress?.(done, killed)
    }
  }
  async function kill(): Promise<void> {
    for (; killed < kills; killed += 1) {
      while (done < ((killed + 1) * tickets) / (kills + 1)) await pause(10)
      await nodes.kill(killed % count)
    }
  }
  async function strike(): Promise<void> {
    for (let struck = 0; struck < blows; struck += 1) {
      while (done < ((struck + 1) * tickets) / (blows + 1)) await pause(10)
      await database?.strike()
    }
  }
  database?.begin()
  await Promise.all([happen(), kill(), strike()])
  await database?.calm()

  /** Everything has been sent once several polls in a row found nothing waiting. */
  const health = () => nodes.ask((client) => client.messages.sent())
  const looks = 20
  for (let still = 0; still < looks; ) {
    const { channels } = await health()
    const isQuiet = channels.every(({ waiting }) => waiting === 0) && ((await database?.left()) ?? 0) === 0
    still = isQuiet ? still + 1 : 0
    await pause(callMs / 10)
  }
  const { list } = await health()
  assert.deepEqual(
    list.filter(({ failed }) => failed > 0),
    [],
    'no delivery is given up',
  )

  const messagesOf = (entries: Iterable<readonly [string, string]>): MessagesByKey => {
    const heard: MessagesByKey = new Map()
    for (const [id, text] of entries) {
      assert.equal(heard.get(id) ?? text, text, `the same id says the same: ${id}`)
      heard.set(id, text)
    }
    return heard
  }
  const mailTo = (address: string) =>
    messagesOf(
      smtp.mails
        .filter(({ to, mail }) => to.includes(address) && mail.headers.some(({ key }) => key === 'list-unsubscribe'))
        .map(({ mail }) => [mail.messageId ?? '', mail.text ?? '']),
    )
  const names = (text: string, id: number, { lang }: Owner) =>
    (lang === 'zh_CN' ? new RegExp(`#${id}（`) : new RegExp(`#${id} \\(|\\(#${id}\\)`)).test(text)
  const comments = async (id: number) => {
    const { notes } = await nodes.ask((client) => client.tickets.info({ id }))
    return notes.filter(({ type }) => type === 1)
  }

  let told = 0
  const worker = mailTo('worker@example.org')
  const inbox = new Map(owners.map((owner) => [owner, mailTo(owner.mail)]))
  const notices = new Map(
    owners.map((owner) => {
      const mine = push.pushed.filter(({ endpoint }) => endpoint === owner.browser)
      return [owner, messagesOf(mine.map(({ content, topic }) => [topic ?? '', JSON.stringify(content)]))]
    }),
  )
  for (const [id, owner] of ofOwner) {
    const said = await comments(id)
    const ofTeam = said.filter(({ content }) => content.startsWith('team')).length
    // A comment whose answer was lost may be stored twice; each is sent.
    const times = (heard: MessagesByKey | undefined, part: string) =>
      [...(heard?.values() ?? [])].reduce((sum, text) => sum + text.split(part).length - 1, 0)
    assert.equal(times(inbox.get(owner), `team about ${id};`), ofTeam, `owner's mails about ${id}`)
    assert.equal(times(worker, `owner about ${id};`), said.length - ofTeam, `the worker's mails about ${id}`)
    assert.equal(times(inbox.get(owner), `owner about ${id};`), 0, 'people get no message about their own action')
    const isReady = (text: string) =>
      text.includes(owner.lang === 'zh_CN' ? '修好了' : 'is repaired') && names(text, id, owner)
    const ready = (heard: MessagesByKey | undefined) => [...(heard?.values() ?? [])].filter(isReady).length
    assert.equal(ready(inbox.get(owner)), 1, `ready by mail: ${id}`)
    assert.equal(ready(notices.get(owner)), 1, `ready by push: ${id}`)
    // WeChat cannot tell a message that comes again.
    const inWechat = wechat.messages.taken.filter(
      ({ touser, data }) => touser === owner.openid && data['character_string2']?.value === String(id),
    )
    assert.ok(inWechat.length >= 1, `WeChat about ${id}`)
    for (const bot of bots) {
      const heard = messagesOf(chat.said[bot].map(({ id: message, text }) => [message, text]))
      const of = [...heard.values()].filter((text) => new RegExp(`/t/${id}(?!\\d)`).test(text))
      assert.equal(of.length, 1, `${bot} about ${id}`)
    }
    const events = hook.told.filter(({ data }) => data['ticket'] === id).map(({ type }) => type)
    assert.equal(events.length, 2 + said.length, `the webhook about ${id}`)
    told += events.length
  }
  assert.equal(chat.tooFast(), 0, 'no bot is called too often')
  for (const front of [chatFront, hookFront, wechatFront, pushFront])
    faulty += [...front.met.values()].reduce((sum, times) => sum + times, 0)
  const repeats = countDuplicates({
    mails: { ids: smtp.mails.map(({ to, mail }) => `${to} ${mail.messageId}`) },
    pushes: { ids: push.pushed.map(({ topic }) => topic ?? ''), front: pushFront },
    chats: { ids: bots.flatMap((bot) => chat.said[bot].map(({ id }) => id)), front: chatFront },
    webhooks: { ids: hook.heard, front: hookFront },
    // Of these it knows no id.
    wechat: {
      ids: wechat.messages.taken.map(({ touser, data }) => `${touser} ${data['character_string2']?.value}`),
      front: wechatFront,
    },
  })
  // A node that is killed may have delivered what it could not write down any more.
  if (kills === 0) assert.deepEqual(repeats.unexplained, [], 'only messages without an answer are repeated')
  return {
    tickets: ofOwner.size,
    events: told,
    faults: faulty,
    mails: smtp.mails.length,
    pushed: push.pushed.length,
    repeats,
    blows: database?.met ?? {},
  }
}
