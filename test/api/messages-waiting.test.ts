import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import type { ChannelName, MessageKind } from '#contract/messages/messages.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { type PushMood, pushPeer } from '../peers/push.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { chooseMessages, confirmMail, deliverMails, runJob, setLocalTime } from '../support/messages.ts'
import { newTeam, type Person, type Team, type TeamOptions } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

/** A team whose mail server a test can take down, with Ann who repairs. */
async function mailing(on: DialectName, env: TeamOptions['env'] = {}) {
  let down = false
  const later = Object.assign(new Error('4.3.0 try later'), { responseCode: 450 })
  const peer = await smtpPeer({ onRcptTo: (_address, _session, done) => done(down ? later : null) })
  const mail = { MAIL_FROM: 'repair@example.org', DEFAULT_LANG: 'en_US', SMTP_URL: peer.url }
  const team = await newTeam({ on, env: { ...mail, ...env } })
  const admin = await team.admin()
  await admin.admin.updateSettings({ adminSessionHours: 8760, memberSessionDays: 365 })
  const ann = await team.member('Ann')
  return {
    peer,
    team,
    admin,
    ann,
    mailServerIs(state: 'down' | 'up') {
      down = state === 'down'
    },
    async [Symbol.asyncDispose]() {
      await team[Symbol.asyncDispose]()
      await peer[Symbol.asyncDispose]()
    },
  }
}

/** A person who gets only these messages by mail. */
async function owner(team: Team, peer: SmtpPeer, name: string, ...kinds: readonly MessageKind[]): Promise<Person> {
  const person = await team.user(name)
  await confirmMail(person, peer, `${name}@example.org`)
  await chooseMessages(person, ...kinds)
  return person
}

async function repaired(person: Person, member: Person, device: string): Promise<number> {
  const id = await createTicket(person, { device })
  await member.tickets.pick({ id })
  await member.tickets.update({ id, status: statuses.repaired })
  return id
}

async function repairedAnew(member: Person, id: number): Promise<void> {
  for (const status of [statuses.repairing, statuses.repaired]) await member.tickets.update({ id, status })
}

const isBusy: PushMood = ({ response }) => void response.writeHead(503).end()

const subjects = async (team: Team, peer: SmtpPeer) =>
  (await deliverMails(team, peer)).map(({ mail }) => mail.subject).toSorted()

/** The number of waiting and failed messages of a channel, as administrators see it. */
async function figures(admin: Person, channel: ChannelName) {
  const { channels, list } = await admin.messages.sent()
  const failed = list.filter((day) => day.channel === channel).reduce((sum, day) => sum + day.failed, 0)
  return { waiting: channels.find((one) => one.channel === channel)?.waiting, failed }
}

onEachDatabase('waiting messages', (on) => {
  test('a reminder to collect follows each repair of each device, and none is sent once the device is collected or repaired again', async () => {
    await using all = await mailing(on)
    const { team, peer, ann, admin } = all
    const person = await owner(team, peer, 'owner', 'uncollected')
    const kettle = await repaired(person, ann, 'Kettle')
    const lamp = await repaired(person, ann, 'Lamp')
    const radio = await repaired(person, ann, 'Radio')
    assert.deepEqual(await subjects(team, peer), [])
    team.pass({ days: 7 })
    setLocalTime(team, '23:00')
    // All three reminders are stored, and wait for the morning.
    assert.deepEqual(await subjects(team, peer), [])
    assert.equal((await figures(admin, 'mail')).waiting, 3)
    await ann.tickets.retrieve({ id: kettle })
    await repairedAnew(ann, radio)
    setLocalTime(team, '08:00')
    assert.deepEqual(await subjects(team, peer), [`Fettle · Not collected yet: #${lamp} (Lamp)`])
    // After the second repair of a device a reminder is sent as after the first.
    await repairedAnew(ann, lamp)
    team.pass({ days: 7, hours: 1 })
    assert.deepEqual(await subjects(team, peer), [
      `Fettle · Not collected yet: #${lamp} (Lamp)`,
      `Fettle · Not collected yet: #${radio} (Radio)`,
    ])
    assert.deepEqual(await subjects(team, peer), [])
  })

  test('quiet hours do not shorten the retries of a message that failed before them', async () => {
    await using all = await mailing(on)
    const { team, peer, ann, admin } = all
    const person = await owner(team, peer, 'owner', 'ready')
    setLocalTime(team, '21:40')
    const id = await repaired(person, ann, 'Kettle')
    all.mailServerIs('down')
    assert.deepEqual(await subjects(team, peer), [])
    for (const time of ['22:30', '08:00', '21:55', '22:40']) {
      setLocalTime(team, time)
      await team.running.deliver()
      assert.deepEqual(await figures(admin, 'mail'), { waiting: 1, failed: 0 }, time)
    }
    all.mailServerIs('up')
    setLocalTime(team, '08:00')
    assert.deepEqual(await subjects(team, peer), [`Fettle · Ready to collect: #${id} (Kettle)`])
  })

  test('a hand-back, merge or joining that was undone in time sends no message', async () => {
    await using all = await mailing(on)
    const { team, peer, ann } = all
    const person = await owner(team, peer, 'owner', 'collected', 'merged')
    const bob = await team.member('Bob')
    await confirmMail(bob, peer, 'bob@example.org')
    await chooseMessages(bob, 'added')
    const [kettle, lamp] = [await repaired(person, ann, 'Kettle'), await repaired(person, ann, 'Lamp')]
    assert.deepEqual(await subjects(team, peer), [])
    const { id: member } = await bob.members.checklogin()

    await ann.tickets.retrieve({ id: kettle })
    await ann.tickets.merge({ id: lamp, into: await repaired(person, ann, 'Second lamp') })
    const radio = await repaired(person, ann, 'Radio')
    await ann.tickets.assign({ id: radio, member })
    await team.running.deliver()
    await ann.tickets.unretrieve({ id: kettle })
    await ann.tickets.unmerge({ id: lamp })
    await bob.tickets.drop({ id: radio })
    assert.deepEqual(await subjects(team, peer), [])

    await ann.tickets.retrieve({ id: kettle })
    await ann.tickets.assign({ id: lamp, member })
    assert.deepEqual(await subjects(team, peer), [
      `Fettle · Collected: #${kettle} (Kettle)`,
      `Fettle · You were added to #${lamp} (Lamp)`,
    ])
  })

  test('two comments with equal words are both sent, and several feedbacks become one sentence', async () => {
    await using all = await mailing(on)
    const { team, peer, ann, admin } = all
    const person = await owner(team, peer, 'owner', 'comment')
    const id = await createTicket(person, { device: 'Kettle' })
    await ann.tickets.pick({ id })
    for (const content of ['Please come by.', 'Please come by.', 'At noon.']) await ann.tickets.addnote({ id, content })
    await confirmMail(admin, peer, 'admin@example.org')
    await chooseMessages(admin, 'feedback')
    for (const content of ['Thanks!', 'Thanks!']) await person.users.report({ content })
    const mails = await deliverMails(team, peer)
    const textTo = (name: string) => mails.find(({ to }) => to.includes(`${name}@example.org`))?.mail.text ?? ''
    assert.equal(mails.length, 2)
    assert.deepEqual(
      ['Please come by.', 'At noon.'].map((words) => textTo('owner').split(words).length - 1),
      [2, 1],
    )
    assert.equal(textTo('admin').split('sent feedback to the team').length - 1, 1)
  })

  test('the failure of a channel is reported through other channels only', async () => {
    let clock = 0
    await using browsers = await pushPeer(() => clock)
    await using all = await mailing(on, { WEB_PUSH: 'on', WEB_PUSH_SERVICE: browsers.url })
    const { team, peer, ann, admin } = all
    clock = team.now()
    const turnOn = async (person: Person) => {
      const { push } = await person.messages.choices()
      await person.messages.subscribe(browsers.subscribe(push?.key ?? ''))
    }
    await confirmMail(admin, peer, 'admin@example.org')
    await chooseMessages(admin, 'channel')
    await turnOn(admin)
    const owners = [await owner(team, peer, 'cid', 'ready'), await owner(team, peer, 'dan', 'ready')]
    for (const person of owners) await turnOn(person)
    const titles = () => browsers.pushed.map(({ content }) => (content as { title: string }).title)
    /** Two people’s messages fail for two hours. */
    const failing = async (device: string) => {
      for (const person of owners) await repaired(person, ann, device)
      for (let tries = 0; tries < 12; tries += 1) {
        await team.running.deliver()
        team.pass({ minutes: 10 })
        clock = team.now()
      }
      await runJob(team, 'messages')
      await team.running.deliver()
    }

    await owners[0]?.messages.choose({ channels: { push: false } })
    await owners[1]?.messages.choose({ channels: { push: false } })
    all.mailServerIs('down')
    await failing('Kettle')
    assert.deepEqual(titles(), ['Messages are not arriving: email'])
    assert.deepEqual(await figures(admin, 'mail'), { waiting: 2, failed: 0 })
    const before = peer.mails.length
    all.mailServerIs('up')
    const late = await deliverMails(team, peer)
    assert.deepEqual(late.flatMap(({ to }) => to).toSorted(), ['cid@example.org', 'dan@example.org'])
    assert.equal(peer.mails.length - before, 2)

    for (const person of owners) await person.messages.choose({ channels: { push: true, mail: false } })
    browsers.next(...Array.from({ length: 60 }, () => isBusy))
    await failing('Lamp')
    assert.deepEqual(titles(), ['Messages are not arriving: email'])
    assert.equal((await figures(admin, 'push')).waiting, 2)
    assert.deepEqual(
      peer.mails.slice(before + 2).map(({ to, mail }) => [...to, mail.subject]),
      [['admin@example.org', 'Fettle · Messages are not arriving: browser notifications']],
    )
  })
})
