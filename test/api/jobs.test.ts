import assert from 'node:assert/strict'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { operations, targets } from '#contract/codes.ts'
import { day, hour, minute, second } from '#kit/time.ts'
import type { Db } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import { freshDatabase, onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Team, withPassword } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

async function doJob(team: Team, name: string): Promise<void> {
  const job = team.running.jobs.find((one) => one.name === name)
  assert.ok(job, name)
  await job.run(new AbortController().signal)
}

async function inDatabase<T>(team: Team, work: (db: Db) => Promise<T>): Promise<T> {
  await using engine = await openEngine(team.fresh.config)
  return await engine.change(work)
}

/** All rows that could be deleted, or that say when something expires. */
const rows = (team: Team): Promise<Record<string, string[]>> =>
  inDatabase(team, async (db) => {
    const found: Record<string, string[]> = {}
    for (const table of 'person session code idempotency_key notice outbox log media ticket note situation'.split(
      ' ',
    )) {
      const result = await sql.raw(`select * from ${table}`).execute(db)
      found[table] = result.rows.map((row) => JSON.stringify(row)).sort()
    }
    return found
  })

/** The tickets whose personal data was deleted. */
const scrubbed = (team: Team): Promise<string[]> =>
  inDatabase(team, async (db) => {
    const found = await db.selectFrom('ticket').where('scrubbed', '=', 1).select('device').execute()
    return found.map(({ device }) => device)
  })

test('the nightly backup follows the current time zone of the team', async () => {
  await using team = await newTeam({ at: '2026-11-15T18:59:00Z' }) // 02:59 in Shanghai
  const dir = join(team.fresh.dir, 'backups')
  await doJob(team, 'backup')
  team.pass({ minutes: 1 })
  await doJob(team, 'backup')
  assert.deepEqual(readdirSync(dir), ['fettle-2026-11-16.db'])
  assert.match(team.logged(), /"msg":"backup taken and verified"/)
  await (await team.admin()).admin.updateSettings({ timeZone: 'America/New_York' })
  await doJob(team, 'backup')
  assert.deepEqual(readdirSync(dir), ['fettle-2026-11-15.db', 'fettle-2026-11-16.db'])
  // With a clock that jumped, a backup is made and none is removed.
  for (const date of ['11', '12', '13'])
    copyFileSync(join(dir, 'fettle-2026-11-15.db'), join(dir, `fettle-2026-11-${date}.db`))
  const there = readdirSync(dir)
  team.setClock({ days: 40 })
  await doJob(team, 'backup')
  assert.deepEqual(readdirSync(dir).sort(), [...there, 'fettle-2026-12-25.db'].sort())
})

onEachDatabase('scheduled jobs', (on) => {
  test('each job runs at its interval; expired data is deleted every hour, and never a millisecond early', async () => {
    await using team = await newTeam({ on, pace: { pollMs: 2 * hour } })
    assert.deepEqual(Object.fromEntries(team.running.jobs.map(({ name, everyMs }) => [name, everyMs])), {
      'check destinations': undefined,
      'forwarded file': undefined,
      'occasions set aside': undefined,
      'unfinished pictures': undefined,
      watch: second,
      tally: second,
      index: second,
      occasions: 2 * hour,
      deliver: 2 * hour,
      'cap outbox delays': minute,
      messages: minute,
      claims: 10 * minute,
      'repair days': minute,
      'held pictures': minute,
      'unused pictures': 10 * minute,
      'admin code': minute,
      staff: minute,
      'outbox metrics': 10 * second,
      live: second,
      compare: 10 * minute,
      attempts: minute,
      clock: minute,
      tidy: hour,
      ...(on === 'sqlite' ? { backup: 10 * minute } : {}),
    })
    const ann = await team.user('ann')
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    for (const device of ['over', 'not over', 'paper: over', 'paper: not over'])
      await ann.tickets.cancel({ id: await createTicket(ann, { device }) })
    await (await team.admin()).admin.updateSettings({ receiptDays: 10 })
    const now = team.now()
    const pictureNames: Readonly<Record<string, string>> = {
      over: `${'over'.padEnd(22, '-')}.jpg`,
      'not over': `${'not-over'.padEnd(22, '-')}.jpg`,
    }
    /** The last moment that has expired by now, and the first that has not. */
    const around = (last: number) => [
      { name: 'over', at: last },
      { name: 'not over', at: last + 1 },
    ]
    await inDatabase(team, async (db) => {
      const { id: person } = await db
        .selectFrom('person')
        .where('name', '=', 'Ann')
        .select('id')
        .executeTakeFirstOrThrow()
      const bytes = (text: string) => Buffer.from(text)
      for (const { name, at } of around(now - 30 * day - minute))
        await db
          .insertInto('session')
          .values({ hash: bytes(`used: ${name}`), person_id: person, created_at: at, used_at: at })
          .execute()
      for (const { name, at } of around(now - 180 * day))
        await db
          .insertInto('session')
          .values({ hash: bytes(`begun: ${name}`), person_id: person, created_at: at, used_at: now })
          .execute()
      for (const { name, at } of around(now - day - 1))
        await db
          .insertInto('code')
          .values({ hash: bytes(name), kind: 'mail', subject: name, created_at: at, expires_at: at })
          .execute()
      for (const { name, at } of around(now - day))
        await db
          .insertInto('idempotency_key')
          .values({ person_id: person, key: name, body: bytes(name), created_at: at })
          .execute()
      for (const { name, at } of around(now - 180 * day - 1))
        await db.insertInto('notice').values({ person_id: person, at, content: name }).execute()
      for (const { name, at } of around(now - 30 * day - 1))
        await db
          .insertInto('outbox')
          .values({
            destination: 'external',
            kind: 'ticket',
            lane: name,
            payload: '{}',
            created_at: at,
            due_at: at,
            state: 2,
            done_at: at,
          })
          .execute()
      for (const { name, at } of around(now - day - 1))
        await db
          .insertInto('log')
          .values({
            at,
            operation: operations.log_in,
            target: targets.user,
            before_id: 0,
            before_info: name,
            after_id: 0,
            after_info: '',
          })
          .execute()
      for (const { name, at } of around(now - day))
        await db.insertInto('person').values({ name, phone: '', created_at: at }).execute()
      for (const { name, at } of around(now - hour))
        await db
          .insertInto('media')
          .values({ name: pictureNames[name] ?? '', person_id: person, created_at: at })
          .execute()
      // Earlier ones have been checked before.
      for (const { name, at } of around(now - 40 * day - minute))
        await db
          .insertInto('person')
          .values({ name: `looked at: ${name}`, phone: '', created_at: at })
          .execute()
      for (const { name, at } of around(now)) {
        const values = { key: bytes(name), taken: 1, began_at: at - minute, until_at: at }
        await db.insertInto('attempt').values(values).execute()
      }
      for (const { name, at } of around(now - 30 * day))
        await db.updateTable('ticket').set({ ended_at: at }).where('device', '=', name).execute()
      for (const { name, at } of around(now - 10 * day)) {
        const { id } = await db
          .updateTable('ticket')
          .set({ ended_at: at, phone: '' })
          .where('device', '=', `paper: ${name}`)
          .returning('id')
          .executeTakeFirstOrThrow()
        const hash = bytes(name)
        await db.insertInto('receipt').values({ ticket_id: id, hash, created_at: at }).execute()
        const browser = { endpoint: name, p256dh: '', auth: '', created_at: at }
        await db
          .insertInto('push_subscription')
          .values({ person_id: person, session: hash, ...browser })
          .execute()
      }
      const { id: member } = await db.selectFrom('member').select('id').executeTakeFirstOrThrow()
      for (const { name, at } of around(now))
        await db
          .insertInto('kiosk')
          .values({ hash: bytes(name), member_id: member, created_at: at - hour, until_at: at })
          .execute()
    })
    await doJob(team, 'tidy')
    const left = await inDatabase(team, async (db) => {
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
      const old = await db.selectFrom('session').where('login', '=', '').select('hash').execute()
      return {
        session: old.map(({ hash }) => text(hash)).sort(),
        code: (await db.selectFrom('code').where('kind', '=', 'mail').select('subject').execute()).map(
          (one) => one.subject,
        ),
        key: (await db.selectFrom('idempotency_key').select('key').execute()).map(({ key }) => key),
        notice: (await db.selectFrom('notice').select('content').execute()).map(({ content }) => content),
        outbox: (await db.selectFrom('outbox').select('lane').execute()).map(({ lane }) => lane),
        log: (await db.selectFrom('log').where('before_info', 'like', '%over').select('before_info').execute()).map(
          (one) => one.before_info,
        ),
        person: (await db.selectFrom('person').where('name', 'like', '%over').select('name').execute())
          .map(({ name }) => name)
          .sort(),
        media: (await db.selectFrom('media').select('name').execute()).map(({ name }) => name),
        attempt: (await db.selectFrom('attempt').select('key').execute())
          .map(({ key }) => text(key))
          .filter((key) => key.endsWith('over')),
        ticket: (await db.selectFrom('ticket').where('phone', '<>', '').select('device').execute()).map(
          ({ device }) => device,
        ),
        receipt: (await db.selectFrom('receipt').select('hash').execute()).map(({ hash }) => text(hash)),
        browser: (await db.selectFrom('push_subscription').select('endpoint').execute()).map(
          ({ endpoint }) => endpoint,
        ),
        kiosk: (await db.selectFrom('kiosk').select('hash').execute()).map(({ hash }) => text(hash)),
      }
    })
    const one = ['not over']
    assert.deepEqual(left, {
      session: ['begun: not over', 'used: not over'],
      code: one,
      key: one,
      notice: one,
      outbox: one,
      log: one,
      person: ['looked at: over', 'not over'],
      media: [pictureNames['not over']],
      attempt: one,
      ticket: one,
      receipt: one,
      browser: one,
      kiosk: one,
    })
  })

  test('derived data is checked once a night, in the team’s time zone', async () => {
    await using team = await newTeam({ on, at: '2026-11-15T18:59:00Z' }) // 02:59 in Shanghai
    await createTicket(await team.user())
    await doJob(team, 'tally')
    const counted = () =>
      inDatabase(team, async (db) => {
        const { n } = await db.selectFrom('tally').where('list', '=', 0).select('n').executeTakeFirstOrThrow()
        await db.updateTable('tally').set({ n: 7 }).where('list', '=', 0).execute()
        return n
      })
    const right = await counted()
    const compared = async () => {
      await doJob(team, 'compare')
      return (await counted()) === right
    }
    assert.equal(await compared(), false)
    team.pass({ minutes: 1 })
    assert.equal(await compared(), true)
    assert.match(team.logged(), /counts or search index did not match the tickets and were repaired/)
    assert.equal(await compared(), false, 'the comparison runs once a night')
    team.pass({ hours: 24 })
    assert.equal(await compared(), true)
  })

  test('while the clock is briefly wrong, nothing is deleted', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const ann = await team.user('ann')
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    const id = await createTicket(ann)
    await admin.tickets.forward({ id })
    await team.running.deliver()
    await ann.tickets.cancel({ id })
    await ann.tickets.create({ type: 0, device: 'lamp' }, { key: 'k' })
    await ann.session.approve({ pair: (await team.anyone.session.pair()).pair })
    const { code } = await admin.admin.invite({ name: 'Bob' })
    const { data } = (await (await team.call('/upload', uploadForm(ann.token, await photo()))).json()) as {
      data: { url: string }
    }
    await team.user('no data')
    await team.running.deliver()

    const returns = await withPassword(team, admin, 'the-admin')

    const before = await rows(team)
    const pictures = async () => (await team.call(new URL(data.url).pathname)).status
    // The job that compares deletes nothing, and is a process of its own.
    const names = team.running.jobs.map(({ name }) => name).filter((name) => name !== 'compare')
    const doAll = async () => {
      for (const name of names) await doJob(team, name)
    }
    for (const days of [40, -40]) {
      team.setClock({ days })
      await doAll()
      team.pass({ seconds: 3 })
      await doJob(team, 'tidy')
      team.setClock({ days: -days })
      await doAll()
      assert.deepEqual(await rows(team), before, `${days} days`)
    }
    assert.equal(await pictures(), 200)
    assert.match(team.logged(), /"level":40,.*"until":"2026-12-26T13:30:00Z","msg":"the clock is far ahead/)
    assert.match(team.logged(), /"level":40,.*"msg":"the clock was set back"/)
    await (await team.user('bob')).members.login({ code })
    await ann.tickets.create({ type: 0, device: 'lamp' }, { key: 'k' })
    assert.equal((await ann.tickets.mine()).total, 2)
    // A change by an administrator meanwhile deletes nothing either, although it ends expired sessions.
    team.setClock({ days: 40 })
    await (await returns()).admin.updateSettings({ sessionDays: 60 })
    team.setClock({ days: -40 })
    assert.notEqual((await ann.users.me()).user, null)
    // Once the clock has proved steady, the real time expires records.
    team.setClock({ days: 40 })
    await doJob(team, 'clock')
    team.pass({ hours: 11 })
    await doJob(team, 'tidy')
    assert.deepEqual((await rows(team))['ticket'], before['ticket'])
    team.pass({ hours: 1 })
    await doJob(team, 'tidy')
    assert.deepEqual(await scrubbed(team), ['kettle'])
  })

  test('records from a clock that was ahead block nothing and expire in time', async () => {
    await using team = await newTeam({ on })
    const [admin, ann] = [await team.admin(), await team.user('ann')]
    await admin.admin.updateSettings({ adminSessionHours: 168 })
    team.setClock({ days: 3 })
    await team.user('zoe')
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    await ann.tickets.create({ type: 0, device: 'kettle' }, { key: 'k' })
    const id = await createTicket(ann, { device: 'lamp' })
    await admin.tickets.forward({ id })
    await ann.tickets.cancel({ id })
    const carol = await admin.admin.invite({ name: 'Carol' })
    team.setClock({ days: -3 })
    await doJob(team, 'clock')

    // Submitting, logging in and delivering still work.
    await ann.tickets.create({ type: 0, device: 'kettle' }, { key: 'k' })
    await ann.tickets.create({ type: 0, device: 'kettle' })
    assert.equal((await ann.tickets.mine()).total, 3, 'a call that is repeated is still the same')
    const open = async () => (await admin.external.list()).counts.waiting
    await team.running.deliver()
    assert.ok((await open()) > 0)
    await doJob(team, 'cap outbox delays')
    team.pass({ minutes: 1 })
    await team.running.deliver()
    assert.equal(await open(), 0)
    const zoe = await team.user('zoe')
    await zoe.users.update({ name: 'Zoe' })

    // Half a day later it is clear which clock was wrong.
    team.pass({ hours: 12 })
    await doJob(team, 'tidy')
    const now = team.now()
    const later = await inDatabase(team, async (db) => {
      const sessions = await db.selectFrom('session').where('used_at', '>', now).select('hash').execute()
      const keys = await db.selectFrom('idempotency_key').where('created_at', '>', now).select('key').execute()
      const codes = await db
        .selectFrom('code')
        .where('expires_at', '>', now + 7 * day)
        .select('hash')
        .execute()
      const ends = await db.selectFrom('ticket').where('ended_at', '>', now).select('id').execute()
      return [sessions, keys, codes, ends].map(({ length }) => length)
    })
    assert.deepEqual(later, [0, 0, 0, 0])
    team.pass({ days: 1 })
    await ann.tickets.create({ type: 0, device: 'kettle' }, { key: 'k' })
    assert.equal((await ann.tickets.mine()).total, 4, 'an idempotency key expires after a day')
    team.pass({ days: 6, milliseconds: 1 })
    await assert.rejects(zoe.members.login({ code: carol.code }), { code: 'code_refused' })
    team.pass({ days: 23 })
    await doJob(team, 'tidy')
    assert.deepEqual(await scrubbed(team), ['lamp'])
  })

  test('a start long after the last write deletes nothing until the clock was steady for half a day', async () => {
    await using fresh = await freshDatabase(on, { migrated: true })
    {
      await using team = await newTeam({ on, beside: { fresh } })
      const ann = await team.user('ann')
      await ann.users.update({ name: 'Ann', phone: '13800138000' })
      await ann.tickets.cancel({ id: await createTicket(ann) })
    }
    {
      await using team = await newTeam({ on, beside: { fresh }, at: '2027-01-15T01:30:00Z' })
      assert.match(team.logged(), /"until":"2027-01-15T13:30:00Z","msg":"the clock is far ahead/)
      await createTicket(await team.user('bob'), { device: 'lamp' })
    }
    // Rows written with the same clock prove nothing.
    await using team = await newTeam({ on, beside: { fresh }, at: '2027-01-15T02:30:00Z' })
    await doJob(team, 'tidy')
    team.pass({ hours: 11 })
    await doJob(team, 'tidy')
    assert.deepEqual(await scrubbed(team), [])
    team.pass({ hours: 1 })
    await doJob(team, 'tidy')
    assert.deepEqual(await scrubbed(team), ['kettle'])
  })
})
