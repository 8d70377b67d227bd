import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { defaultSettings } from '#contract/team/settings.ts'
import { Unavailable } from '#store/engine/index.ts'
import { openEngine } from '#store/engine/open.ts'
import { outboxStates } from '#store/tables.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { webhookReceiver } from '../peers/webhook.ts'
import { freshDatabase, onEachDatabase } from '../support/databases.ts'
import { chooseMessages, confirmMail, deliverMails, runJob } from '../support/messages.ts'
import { postgresProxy, type StatementFilter } from '../support/postgres-proxy.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

const nowhere = 'http://127.0.0.1:9'
/** Without a channel for people, events make no message occasions. */
const chat = { SLACK_BOT_URL: `${nowhere}/hook` }

const env = (url: string) => ({
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: secret,
  MESSAGES_PRIVATE: 'on',
  DEFAULT_LANG: 'en_US',
  // Without prepared statements the proxy sees the text of each statement.
  DATABASE_PREPARED: 'off',
})

/** Turns on the webhook for new tickets, and submits one. */
async function fileTicket(team: Team): Promise<void> {
  const messages = { ...defaultSettings.messages, webhook: ['ticket.created' as const] }
  await (await team.admin()).admin.updateSettings({ messages })
  await createTicket(await team.user(), { device: 'Kettle' })
}

async function states(team: Team): Promise<number[]> {
  await using engine = await openEngine(team.fresh.config)
  const rows = await engine.read((db) => db.selectFrom('outbox').select('state').orderBy('id').execute())
  return rows.map(({ state }) => state)
}

/** The commit of the first transaction that changes the outbox while `armed`, once. */
function commitOfOutbox(armed: () => boolean): StatementFilter {
  const writing = new Set<number>()
  let met = false
  return (text, connection) => {
    if (met || !armed()) return false
    if (/\bupdate "outbox"/.test(text)) writing.add(connection)
    met = writing.has(connection) && text.includes('commit')
    return met
  }
}

/** The first statement that says this while `armed`, once. */
function first(said: RegExp, armed: () => boolean): StatementFilter {
  let met = false
  return (text) => {
    if (met || !armed()) return false
    met = said.test(text)
    return met
  }
}

async function onLine(receiverUrl: string, more: Readonly<Record<string, string>> = {}) {
  const fresh = await freshDatabase('postgres', { migrated: true })
  const line = await postgresProxy(fresh.config.kind === 'postgres' ? fresh.config.url : '')
  const team = await newTeam({ env: { ...env(receiverUrl), ...more, DATABASE_URL: line.url }, beside: { fresh } })
  return {
    team,
    line,
    async [Symbol.asyncDispose]() {
      await team[Symbol.asyncDispose]()
      await line[Symbol.asyncDispose]()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

describe('accepted deliveries when the database connection breaks (postgres)', () => {
  const cuts = {
    'before it is written down': (line, armed) => line.cutWhere(first(/\bupdate "outbox"/, armed)),
    'before the commit gets through': (line, armed) => line.cutWhere(commitOfOutbox(armed)),
    'before the answer to the commit comes': (line, armed) => line.loseAnswerWhere(commitOfOutbox(armed)),
  } satisfies Record<string, (line: Awaited<ReturnType<typeof postgresProxy>>, armed: () => boolean) => void>
  for (const [when, cut] of Object.entries(cuts))
    test(`an accepted delivery is sent once if the database connection breaks ${when}`, async () => {
      let accepted = false
      const answer = () => {
        accepted = true
        return {}
      }
      await using receiver = await webhookReceiver(secret, { anyTime: true, answer })
      await using house = await onLine(receiver.url)
      const { team, line } = house
      await fileTicket(team)
      cut(line, () => accepted)
      // Another delivery of this node may have looked for due rows on the connection that broke.
      await team.running.deliver().catch((error: unknown) => assert.ok(error instanceof Unavailable))
      assert.deepEqual(await states(team), [outboxStates.delivered])
      team.pass({ hours: 1 })
      await team.running.deliver()
      assert.equal(receiver.heard.length, 1)
    })

  test('an accepted delivery is sent once by two nodes, even if the database was away for longer than its lease', async () => {
    let accepted = () => {}
    const isAccepted = new Promise<void>((done) => {
      accepted = done
    })
    let goAway = () => {}
    const answer = () => {
      goAway()
      accepted()
      return {}
    }
    await using receiver = await webhookReceiver(secret, { anyTime: true, answer })
    await using house = await onLine(receiver.url)
    const { team, line } = house
    const { config } = team.fresh
    await using otherLine = await postgresProxy(config.kind === 'postgres' ? config.url : '')
    await using other = await newTeam({ env: { ...env(receiver.url), DATABASE_URL: otherLine.url }, beside: team })
    goAway = () => {
      goAway = () => {}
      line.cut()
      otherLine.cut()
    }
    await fileTicket(team)
    // Other deliveries of this node may have looked for due rows just then.
    const delivered = team.running.deliver().catch(() => {})
    await isAccepted
    await assert.rejects(other.running.deliver())
    team.pass({ minutes: 10 })
    // The database is reachable for the other node first.
    await otherLine.mend()
    await other.running.deliver()
    await line.mend()
    await delivered
    other.pass({ minutes: 10 })
    await other.running.deliver()
    assert.equal(receiver.heard.length, 1)
    assert.deepEqual(await states(team), [outboxStates.delivered])
  })
})

describe('deliveries that could not be tried (postgres)', () => {
  test('a delivery is sent at once if only the answer to the lease was lost', async () => {
    await using receiver = await webhookReceiver(secret, { anyTime: true })
    await using house = await onLine(receiver.url)
    await fileTicket(house.team)
    house.line.loseAnswerWhere(commitOfOutbox(() => true))
    await house.team.running.deliver().catch(() => {})
    await house.team.running.deliver()
    assert.equal(receiver.heard.length, 1)
  })

  test('a delivery is sent seconds later if the connection broke before it was sent', async () => {
    await using receiver = await webhookReceiver(secret, { anyTime: true })
    await using house = await onLine(receiver.url)
    await fileTicket(house.team)
    house.line.cutWhere(first(/from "instance"/, () => true))
    // Another delivery may read on the same connection, and its failure is reported.
    await house.team.running.deliver().catch(() => {})
    assert.equal(receiver.heard.length, 0)
    house.team.pass({ seconds: 6 })
    await house.team.running.deliver()
    assert.equal(receiver.heard.length, 1)
  })
})

test('a delivery accepted while another program locks the database is sent once (sqlite)', async () => {
  let locked = () => {}
  const isLocked = new Promise<void>((done) => {
    locked = done
  })
  let other: DatabaseSync | undefined
  const answer = () => {
    other?.exec('begin immediate')
    locked()
    return {}
  }
  await using receiver = await webhookReceiver(secret, { anyTime: true, answer })
  await using team = await newTeam({ env: env(receiver.url) })
  await fileTicket(team)
  const person = await team.user()
  assert.ok(team.fresh.config.kind === 'sqlite')
  other = new DatabaseSync(team.fresh.config.file)
  const delivered = team.running.deliver()
  await isLocked
  // A change that waits in the same group is refused with it.
  await assert.rejects(person.users.report({ content: 'Is anybody there?' }), { code: 'storage_unavailable' })
  other.exec('rollback')
  other.close()
  other = undefined
  await delivered
  team.pass({ hours: 1 })
  await team.running.deliver()
  assert.equal(receiver.heard.length, 1)
  assert.deepEqual(await states(team), [outboxStates.delivered])
})

/** The first comment on a ticket, and no other message, is due. */
async function comment(team: Team): Promise<void> {
  const owner = await team.user('owner')
  const id = await createTicket(owner, { device: 'Kettle' })
  const ann = await team.member('Ann')
  await ann.tickets.pick({ id })
  await team.running.deliver()
  await ann.tickets.addnote({ id, content: 'Which adapter?' })
}

async function occasions(team: Team): Promise<{ said: string; isSetAside: boolean }[]> {
  await using engine = await openEngine(team.fresh.config)
  const rows = await engine.read((db) => db.selectFrom('occasion').selectAll().orderBy('id').execute())
  return rows.map(({ said, set_aside_at }) => ({ said, isSetAside: set_aside_at !== null }))
}

const alarm = 'no messages could be made from an occasion; it is set aside'

describe('message occasions when the database connection breaks (postgres)', () => {
  const cuts = {
    'while it is worked out': (line) => line.cutWhere((text) => /from "ticket"/.test(text)),
    'while it is forgotten': (line) => line.cutWhere((text) => /delete from "occasion"/.test(text)),
    'before each commit': (line) => line.cutWhere((text) => text.includes('commit')),
    'for everybody': (line) => line.cut(),
  } satisfies Record<string, (line: Awaited<ReturnType<typeof postgresProxy>>) => void>
  for (const [when, cut] of Object.entries(cuts))
    test(`the occasion of a message is kept without an alarm if the database connection breaks ${when}`, async () => {
      await using house = await onLine(nowhere, chat)
      const { team, line } = house
      await comment(team)
      const before = await occasions(team)
      assert.equal(before.length, 1)
      cut(line)
      for (const _ of [1, 2, 3]) await assert.rejects(runJob(team, 'occasions'))
      await line.mend()
      assert.deepEqual(await occasions(team), before)
      assert.ok(!team.logged().includes(alarm))
      await runJob(team, 'occasions')
      assert.deepEqual(await occasions(team), [])
    })

  test('an invalid occasion of a message is set aside, and the alarm is logged only once that is committed', async () => {
    await using house = await onLine(nowhere, chat)
    const { team, line } = house
    await writeNonsense(team)
    // Reading works, and nothing can be written, as on a full disk.
    line.cutWhere((text) => text.includes('commit'))
    for (const _ of [1, 2]) await assert.rejects(runJob(team, 'occasions'))
    assert.ok(!team.logged().includes(alarm))
    await line.mend()
    await assert.rejects(runJob(team, 'occasions'))
    assert.equal(team.logged().split(alarm).length, 2)
    assert.deepEqual(await occasions(team), [{ said: 'nonsense', isSetAside: true }])
  })
})

async function writeNonsense(team: Team): Promise<void> {
  await using engine = await openEngine(team.fresh.config)
  await engine.change((db) =>
    db.insertInto('occasion').values({ said: 'nonsense', created_at: 1, set_aside_at: null }).execute(),
  )
}

onEachDatabase('invalid message occasions', (on) => {
  test('an occasion of a message that was set aside is counted and tried again at the next start', async () => {
    await using team = await newTeam({ on, env: { ...env(nowhere), ...chat } })
    await writeNonsense(team)
    await assert.rejects(runJob(team, 'occasions'))
    assert.deepEqual(await occasions(team), [{ said: 'nonsense', isSetAside: true }])
    await runJob(team, 'outbox metrics')
    assert.match(await team.anyone.machines.metrics(), /^fettle_occasions_set_aside 1$/m)
    await runJob(team, 'occasions')
    assert.equal(team.logged().split(alarm).length, 2, 'said once')
    await runJob(team, 'occasions set aside')
    assert.deepEqual(await occasions(team), [{ said: 'nonsense', isSetAside: false }])
  })
})

test('a reminder to collect that could not be stored is sent a minute later (postgres)', async () => {
  await using peer = await smtpPeer()
  await using house = await onLine(nowhere, { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' })
  const { team, line } = house
  const owner = await team.user('owner')
  await confirmMail(owner, peer, 'owner@example.org')
  const id = await createTicket(owner, { device: 'Kettle' })
  const ann = await team.member('Ann')
  await ann.tickets.pick({ id })
  await chooseMessages(owner, 'uncollected')
  await ann.tickets.update({ id, status: 5 })
  await deliverMails(team, peer)
  team.pass({ days: 7 })
  line.cutWhere((text) => /insert into "outbox"/.test(text))
  await assert.rejects(runJob(team, 'messages'))
  await line.mend()
  team.pass({ minutes: 1 })
  assert.equal((await deliverMails(team, peer)).length, 1)
})
