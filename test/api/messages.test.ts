import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type MessageKind, messageKinds } from '#contract/messages/messages.ts'
import { openEngine } from '#store/engine/open.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { chooseMessages, confirmMail, deliverMails, recipients, runJob, setLocalTime } from '../support/messages.ts'
import { announcedDay, dayIn, deskRole, ownerWithTicket, staffedDay } from '../support/repair-days.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

interface Scene {
  readonly team: Team
  readonly peer: SmtpPeer
  readonly owner: Person
  readonly admin: Person
  readonly ann: Person
  readonly bob: Person
  readonly cid: Person
  readonly everybody: readonly Person[]
  /** A ticket of the owner's that Ann works on. */
  readonly ticket: () => Promise<number>
  /** Waits for this time of the team's clock. */
  readonly at: (time: string) => void
}

const env = {
  MAIL_FROM: 'repair@example.org',
  DEFAULT_LANG: 'en_US',
  // No server listens there.
  EXTERNAL: 'webhook',
  EXTERNAL_URL: 'http://127.0.0.1:9',
  EXTERNAL_TOKEN: `whsec_${'A'.repeat(32)}`,
  EXTERNAL_PRIVATE: 'on',
  EXTERNAL_GIVE_UP: '1',
  SLACK_BOT_URL: 'http://127.0.0.1:9/hook',
  MESSAGES_PRIVATE: 'on',
}

/** Ann and Bob are on duty every day; Cid and the administrator are not. */
async function scene(team: Team, peer: SmtpPeer): Promise<Scene> {
  const admin = await team.admin()
  await admin.admin.updateSettings({
    timetable: [{ shift: 1, from: '09:30', until: '12:00' }],
    memberSessionDays: 365,
    adminSessionHours: 8760,
  })
  const [ann, bob, cid] = [await team.member('Ann'), await team.member('Bob'), await team.member('Cid')]
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  await admin.rosters.create({
    name: 'Autumn',
    sheet: weekdays.map((weekday) => ({ weekday, shift: 1, workers: ['Ann', 'Bob'], leader: 'Ann' })),
  })
  const owner = await team.user('owner')
  const people = { owner, admin, ann, bob, cid }
  for (const [name, person] of Object.entries(people)) await confirmMail(person, peer, `${name}@example.org`)
  return {
    team,
    peer,
    ...people,
    everybody: Object.values(people),
    async ticket() {
      const id = await createTicket(owner, { device: 'Kettle' })
      await ann.tickets.pick({ id })
      return id
    },
    at: (time) => setLocalTime(team, time),
  }
}

const clockOf = (team: Team) => Temporal.Instant.fromEpochMilliseconds(team.now()).toString()
const to = (...names: readonly string[]) => names.map((name) => `${name}@example.org`)

/** How each kind of message is caused, and who gets it. A kind without a scene does not compile. */
const scenes: { readonly [K in MessageKind]: (scene: Scene) => Promise<readonly string[]> } = {
  async comment({ ann, ticket }) {
    await ann.tickets.addnote({ id: await ticket(), content: 'Which adapter?' })
    return to('owner')
  },
  async waiting({ ann, ticket }) {
    await ann.tickets.update({ id: await ticket(), status: 4 })
    return to('owner')
  },
  async idle({ team, admin, ticket }) {
    await ticket()
    await admin.admin.updateSettings({ claimDays: 1 })
    team.pass({ days: 1 })
    await runJob(team, 'claims')
    return to('ann')
  },
  async idle_team({ team, admin, at }) {
    team.pass({ days: 3 })
    at('13:00')
    await runJob(team, 'claims')
    await admin.admin.updateSettings({ claimDays: 0 })
    return to('admin')
  },
  async merged({ ann, ticket }) {
    await ann.tickets.merge({ id: await ticket(), into: await ticket() })
    return to('owner')
  },
  async uncollected({ team, ann, ticket }) {
    const id = await ticket()
    await ann.tickets.update({ id, status: 5 })
    team.pass({ days: 7 })
    return to('owner')
  },
  async ready({ ann, ticket }) {
    await ann.tickets.update({ id: await ticket(), status: 5 })
    return to('owner')
  },
  async unrepairable({ ann, ticket }) {
    await ann.tickets.update({ id: await ticket(), status: 6 })
    return to('owner')
  },
  async collected({ ann, ticket }) {
    await ann.tickets.retrieve({ id: await ticket() })
    return to('owner')
  },
  async called({ ann, ticket }) {
    const id = await ticket()
    await ann.counter.arrive({ id })
    await ann.counter.call({ id })
    return to('owner')
  },
  async soon({ ann, ticket }) {
    const id = await ticket()
    for (const device of ['Iron', 'Lamp']) await ann.counter.create({ type: 0, device, queue: true })
    await ann.counter.arrive({ id })
    await ann.counter.call({})
    return to('owner')
  },
  async booking_tomorrow({ team, owner, ticket, at }) {
    at('17:00')
    const { id } = await announcedDay(team, dayIn(team, 1))
    await owner.repairDays.book({ id, ticket: await ticket(), backedUp: true })
    at('18:00')
    return to('owner')
  },
  async place_offered({ team, owner, ticket, at }) {
    at('13:00')
    const { id } = await announcedDay(team, dayIn(team, 3))
    const first = await ownerWithTicket(team)
    await first.owner.repairDays.book({ id, ticket: first.ticket, backedUp: true })
    await owner.repairDays.book({ id, ticket: await ticket(), backedUp: true })
    await first.owner.repairDays.unbook({ id, ticket: first.ticket })
    return to('owner')
  },
  async day_changed({ team, admin, owner, ticket, at }) {
    at('13:00')
    const { id } = await announcedDay(team, dayIn(team, 3))
    await owner.repairDays.book({ id, ticket: await ticket(), backedUp: true })
    await admin.planner.cancel({ id })
    return to('owner')
  },
  async help_tomorrow({ team, ann, at }) {
    at('17:00')
    const { id, roles } = await staffedDay(team, [deskRole], dayIn(team, 1))
    await ann.helpers.help({ id, role: roles[0] })
    at('18:00')
    return to('ann')
  },
  async help_asked({ team, ann, bob, at }) {
    at('13:00')
    const { id, roles } = await staffedDay(team, [deskRole], dayIn(team, 9))
    for (const one of [ann, bob]) await one.helpers.help({ id, role: roles[0] })
    await ann.helpers.unhelp({ id, role: roles[0] })
    return to('bob')
  },
  async help_changed({ team, admin, ann, at }) {
    at('13:00')
    const { id, roles } = await staffedDay(team, [deskRole], dayIn(team, 3))
    await ann.helpers.help({ id, role: roles[0] })
    await admin.planner.cancel({ id })
    return to('ann')
  },
  async task_due({ team, admin, ann, at }) {
    at('17:00')
    const { id, version, from } = await announcedDay(team, dayIn(team, 1))
    const { id: member } = await ann.members.checklogin()
    const due = from.slice(0, 10)
    await admin.dayTasks.set({ id, version, tasks: [{ text: 'Print the poster', due, member }] })
    at('18:00')
    return to('ann')
  },
  async help_gap({ team, at }) {
    at('13:00')
    await staffedDay(team, [deskRole], dayIn(team, 6))
    return to('admin')
  },
  async answered({ owner, ticket }) {
    await owner.tickets.addnote({ id: await ticket(), content: 'The grey one.' })
    return to('ann')
  },
  async added({ ann, bob, ticket }) {
    const { id: member } = await bob.members.checklogin()
    await ann.tickets.assign({ id: await ticket(), member })
    return to('bob')
  },
  async shift_tomorrow({ at }) {
    at('18:00')
    return to('ann', 'bob')
  },
  async shift_soon({ at }) {
    at('08:30')
    return to('ann', 'bob')
  },
  async shift_gap({ admin, at }) {
    at('13:00')
    await admin.admin.updateSettings({ minimumPerShift: 3 })
    // Tomorrow's shifts and those of the day after are in one message.
    return to('ann', 'bob')
  },
  async gap({ admin, at }) {
    at('13:00')
    await admin.admin.updateSettings({ minimumPerShift: 3 })
    return to('admin')
  },
  async offer({ ann, at }) {
    at('13:00')
    await ann.leaves.ask({ week: '2026-12-25', shift: '1', reason: 'exam' })
    return to('admin', 'cid')
  },
  async place_taken({ ann, cid, at }) {
    at('13:00')
    await ann.leaves.ask({ week: '2026-12-26', shift: '1', reason: 'exam' })
    const { list } = await cid.leaves.open()
    await cid.leaves.take({ id: list.find(({ date }) => date === '2026-12-26')?.id ?? 0 })
    return to('ann')
  },
  async summary({ ann, at, team }) {
    at('09:30')
    await ann.conclusions.write({ week: '1', shift: '1', conclusion: 'The bench lamp flickers.' })
    team.pass({ days: 1 })
    return to('ann', 'bob')
  },
  async new_ticket({ owner, at }) {
    at('10:00')
    await createTicket(owner, { device: 'Lamp' })
    return to('ann', 'bob')
  },
  async external({ team, ann, ticket, at }) {
    at('13:00')
    await ann.tickets.forward({ id: await ticket() })
    await team.running.deliver()
    team.pass({ hours: 2 })
    await team.running.deliver()
    return to('admin')
  },
  async feedback({ owner }) {
    await owner.users.report({ content: 'Thank you!' })
    return to('admin')
  },
  async upkeep({ team, at }) {
    at('13:00')
    const backups = join(team.fresh.dir, 'backups')
    rmSync(backups, { recursive: true, force: true })
    writeFileSync(backups, 'in the way')
    await assert.rejects(runJob(team, 'backup'))
    return to('admin')
  },
  async channel({ team, owner, admin, at }) {
    await admin.admin.updateSettings({ messages: { ...(await admin.admin.settings()).messages, chat: ['new_ticket'] } })
    at('10:00')
    await createTicket(owner, { device: 'Lamp' })
    await team.running.deliver()
    await team.running.deliver()
    team.pass({ hours: 1 })
    await team.running.deliver()
    return to('admin')
  },
}

onEachDatabase('recipients of messages', (on) => {
  test('each kind of message reaches the people in the table once, except the person who acted', async (t) => {
    await using peer = await smtpPeer()
    await using team = await newTeam({ on, env: { ...env, SMTP_URL: peer.url } })
    const all = await scene(team, peer)
    for (const kind of Object.keys(scenes) as MessageKind[]) {
      // PostgreSQL is backed up with its own tools.
      if (kind === 'upkeep' && on === 'postgres') continue
      await t.test(kind, async () => {
        await all.admin.admin.updateSettings({ minimumPerShift: 1 })
        for (const person of all.everybody) await chooseMessages(person, kind)
        const expected = await scenes[kind](all)
        assert.deepEqual(recipients(await deliverMails(team, peer)), expected.toSorted())
        assert.deepEqual(recipients(await deliverMails(team, peer)), [])
      })
    }
  })
})

onEachDatabase('reminders', (on) => {
  test('scheduled messages are sent once, despite clock jumps, zone changes and two nodes', async () => {
    await using peer = await smtpPeer()
    await using team = await newTeam({ on, env: { ...env, SMTP_URL: peer.url } })
    const { ann, bob, admin, at } = await scene(team, peer)
    await chooseMessages(ann, 'shift_tomorrow')
    await chooseMessages(bob)
    at('15:00')
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])
    team.setClock({ days: 3, hours: 4 })
    assert.deepEqual(recipients(await deliverMails(team, peer)), [], 'a clock that jumped sends no message')
    team.setClock({ days: -3, hours: -4 })
    at('18:00')
    const second =
      on === 'postgres'
        ? await newTeam({ on, env: { ...env, SMTP_URL: peer.url }, beside: team, at: clockOf(team) })
        : undefined
    await runJob(team, 'messages')
    if (second) await runJob(second, 'messages')
    assert.deepEqual(recipients(await deliverMails(team, peer)), to('ann'))
    await second?.[Symbol.asyncDispose]()
    await admin.admin.updateSettings({ timeZone: 'Asia/Tokyo' })
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])
    // A reminder that waited for a broken mail server is not sent on the next day.
    await admin.admin.updateSettings({ timeZone: 'Asia/Shanghai' })
    at('18:00')
    await runJob(team, 'messages')
    team.pass({ hours: 7 })
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])
  })

  test('reminders of a shift move to the substitute', async () => {
    await using peer = await smtpPeer()
    await using team = await newTeam({ on, env: { ...env, SMTP_URL: peer.url } })
    const { ann, everybody, at } = await scene(team, peer)
    for (const person of everybody) await chooseMessages(person, 'shift_tomorrow')
    await ann.leaves.ask({ week: '2026-11-17', shift: '1', reason: 'exam', substitute: 'Cid' })
    at('18:00')
    assert.deepEqual(recipients(await deliverMails(team, peer)), to('bob', 'cid'))
    // A cancelled shift sends no reminder.
    await ann.leaves.ask({ week: '2026-11-18', shift: '1', reason: 'exam' })
    at('17:00')
    await runJob(team, 'messages')
    await (await team.admin()).duty.update({ isInDuty: false, currentDuty: 'off', offDutyReason: 'exams' })
    at('18:00')
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])
  })
})

onEachDatabase('waiting messages of people', (on) => {
  test('erasing a person deletes their address, choices and messages', async () => {
    await using peer = await smtpPeer()
    await using team = await newTeam({ on, env: { ...env, SMTP_URL: peer.url } })
    const { owner, ann, everybody, ticket } = await scene(team, peer)
    for (const person of everybody) if (person !== owner) await chooseMessages(person)
    const id = await ticket()
    await ann.tickets.addnote({ id, content: 'Which adapter?' })
    await team.running.deliver()
    await ann.tickets.retrieve({ id })
    await owner.users.erase({})
    assert.deepEqual(recipients(await deliverMails(team, peer)), [])
    await using engine = await openEngine(team.fresh.config)
    const left = await engine.read(async (db) => [
      await db.selectFrom('notify').where('mail', '=', 'owner@example.org').selectAll().execute(),
      await db.selectFrom('outbox').where('person_id', 'is not', null).selectAll().execute(),
    ])
    assert.deepEqual(left, [[], []])
  })

  test('an unreadable occasion of a message delays no other message', async () => {
    await using peer = await smtpPeer()
    await using team = await newTeam({ on, env: { ...env, SMTP_URL: peer.url } })
    const { ann, ticket } = await scene(team, peer)
    const id = await ticket()
    await team.running.deliver()
    await using engine = await openEngine(team.fresh.config)
    await engine.change((db) => db.insertInto('occasion').values({ said: 'nonsense', created_at: 1 }).execute())
    await ann.tickets.addnote({ id, content: 'Which adapter?' })
    // The first run finds the unreadable occasion; in the next run it blocks no other.
    await runJob(team, 'occasions').catch(() => {})
    await runJob(team, 'occasions')
    assert.deepEqual(recipients(await deliverMails(team, peer)), ['owner@example.org'])
  })

  test('one event for ten thousand people makes ten thousand messages, once', async () => {
    await using peer = await smtpPeer()
    await using team = await newTeam({ on, env: { ...env, SMTP_URL: peer.url } })
    const { ann } = await scene(team, peer)
    const many = 10_000
    await using engine = await openEngine(team.fresh.config)
    const people = await engine.change(async (db) => {
      const added: number[] = []
      for (let i = 0; i < many; i += 500) {
        const names = Array.from({ length: 500 }, (_, n) => `member ${i + n}`)
        const unseen = { admin: 0, active: 1, created_at: 0, seen_at: null }
        const members = await db
          .insertInto('member')
          .values(names.map((name) => ({ name, ...unseen })))
          .returning('id')
          .execute()
        const blank = { name: '', phone: '', lang: null, created_at: 0, proven_at: 1 }
        const persons = await db
          .insertInto('person')
          .values(members.map(({ id }) => ({ ...blank, member_id: id })))
          .returning('id')
          .execute()
        const choices = '{"kinds":{"offer":true}}'
        await db
          .insertInto('notify')
          .values(
            persons.map(({ id }) => ({ person_id: id, choices, mail: `m${id}@example.org`, mail_key: `key ${id}` })),
          )
          .execute()
        added.push(...persons.map(({ id }) => id))
      }
      return added
    })
    await ann.leaves.ask({ week: '2026-12-25', shift: '1', reason: 'exam' })
    await team.running.deliver()
    const told = await engine.read((db) =>
      db.selectFrom('outbox').where('kind', '=', 'message').select('person_id').execute(),
    )
    const expected = new Set(people)
    assert.deepEqual(new Set(told.map((row) => row.person_id)).intersection(expected).size, many)
    assert.equal(told.filter((row) => expected.has(row.person_id ?? 0)).length, many)
  })
})

test('some kinds of messages are off by default', () => {
  const off = Object.entries(messageKinds).filter(([, { on }]) => !on)
  assert.deepEqual(
    off.map(([kind]) => kind),
    ['collected', 'new_ticket'],
  )
})
