import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { mergedTables, otherReferences } from '#store/people/guests.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { fileText } from '../support/repository-files.ts'
import { json, newTeam, type Person, type Team, type TeamOptions } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

const alone = { DEMO_LOGIN: '', GUEST_LOGIN: '' }

async function guest(team: Team): Promise<Person> {
  return team.as((await team.anyone.session.login({ code: 'guest' })).token, 'en_US')
}

/** A team with mail login, and a function that returns the next login code. */
async function mailTeam(options: TeamOptions = {}) {
  const peer = await smtpPeer()
  const mail = { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' }
  const team = await newTeam({ ...options, env: { ...mail, ...options.env } })
  return {
    team,
    sentTo(name: string): { code: string; mail: string } {
      const sent = peer.codeTo(`${name}@example.org`)
      team.secret(sent.code)
      return sent
    },
    async codeFor(name: string): Promise<{ code: string; mail: string }> {
      await team.anyone.session.mail({ mail: `${name}@example.org` })
      const sent = peer.codeTo(`${name}@example.org`)
      team.secret(sent.code)
      return sent
    },
    async [Symbol.asyncDispose]() {
      await team[Symbol.asyncDispose]()
      await peer[Symbol.asyncDispose]()
    },
  }
}

const ids = async (person: Person) => (await person.tickets.mine({})).list.map(({ id }) => id)
const people = async (team: Team) => {
  await using engine = await openEngine(team.fresh.config)
  return (await engine.read((db) => db.selectFrom('person').select('id').execute())).length
}

onEachDatabase('guests', (on) => {
  test('without a configured login everyone is a new guest, and the admin code starts the set-up', async () => {
    await using team = await newTeam({ on, env: alone })
    const { logins, needsAdmin } = await team.anyone.team.info()
    assert.deepEqual([logins, needsAdmin], [{ demo: false, guest: true, wechat: false, mail: false, sso: false }, true])
    const [ann, bob] = [await guest(team), await guest(team)]
    await ann.users.update({ name: 'Ann' })
    const id = await createTicket(ann)
    assert.deepEqual([await ids(ann), await ids(bob)], [[id], []])
    assert.equal((await bob.users.info()).name, '')
    const { user } = await ann.users.me()
    assert.deepEqual([user?.guest, user?.member, user?.linked], [true, null, false])
    await assert.rejects(ann.tickets.list({}), { status: 403 })
    await bob.members.login({ code: team.running.adminCode ?? '' })
    assert.equal((await bob.users.me()).user?.member?.admin, true)
    assert.equal((await team.anyone.team.info()).needsAdmin, false)
    // A second device logs in with the help of the first.
    const { pair, secret } = await team.anyone.session.pair()
    await ann.session.approve({ pair })
    const { code } = await team.anyone.session.paired({ secret })
    const second = team.as((await team.anyone.session.login({ code })).token)
    assert.deepEqual(await ids(second), [id])
    assert.deepEqual((await second.users.export()).identities, [])
    await ann.session.logout()
    await assert.rejects(ann.users.info(), { status: 401 })
    await second.users.erase()
    await assert.rejects(second.users.info(), { status: 401 })
  })

  test('a guest who confirmed an email address finds their ticket on another device by logging in with it, and no one else does', async () => {
    await using mail = await mailTeam({ on })
    const { team, codeFor } = mail
    const ann = await guest(team)
    const id = await createTicket(ann)
    await ann.messages.setMail({ mail: 'ann@example.org' })
    // An address that was typed and not confirmed leads to no ticket.
    const early = team.as((await team.anyone.session.login(await codeFor('eve'))).token)
    const { code } = mail.sentTo('ann')
    await ann.messages.verifyMail({ code: code.slice(5) })
    assert.deepEqual(await ids(early), [])
    const elsewhere = team.as((await team.anyone.session.login(await codeFor('ann'))).token)
    assert.deepEqual([await ids(elsewhere), await ids(ann)], [[id], [id]])
    assert.equal((await ann.users.me()).user?.guest, false)

    // A member with a guest account, and a visitor, cannot be reached in this way.
    const bob = await guest(team)
    await bob.messages.setMail({ mail: 'bob@example.org' })
    await bob.messages.verifyMail({ code: mail.sentTo('bob').code.slice(5) })
    await bob.members.login({ code: team.running.adminCode ?? '' })
    const stranger = team.as((await team.anyone.session.login(await codeFor('bob'))).token)
    assert.equal((await stranger.users.me()).user?.linked, false)
  })

  test('a guest who logs in brings everything into the account, and the guest no longer exists', async () => {
    await using mail = await mailTeam({ on })
    const { team, codeFor } = mail
    const ann = await guest(team)
    await ann.users.update({ name: 'Quentin Zyx', phone: '13987654321' })
    const id = await createTicket(ann, { description: 'Screen of Zyxwv' })
    const sent = await team.call('/upload', uploadForm(ann.token, await photo()))
    const { url } = ((await sent.json()) as { data: { url: string } }).data
    await ann.tickets.addnote({ id, content: 'as in the photo', pic: [url] })
    await ann.users.report({ content: 'Thank you' })
    const { pair, secret } = await team.anyone.session.pair()
    await ann.session.approve({ pair })
    const { code: unused } = await team.anyone.session.paired({ secret })

    const { token } = await ann.session.login({ ...(await codeFor('ann')), merge: true })
    const account = team.as(token, 'en_US')
    assert.deepEqual(await ids(account), [id])
    const held = await account.users.export()
    assert.deepEqual([held.profile.name, held.profile.phone], ['Quentin Zyx', '13987654321'])
    assert.deepEqual(
      [held.comments, held.feedback, held.pictures, held.identities].map((list) => list.length),
      [1, 1, 1, 1],
    )
    assert.equal((await account.users.me()).user?.guest, false)
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
    await assert.rejects(team.anyone.session.login({ code: unused }), { status: 400, code: 'code_refused' })
    const [entry] = (await (await team.admin()).admin.log({ target: 4, count: 50 })).list.filter(
      ({ operation, op }) => operation === 1 && op === 'Quentin Zyx',
    )
    assert.equal(entry?.current.info, 'moved their guest tickets to the account')
    // A repeated merge has nothing left to move and is an ordinary login. So is one with an invalid token.
    const again = team.as((await ann.session.login({ ...(await codeFor('ann')), merge: true })).token)
    assert.deepEqual(await ids(again), [id])
    const { token: other } = await team.as('none').session.login({ ...(await codeFor('bob')), merge: true })
    assert.deepEqual(await ids(team.as(other)), [])
    // Moved data is deleted with the account.
    await account.users.erase()
    await using engine = await openEngine(team.fresh.config)
    const left = await engine.read(async (db) => [
      await db.selectFrom('person').selectAll().execute(),
      await db.selectFrom('ticket').selectAll().execute(),
      await db.selectFrom('note').selectAll().execute(),
    ])
    assert.doesNotMatch(JSON.stringify(left), /Zyx|13987654321|photo/)
  })

  test('a guest who is the administrator stays administrator after logging in with an account', async () => {
    await using mail = await mailTeam({ on })
    const { team, codeFor } = mail
    const admin = await guest(team)
    await admin.members.login({ code: team.running.adminCode ?? '' })
    const { code } = await admin.admin.invite({ name: 'Bob' })
    const bob = team.as((await team.anyone.session.login(await codeFor('bob'))).token)
    await bob.members.login({ code })
    // Two members are not merged into one, and the refused code is still valid.
    const bobs = await codeFor('bob')
    await assert.rejects(admin.session.login({ ...bobs, merge: true }), { status: 409, code: 'linked_elsewhere' })
    await team.anyone.session.login(bobs)
    const { token } = await admin.session.login({ ...(await codeFor('ann')), merge: true })
    assert.equal((await team.as(token).users.me()).user?.member?.admin, true)
    await assert.rejects(admin.members.checklogin(), { status: 401 })
    // A user with an account cannot be merged, and none of their data moves.
    const anns = await codeFor('ann')
    await assert.rejects(bob.session.login({ ...anns, merge: true }), { status: 409, code: 'not_a_guest' })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    // Logging in again with the same account merges nothing.
    const { token: same } = await bob.session.login({ ...(await codeFor('bob')), merge: true })
    assert.equal((await team.as(same).users.me()).user?.linked, true)
  })

  test('of many simultaneous logins that take over one guest exactly one succeeds, and nothing is lost', async () => {
    await using mail = await mailTeam({ on, env: { RATE_LIMITS: 'off' } })
    const { team, codeFor } = mail
    const names = Array.from({ length: 6 }, (_, i) => `somebody-${i}`)
    for (let round = 0; round < 3; round += 1) {
      const ann = await guest(team)
      const made: string[] = []
      const file = (device: string) => ann.tickets.create({ type: 0, device }).then(() => made.push(device))
      await file(`kettle ${round}`)
      const codes = await Promise.all(names.map(codeFor))
      const merging = codes.map((code) => ann.session.login({ ...code, merge: true }))
      const filing = names.map((_, i) => file(`kettle ${round} ${i}`).catch(() => {}))
      const accounts = (await Promise.all(merging)).map(({ token }) => team.as(token))
      await Promise.all(filing)
      await team.running.tidy()
      const found = await Promise.all(accounts.map((account) => account.tickets.mine({})))
      const mine = found.map(({ list }) => list.map(({ device }) => device).filter((device) => made.includes(device)))
      assert.equal(mine.filter((list) => list.length > 0).length, 1)
      assert.deepEqual(mine.flat().toSorted(), made.toSorted())
    }
  })

  test('a guest without data is deleted with the session, and a guest with data is kept', async () => {
    await using team = await newTeam({ on, env: alone })
    const ann = await guest(team)
    await createTicket(ann)
    await guest(team)
    await guest(team)
    team.pass({ days: 2 })
    await team.running.tidy()
    assert.equal(await people(team), 3)
    team.pass({ days: 29 })
    await ann.users.info().catch(() => {})
    await team.running.tidy()
    assert.equal(await people(team), 1)
  })
})

test('the login code “guest” is accepted by no other kind of login, and is refused when guests are off', async () => {
  await using demo = await newTeam()
  const tokens = [
    await demo.anyone.session.login({ code: 'guest' }),
    await demo.anyone.session.login({ code: 'guest' }),
  ]
  const [one, two] = tokens.map(({ token }) => demo.as(token))
  await one?.users.update({ name: 'One' })
  assert.equal((await two?.users.info())?.name, '')
  await using team = await newTeam({ env: { GUEST_LOGIN: 'off' } })
  await assert.rejects(team.anyone.session.login({ code: 'guest' }), { status: 404, code: 'not_configured' })
  assert.equal((await team.anyone.team.info()).logins.guest, false)
})

test('guests are limited by address, without affecting other users', async () => {
  await using mail = await mailTeam({ env: { TRUST_PROXY: '127.0.0.1' } })
  const { team, codeFor } = mail
  const come = (from: string) => team.call('/login', json({ code: 'guest' }, { 'x-forwarded-for': from }))
  for (let i = 0; i < 300; i += 1) assert.equal((await come('2001:db8::1')).status, 200)
  const refused = await come('2001:db8::2')
  assert.deepEqual([refused.status, refused.headers.get('x-error-code')], [429, 'too_many_requests'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await come('2001:db8:0:1::1')).status, 200)
  const own = json(await codeFor('ann'), { 'x-forwarded-for': '2001:db8::1' })
  assert.equal((await team.call('/login', own)).status, 200)
  team.pass({ hours: 1 })
  assert.equal((await come('2001:db8::2')).status, 200)
})

test('merging and deleting guests covers every table that refers to a person', () => {
  const schema = fileText('src/store/schema.sql')
  const refers = schema.split(/;\n/).flatMap((statement) => {
    const [, table = ''] = /create table "?(\w+)"? \(/i.exec(statement) ?? []
    return [...statement.matchAll(/(\w+) [a-z ]*references person \(id\)/gi)].map(([, column]) => `${table}.${column}`)
  })
  const known = [...mergedTables, ...otherReferences].map((table) => `${table}.person_id`)
  assert.deepEqual(refers.toSorted(), [...known, 'code.used_by'].toSorted())
})
