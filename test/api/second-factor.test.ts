import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reinviteMember } from '#service/people/member-admin.ts'
import { codeNow } from '#service/people/totp.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { testContext } from '../support/context.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

const passwd = 'correct horse battery'
const needed = { status: 403, code: 'factor_needed' }
const refused = { status: 400, code: 'factor_refused' }

/** Switches a second factor on; `code` is what the app shows at that moment, a new one each half minute. */
async function enrol(team: Team, who: Person) {
  const { secret, url } = await who.proof.beginFactor()
  team.secret(secret)
  assert.match(url, new RegExp(`^otpauth://totp/Fettle:.*\\?secret=${secret}&issuer=Fettle$`))
  const next = () => {
    team.pass({ seconds: 30 })
    return codeNow(secret, team.now())
  }
  const { recovery } = await who.proof.switchFactorOn({ factor: codeNow(secret, team.now()) })
  for (const code of recovery) team.secret(code)
  return { next, recovery, now: () => codeNow(secret, team.now()) }
}

onEachDatabase('two-step verification', (on) => {
  test('a one-time code is accepted by a node whose clock is five minutes behind, and once among all nodes', {
    skip: on === 'sqlite',
  }, async () => {
    await using team = await newTeam({ on })
    await using behind = await newTeam({ on, beside: team, at: '2026-11-16T01:25:00Z' })
    const admin = await team.admin()
    const { next, now } = await enrol(team, admin)
    await behind.as(admin.token).proof.confirm({ factor: next() })
    await assert.rejects(team.as(admin.token).proof.confirm({ factor: now() }), refused)
    await team.as(admin.token).proof.confirm({ factor: next() })
  })

  test('two-step verification is asked for at each login as a member, takes each code once, and takes a recovery code instead', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const id = (await admin.members.checklogin()).id
    await admin.admin.updateMember({ id, stuid: 'a1', passwd })
    await assert.rejects(
      admin.proof.switchFactorOn({ factor: '000000' }),
      refused,
      'two-step verification was not started',
    )
    const first = await admin.proof.beginFactor()
    team.secret(first.secret)
    await assert.rejects(admin.proof.switchFactorOn({ factor: '12345' }), refused)
    assert.equal((await admin.proof.ways()).factor, false)
    const { next, recovery, now } = await enrol(team, admin)
    await assert.rejects(admin.proof.beginFactor(), { status: 409, code: 'factor_is_on' })
    assert.equal(recovery.length, 8)
    const ways = await admin.proof.ways()
    assert.deepEqual([ways.factor, ways.recovery, ways.recent], [true, 8, true])
    assert.equal((await admin.admin.members()).list[0]?.hasFactor, true)
    const browser = await team.user('browser')
    const login = (factor?: string) =>
      browser.members.login({ stuid: 'a1', passwd, ...(factor === undefined ? {} : { factor }) })
    await assert.rejects(login(), needed)
    for (const nothing of ['', '  ']) await assert.rejects(login(nothing), needed)
    await assert.rejects(login('000000'), refused)
    await assert.rejects(login(now()), refused, 'the code that switched it on works once')
    await assert.rejects(browser.members.login({ stuid: 'a1', passwd: 'wrong', factor: next() }), {
      code: 'password_refused',
    })
    const code = now()
    const both = await Promise.allSettled([login(code), login(code)])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await browser.members.checklogin()).admin, true)
    await browser.members.logout()
    const [spare = ''] = recovery
    await login(` ${spare.toUpperCase()} `)
    await assert.rejects(login(spare), refused, 'a recovery code works once')
    assert.equal((await admin.proof.ways()).recovery, 7)
    assert.equal((await admin.users.notices()).list[0]?.kind, 'recovery_used')
    // An invitation code is not used up by a login that fails in two-step verification.
    const { code: invitation } = await admin.admin.invite({ id })
    const phone = await team.user('phone')
    await assert.rejects(phone.members.login({ code: invitation }), needed)
    await assert.rejects(phone.members.login({ code: invitation, factor: '1' }), refused)
    await phone.members.login({ code: invitation, factor: next() })
    await assert.rejects(admin.members.checklogin(), { status: 403 })
  })

  test('two-step verification is asked for before erasing, exporting and changing logins, except for ten minutes after a proof', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { next } = await enrol(team, admin)
    const { id } = await admin.admin.invite({ name: 'Bob' })
    const own = (await admin.members.checklogin()).id
    const protectedCalls = [
      () => admin.users.export(),
      () => admin.admin.exportTickets({}),
      () => admin.hours.export({}),
      () => admin.hours.makeBoard(),
      () => admin.admin.updateSettings({ adminSessionHours: 12 }),
      () => admin.admin.invite({ id }),
      () => admin.admin.updateMember({ id, passwd }),
      () => admin.admin.updateMember({ id, admin: true }),
      () => admin.admin.resetFactor({ id }),
      () => admin.proof.renewRecovery(),
    ]
    const last = { code: 'last_admin' }
    for (const call of protectedCalls) await call()
    await admin.admin.updateMember({ id, admin: false })
    await assert.rejects(admin.users.erase(), last)
    team.pass({ minutes: 11 })
    const { pair } = await team.anyone.session.pair()
    const last2 = [
      () => admin.users.erase(),
      () => admin.admin.removeMember({ id }),
      () => admin.session.approve({ pair, member: true }),
      () => admin.proof.changePassword({ passwd }),
      () => admin.proof.switchFactorOff(),
    ]
    for (const call of [...protectedCalls, ...last2]) await assert.rejects(call(), needed)
    await admin.admin.updateSettings({ retentionDays: 20 })
    await admin.admin.updateMember({ id: own, phone: '13800138000' })
    await admin.session.approve({ pair })
    await assert.rejects(admin.proof.confirm({ passwd }), needed, 'a password alone is refused')
    await assert.rejects(admin.proof.confirm({ factor: '000000' }), refused)
    await admin.proof.confirm({ factor: next() })
    await admin.users.export()
    // Two-step verification is asked for also in a session that is not logged in as a member.
    const other = await team.user('the-admin')
    await assert.rejects(other.users.export(), needed)
    await assert.rejects(other.users.erase(), needed)
    await admin.proof.switchFactorOff()
    await other.users.export()
    assert.deepEqual(
      (await admin.users.notices()).list.slice(0, 1).map(({ text }) => text),
      ['Two-step verification was switched off.'],
    )
  })

  test('lost two-step verification is reset by another administrator, or removed with the membership', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id, code } = await admin.admin.invite({ name: 'Bob', stuid: 'b1', passwd })
    const bob = await team.user('bob')
    await bob.members.login({ code })
    await enrol(team, bob)
    await bob.members.logout()
    await assert.rejects(
      bob.members.login({ code: '' }),
      needed,
      'the second code is also needed without an invitation code',
    )
    await admin.admin.resetFactor({ id })
    await admin.admin.resetFactor({ id })
    await bob.members.login({ stuid: 'b1', passwd })
    assert.equal((await bob.proof.ways()).recovery, 0)
    const info = (await admin.admin.log({ target: 3 })).list.map(({ op, current }) => `${op}: ${current.info}`)
    assert.deepEqual(
      info.filter((text) => text.includes('two-step verification')),
      ['admin: Bob, two-step verification off', 'Bob: Bob, two-step verification on'],
    )
    assert.equal((await bob.users.notices()).list[0]?.text, 'An administrator reset your two-step verification.')
    await assert.rejects(admin.admin.resetFactor({ id: 99 }), { status: 404, code: 'member_not_found' })
    team.pass({ minutes: 1 })
    await enrol(team, bob)
    await admin.admin.removeMember({ id })
    await admin.admin.updateMember({ id, active: true })
    await bob.members.login({ stuid: 'b1', passwd })
    // Enrolling needs a recent proof, so a person at an unlocked desk cannot lock the owner out.
    await bob.proof.beginFactor()
    team.pass({ minutes: 11 })
    const proof = { status: 403, code: 'proof_needed' }
    await assert.rejects(bob.proof.beginFactor(), proof)
    await assert.rejects(bob.proof.switchFactorOn({ factor: '000000' }), proof)
  })

  test('an administrator who has only access to the machine left can log in again', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await enrol(team, admin)
    await using store = new Store(await openEngine(team.fresh.config))
    const onCommandLine = testContext({ store, now: team.now })
    const { code } = await reinviteMember(onCommandLine, undefined, (await admin.members.checklogin()).id)
    team.secret(code)
    const phone = await team.user('phone')
    await phone.members.login({ code })
    assert.deepEqual([(await phone.members.checklogin()).admin, (await phone.proof.ways()).factor], [true, false])
  })
})
