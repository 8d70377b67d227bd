import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeNow } from '#service/people/totp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'

const passwd = 'correct horse battery'
const noMember = { status: 403, code: 'wrong_role' }

/** A member with a password who is logged in. */
async function withPassword(team: Team, name: string, admin = false): Promise<{ id: number; person: Person }> {
  const { id, code } = await (await team.admin()).admin.invite({ name, stuid: `s-${name}`, passwd, admin })
  const person = await team.user(name)
  await person.members.login({ code })
  return { id, person }
}

const byPassword = (who: Person, name: string) => who.members.login({ stuid: `s-${name}`, passwd })

async function enrol(team: Team, who: Person): Promise<() => string> {
  const { secret } = await who.proof.beginFactor()
  team.secret(secret)
  await who.proof.switchFactorOn({ factor: codeNow(secret, team.now()) })
  return () => {
    team.pass({ seconds: 30 })
    return codeNow(secret, team.now())
  }
}

onEachDatabase('misused roles', (on) => {
  test('a user who logs in as another member loses the first role and cannot use its two-step verification', async () => {
    await using team = await newTeam({ on })
    const { person: carol } = await withPassword(team, 'carol', true)
    const { person: eve } = await withPassword(team, 'eve')
    const next = await enrol(team, eve)
    team.pass({ minutes: 11 })
    await carol.admin.members()
    // An attacker with Carol’s token opens a second session of hers, and logs in there as a member whose two-step
    // verification they have.
    const second = await team.user('carol')
    await second.members.login({ stuid: 's-eve', passwd, factor: next() })
    await assert.rejects(carol.proof.confirm({ factor: '1' }), noMember)
    await assert.rejects(carol.proof.changePassword({ passwd: 'another long sentence' }), noMember)
    await assert.rejects(carol.admin.members(), noMember)
    assert.equal((await second.members.checklogin()).name, 'eve')
  })

  test('a role cannot be guessed by naming other members or changing codes', async () => {
    await using team = await newTeam({ on })
    const { id, person: bob } = await withPassword(team, 'bob')
    const next = await enrol(team, bob)
    const guess = async (i: number) => {
      const body = { token: bob.token, factor: '1', stuid: `nobody ${i}` }
      return (await team.call('/member/confirm', json(body))).status
    }
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) {
      if (i % 6 === 5) team.pass({ minutes: 1 })
      statuses.push(await guess(i))
    }
    assert.deepEqual([statuses.filter((status) => status === 400).length, statuses.at(-1)], [10, 429])

    const admin = await team.admin()
    const refusals: string[] = []
    for (let i = 0; i < 3; i += 1) {
      const { code } = await admin.admin.invite({ id })
      const eve = await team.user(`eve ${i}`)
      for (let j = 0; j < 5; j += 1)
        await eve.members.login({ code, factor: '1' }).catch((error: { code: string }) => refusals.push(error.code))
    }
    assert.equal(refusals.filter((code) => code === 'factor_refused').length, 10)
    assert.equal(refusals.at(-1), 'too_many_requests')
    team.pass({ minutes: 10 })
    await bob.proof.confirm({ factor: next() })
  })

  test('an ended role reveals nothing about the member', async () => {
    await using team = await newTeam({ on })
    const { id, person: bob } = await withPassword(team, 'bob')
    await (await team.admin()).admin.updateMember({ id, phone: '13800138000' })
    const [shown, guessed] = [await team.user('eve'), await team.user('mallory')]
    await byPassword(shown, 'bob')
    assert.equal((await shown.users.export()).member?.phone, '13800138000')
    const { list } = await bob.sessions.list()
    await bob.sessions.end({ id: list.find(({ own }) => !own)?.id ?? '' })
    await byPassword(guessed, 'bob')
    await bob.proof.changePassword({ passwd: 'another long sentence' })
    for (const intruder of [shown, guessed]) {
      assert.equal((await intruder.users.export()).member, null)
      await intruder.users.erase()
    }
    await bob.members.checklogin()
    assert.equal((await bob.users.export()).member?.phone, '13800138000')
  })

  test('a member who changes their password while being removed gets no role back', async () => {
    await using team = await newTeam({ on })
    const { id, person: bob } = await withPassword(team, 'bob')
    const admin = await team.admin()
    const changing = bob.proof.changePassword({ passwd: 'another long sentence' })
    await Promise.allSettled([changing, admin.admin.removeMember({ id })])
    await admin.admin.updateMember({ id, active: true })
    await assert.rejects(bob.members.checklogin(), noMember)
    await assert.rejects(bob.members.login({}), { code: 'code_refused' })
    if (on === 'postgres') return // the rest is below, lock by lock
    // A password that is cleared while it is checked gives no role either, and no new password is set.
    const clear = () => admin.admin.updateMember({ id, passwd: '' })
    for (const ending of [clear, () => admin.admin.removeMember({ id })]) {
      await admin.admin.updateMember({ id, active: true, passwd })
      const eve = await team.user()
      await Promise.allSettled([byPassword(eve, 'bob'), ending()])
      await admin.admin.updateMember({ id, active: true })
      await assert.rejects(eve.members.checklogin(), noMember)
      await assert.rejects(eve.members.login({}), { code: 'code_refused' })
    }
    await admin.admin.updateMember({ id, passwd })
    const { code } = await admin.admin.invite({ id })
    await bob.members.login({ code })
    const next = 'another long sentence'
    await Promise.allSettled([bob.proof.changePassword({ passwd: next, old: passwd }), clear()])
    const refused = { code: 'password_refused' }
    await assert.rejects(bob.members.login({ stuid: 's-bob', passwd: next }), refused)
    // No code passes as two-step verification of a member who has none.
    for (const tried of [passwd, '', ' '])
      await assert.rejects(bob.members.login({ stuid: 's-bob', passwd: tried }), refused)
  })

  test('a user erased while their password is checked gets no role', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await admin.admin.invite({ name: 'bob', stuid: 's-bob', passwd })
    const eve = await team.user('eve')
    const coming = byPassword(eve, 'bob')
    await Promise.allSettled([coming, eve.users.erase()])
    const bob = (await admin.admin.members()).list.find((member) => member.id === id)
    assert.equal(bob?.linked, false)
  })

  if (on === 'postgres')
    test('a login at the moment of a removal keeps no role', async () => {
      await using team = await newTeam({ on })
      const { id } = await withPassword(team, 'bob')
      const admin = await team.admin()
      const endings = [
        () => admin.admin.removeMember({ id }),
        () => admin.admin.updateMember({ id, passwd: 'another long sentence' }),
      ]
      for (const ending of endings) {
        await admin.admin.updateMember({ id, active: true, passwd })
        const eve = await team.user()
        // A login waits for its session, which is written last.
        await using held = await foreignTransaction(team, 'select * from session where member_id is null for update')
        const coming = byPassword(eve, 'bob').catch(() => {})
        await until(async () => (await held.blocked()) > 0)
        let ended = false
        const end = ending().then(() => {
          ended = true
        })
        await until(async () => ended || (await held.blocked()) > 1)
        await held.commit()
        await Promise.all([coming, end])
        await admin.admin.updateMember({ id, active: true })
        await assert.rejects(eve.members.checklogin(), noMember)
        await assert.rejects(eve.members.login({}), { code: 'code_refused' })
      }
      // A password that changes while it is checked gives no role either, and sets no other password.
      const { code } = await admin.admin.invite({ id })
      const bob = await team.user('bob again')
      await bob.members.login({ code })
      const comes = async () => byPassword(await team.user(), 'bob')
      const sets = () => bob.proof.changePassword({ passwd: 'another long sentence', old: passwd })
      for (const [change, show] of [
        ["passwd = ''", comes],
        ['active = 0', comes],
        ["passwd = ''", sets],
      ] as const) {
        await admin.admin.updateMember({ id, active: true, passwd })
        await using held = await foreignTransaction(team, `update member set ${change} where id = ${id}`)
        const showing = assert.rejects(show(), change)
        await until(async () => (await held.blocked()) > 0)
        await held.commit()
        await showing
      }
      // An empty code gives no role while the user becomes another member.
      const [{ id: carolId, person: carol }, { id: daveId }] = [
        await withPassword(team, 'carol'),
        await withPassword(team, 'dave'),
      ]
      await carol.members.logout()
      const becomes = `update person set member_id = ${daveId} where member_id = ${carolId}`
      await using held = await foreignTransaction(
        team,
        `${becomes}; select * from member where id = ${carolId} for update`,
      )
      const coming = assert.rejects(carol.members.login({}), { code: 'code_refused' })
      await until(async () => (await held.blocked()) > 0)
      await held.commit()
      await coming
    })
})

test('the last administrator cannot become another member by logging in', async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  const { code } = await admin.admin.invite({ name: 'Bob', stuid: 's-Bob', passwd })
  await assert.rejects(admin.members.login({ code }), { status: 409, code: 'last_admin' })
  await admin.admin.members()
  const bob = await team.user('bob')
  await bob.members.login({ code })
  await withPassword(team, 'carol', true)
  await byPassword(admin, 'Bob')
  assert.equal((await admin.members.checklogin()).name, 'Bob')
})
