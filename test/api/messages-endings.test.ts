import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { pushPeer } from '../peers/push.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { wechatPeer } from '../peers/wechat.ts'
import { onEachDatabase } from '../support/databases.ts'
import { chooseMessages, confirmMail, deliverMails, recipients, runJob, setLocalTime } from '../support/messages.ts'
import { newTeam, type Person, type Team, type TeamOptions, withPassword } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const mail = (peer: SmtpPeer) => ({ MAIL_FROM: 'repair@example.org', DEFAULT_LANG: 'en_US', SMTP_URL: peer.url })

async function mailing(on: DialectName = 'sqlite', env: TeamOptions['env'] = {}) {
  let gone = ''
  const refusal = Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 })
  const peer = await smtpPeer({ onRcptTo: ({ address }, _session, done) => done(address === gone ? refusal : null) })
  const team = await newTeam({ on, env: { ...mail(peer), ...env } })
  const admin = await team.admin()
  await admin.admin.updateSettings({ adminSessionHours: 8760, memberSessionDays: 365 })
  return {
    peer,
    team,
    admin,
    /** From now on the mail server refuses this address. */
    closeMailbox(address: string) {
      gone = address
    },
    async [Symbol.asyncDispose]() {
      await team[Symbol.asyncDispose]()
      await peer[Symbol.asyncDispose]()
    },
  }
}

/** An account with this email address, with which a guest can log in. */
async function account(team: Team, peer: SmtpPeer, address: string): Promise<Person> {
  await team.anyone.session.mail({ mail: address })
  return team.as((await team.anyone.session.login(peer.codeTo(address))).token)
}

async function becomes(team: Team, peer: SmtpPeer, guest: Person, address: string): Promise<Person> {
  team.pass({ minutes: 6 })
  await team.anyone.session.mail({ mail: address })
  return team.as((await guest.session.login({ ...peer.codeTo(address), merge: true })).token)
}

onEachDatabase('members whose membership ended', (on) => {
  test('a person whose membership ended gets no messages for members, not even waiting ones', async () => {
    await using all = await mailing(on)
    const { team, peer, admin } = all
    const owner = await team.user('owner')
    const ann = await team.member('Ann')
    await confirmMail(ann, peer, 'ann@example.org')
    const anns = await createTicket(owner)
    await ann.tickets.pick({ id: anns })
    const { id: member } = await ann.members.checklogin()

    const thief = await (await withPassword(team, await team.member('Bob'), 'thief'))()
    await confirmMail(thief, peer, 'thief@example.org')
    const bobs = await createTicket(owner)
    await thief.tickets.pick({ id: bobs })
    const { id: stolen } = await thief.members.checklogin()
    await admin.admin.updateMember({ id: stolen, passwd: 'another correct horse' })
    await owner.tickets.addnote({ id: bobs, content: 'My secret is 1234' })
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])

    await admin.admin.updateMember({ id: member, admin: true })
    setLocalTime(team, '23:00')
    await owner.users.report({ content: 'Thank you!' })
    await owner.tickets.addnote({ id: anns, content: 'My secret is 1234' })
    await deliverMails(team, peer)
    await admin.admin.updateMember({ id: member, admin: false })
    await admin.admin.removeMember({ id: member })
    setLocalTime(team, '08:00')
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])
  })
})

onEachDatabase('messages of a guest who logs in', (on) => {
  test('a guest who logs in gets no message twice and keeps the address and unsubscribe link', async () => {
    await using all = await mailing(on)
    const { team, peer } = all
    const ann = await team.member('Ann')
    await confirmMail(ann, peer, 'ann@example.org')
    const known = await account(team, peer, 'account@example.org')
    await known.messages.choose({ kinds: { collected: true } })
    const guest = team.as((await team.anyone.session.login({ code: 'guest' })).token)
    await confirmMail(guest, peer, 'owner@example.org')
    const id = await createTicket(guest)
    await ann.tickets.pick({ id })
    await ann.tickets.update({ id, status: statuses.repaired })
    const [ready] = await deliverMails(team, peer)
    team.pass({ days: 7 })
    assert.deepEqual(recipients(await deliverMails(team, peer)), ['owner@example.org'])
    await guest.tickets.addnote({ id, content: 'The grey one.' })
    await becomes(team, peer, guest, 'account@example.org')
    assert.deepEqual(recipients(await deliverMails(team, peer)), ['ann@example.org'])
    await ann.tickets.addnote({ id, content: 'Please come.' })
    assert.deepEqual(recipients(await deliverMails(team, peer)), ['owner@example.org'])
    const [, key] = /off\?key=([\w-]+)/.exec(ready?.mail.text ?? '') ?? []
    await team.call(`/mail/off?key=${key}`, { method: 'POST' })
    await ann.tickets.addnote({ id, content: 'It waits.' })
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])
  })

  test('a guest who logs in gets the messages that were waiting, by email and in the browser', async () => {
    let clock = 0
    await using browsers = await pushPeer(() => clock)
    await using all = await mailing(on, { WEB_PUSH: 'on', WEB_PUSH_SERVICE: browsers.url })
    const { team, peer } = all
    const ann = await team.member('Ann')
    await account(team, peer, 'account@example.org')
    const guest = team.as((await team.anyone.session.login({ code: 'guest' })).token)
    await confirmMail(guest, peer, 'owner@example.org')
    const { push } = await guest.messages.choices()
    await guest.messages.subscribe(browsers.subscribe(push?.key ?? ''))
    const repaired = async (who: Person, device: string) => {
      const id = await createTicket(who, { device })
      await ann.tickets.pick({ id })
      await ann.tickets.update({ id, status: statuses.repaired })
      return `Ready to collect: #${id} (${device})`
    }
    const written = await repaired(guest, 'Kettle')
    await team.running.deliver()
    const unwritten = await repaired(guest, 'Lamp')
    const person = await becomes(team, peer, guest, 'account@example.org')
    clock = team.now()
    const mails = await deliverMails(team, peer)
    assert.deepEqual(mails.map(({ to, mail: { subject } }) => `${to}: ${subject}`).toSorted(), [
      `owner@example.org: Fettle · ${written}`,
      `owner@example.org: Fettle · ${unwritten}`,
    ])
    const shown = () => browsers.pushed.map(({ content }) => (content as { title: string }).title).toSorted()
    assert.deepEqual(shown(), [written, unwritten])
    assert.equal((await person.messages.choices()).push?.here, true)
    const later = await repaired(person, 'Radio')
    clock = team.now()
    await deliverMails(team, peer)
    assert.deepEqual(shown(), [written, unwritten, later])
  })

  test('when a guest logs in, an address that refused emails is replaced by that of the account', async () => {
    await using all = await mailing(on)
    const { team, peer } = all
    const ann = await team.member('Ann')
    const ready = async (who: Person) => {
      const id = await createTicket(who)
      await ann.tickets.pick({ id })
      await ann.tickets.update({ id, status: statuses.repaired })
      return recipients(await deliverMails(team, peer))
    }
    // One account has never said how it wants to be told things; another one has.
    for (const chooses of [false, true]) {
      const [own, login] = [`own-${chooses}@example.org`, `account-${chooses}@example.org`]
      const known = await account(team, peer, login)
      if (chooses) await known.messages.choose({ kinds: { collected: true } })
      const guest = team.as((await team.anyone.session.login({ code: 'guest' })).token)
      await confirmMail(guest, peer, own)
      all.closeMailbox(own)
      assert.deepEqual(await ready(guest), [])
      assert.equal((await guest.messages.choices()).mail?.refused, true)
      all.closeMailbox('')
      const person = await becomes(team, peer, guest, login)
      assert.deepEqual(await ready(person), [login], `chooses: ${chooses}`)
    }
    // The refused address is the one that the account logs in by.
    for (const chooses of [false, true]) {
      const login = `both-${chooses}@example.org`
      const known = await account(team, peer, login)
      if (chooses) await known.messages.choose({ kinds: { collected: true } })
      const guest = team.as((await team.anyone.session.login({ code: 'guest' })).token)
      await confirmMail(guest, peer, login)
      all.closeMailbox(login)
      assert.deepEqual(await ready(guest), [])
      all.closeMailbox('')
      const person = await becomes(team, peer, guest, login)
      assert.deepEqual(await ready(person), [], `chooses: ${chooses}`)
      assert.deepEqual((await person.messages.choices()).mail?.refused, true)
    }
  })

  test('the email address of a guest who never returns is deleted', async () => {
    await using all = await mailing(on)
    const { team, peer } = all
    await confirmMail(await team.user('guest'), peer, 'owner@example.org')
    for (let weeks = 0; weeks < 40; weeks += 1) {
      team.pass({ days: 7 })
      await runJob(team, 'tidy')
    }
    await using engine = await openEngine(team.fresh.config)
    assert.deepEqual(await engine.read((db) => db.selectFrom('notify').select('mail').execute()), [])
  })
})

test('a staffing gap that reopens overnight is sent, and several feedbacks are one email', async () => {
  await using all = await mailing()
  const { team, peer, admin } = all
  await admin.admin.updateSettings({ timetable: [{ shift: 1, from: '16:30', until: '18:00' }] })
  const ann = await team.member('Ann')
  const sheet = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, shift: 1, workers: ['Ann'], leader: 'Ann' }))
  await admin.rosters.create({ name: 'Autumn', sheet })
  await confirmMail(admin, peer, 'admin@example.org')
  await chooseMessages(admin, 'gap', 'feedback')
  setLocalTime(team, '23:00')
  const week = '2026-11-17'
  await ann.leaves.ask({ week, shift: '1', reason: 'exam' })
  await deliverMails(team, peer)
  const [leave] = (await admin.leaves.list({})).list
  await ann.leaves.cancel({ id: leave?.id ?? 0 })
  setLocalTime(team, '08:00')
  assert.deepEqual(recipients(await deliverMails(team, peer)), [])
  await ann.leaves.ask({ week, shift: '1', reason: 'exam' })
  assert.deepEqual(recipients(await deliverMails(team, peer)), ['admin@example.org'])
  const stranger = await team.user('stranger')
  for (const content of ['one', 'two', 'three']) await stranger.users.report({ content })
  const mails = await deliverMails(team, peer)
  assert.deepEqual(
    mails.map(({ mail: { subject } }) => subject),
    ['Fettle · New feedback, and 2 more'],
  )
})

test('a browser whose user is no longer a member shows no comments of owners', async () => {
  let clock = 0
  await using peer = await pushPeer(() => clock)
  await using team = await newTeam({ env: { WEB_PUSH_SERVICE: peer.url, WEB_PUSH: 'on' } })
  clock = team.now()
  const ann = await team.member('Ann')
  const owner = await team.user('owner')
  const { push } = await ann.messages.choices()
  await ann.messages.subscribe(peer.subscribe(push?.key ?? ''))
  const id = await createTicket(owner)
  await ann.tickets.pick({ id })
  const answer = async () => {
    await owner.tickets.addnote({ id, content: 'The grey one.' })
    await team.running.deliver()
    team.pass({ minutes: 10 })
    await team.running.deliver()
    return peer.pushed.length
  }
  assert.equal(await answer(), 1)
  await ann.members.logout()
  assert.equal(await answer(), 1)
})

test('the last WeChat consent is kept for “ready”, even if a comment comes first', async () => {
  let clock = 0
  await using peer = await wechatPeer(() => clock)
  const template = { id: 'both', kinds: ['ready', 'comment'], fields: { thing1: 'device', phrase3: 'status' } }
  const wechat = { WECHAT_APP_ID: peer.appId, WECHAT_APP_SECRET: peer.secret, WECHAT_BASE_URL: peer.url }
  await using team = await newTeam({ env: { ...wechat, WECHAT_TEMPLATES: JSON.stringify([template]) } })
  clock = team.now()
  const ann = team.as((await team.anyone.session.login({ code: peer.code('oAnn') })).token)
  const eve = await team.member('Eve')
  peer.messages.agree('oAnn', template.id)
  await ann.messages.consent({ template: template.id, accepted: true })
  const id = await createTicket(ann, { device: 'Kettle' })
  await eve.tickets.pick({ id })
  await eve.tickets.addnote({ id, content: 'A new fuse.' })
  await eve.tickets.update({ id, status: statuses.repaired })
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
  assert.deepEqual(
    peer.messages.taken.map(({ data }) => data['phrase3']?.value),
    ['已修好'],
  )
})

onEachDatabase('grouped messages', (on) => {
  test('a message is not moved by a process without its lease, nor while another process sends it', async () => {
    await using team = await newTeam({ on })
    await using engine = await openEngine(team.fresh.config)
    const store = new Store(engine)
    const message = (key: string) => ({
      channel: 'slack' as const,
      thing: 'chat',
      personId: null,
      key,
      waitMs: 0,
      payload: { items: [{ kind: 'test' }] },
    })
    const rows = () => engine.read((db) => db.selectFrom('outbox').orderBy('id').selectAll().execute())
    await store.upkeep((tx) => tx.outbox.addMessages([message('a'), message('b'), message('c')], 0))
    const [first, second] = await rows()
    assert.ok(first && second)
    await store.upkeep((tx) => tx.outbox.lease(second, 1000, 'another'))
    assert.equal((await store.upkeep((tx) => tx.outbox.dropFollowing(first, 10, 0))).length, 1)
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      [0, 0, 4],
    )
    const frozen = await store.upkeep((tx) => tx.outbox.lease(first, 1000, 'frozen'))
    assert.ok(frozen)
    await store.upkeep((tx) => tx.outbox.lease(frozen, 1000, 'another'))
    assert.equal(await store.upkeep((tx) => tx.outbox.rewrite(frozen, {})), false)
  })
})
