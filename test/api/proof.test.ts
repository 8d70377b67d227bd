import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wallClock } from '#kit/time.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

const refused = { status: 400, code: 'code_refused' }
const noMember = { status: 403, code: 'wrong_role' }
const passwd = 'correct horse battery'

const idOf = async (admin: Person, name: string) =>
  (await admin.admin.members()).list.find((member) => member.name === name)?.id ?? 0

/** Waits until the last use of the session is stored, which happens after the answer. */
async function written(team: Team, who: Person): Promise<void> {
  const now = wallClock(team.now(), 'Asia/Shanghai')
  const isWritten = async () => (await who.sessions.list()).list.find(({ current }) => current)?.usedTime === now
  while (!(await isWritten()));
}

/** An administrator with a password, so that they can log in again at any time. */
async function adminWithPassword(team: Team): Promise<{ admin: Person; comeBack: (as?: Person) => Promise<void> }> {
  const admin = await team.admin()
  await admin.admin.updateMember({ id: await idOf(admin, 'admin'), stuid: 'a1', passwd })
  return { admin, comeBack: (as = admin) => as.members.login({ stuid: 'a1', passwd }).then(() => {}) }
}

onEachDatabase('roles and their proofs', (on) => {
  test('an ended administrator role returns only with a new proof, however it ended', async () => {
    await using team = await newTeam({ on })
    const { admin, comeBack } = await adminWithPassword(team)
    for (const ending of [() => admin.members.logout(), () => team.pass({ hours: 13 })]) {
      await ending()
      await assert.rejects(admin.admin.members(), noMember)
      await assert.rejects(admin.members.login({ code: '' }), refused)
      await assert.rejects(admin.members.login({}), refused)
      assert.equal((await admin.users.me()).user?.linked, false)
      await comeBack()
      await admin.admin.members()
    }
    const other = await team.user('the-admin')
    await assert.rejects(other.members.login({ code: '' }), refused)
  })

  test('an ended member role returns without a code until thirty days after the last proof', async () => {
    await using team = await newTeam({ on })
    const { admin, comeBack } = await adminWithPassword(team)
    const { code } = await admin.admin.invite({ name: 'Bob', stuid: 'b1', passwd })
    const bob = await team.user('bob')
    await bob.members.login({ code })
    await bob.members.logout()
    await bob.members.login({ code: '' })
    team.pass({ days: 8 })
    await assert.rejects(bob.members.checklogin(), noMember)
    assert.equal((await bob.users.me()).user?.linked, true)
    await bob.members.login({ code: '' })
    const phone = await team.user('bob')
    await phone.members.login({ code: '' })
    for (let days = 8; days < 29; days += 7) {
      await bob.members.checklogin()
      await written(team, bob)
      await written(team, admin)
      team.pass({ days: 6, hours: 23 })
    }
    await bob.members.checklogin()
    team.pass({ days: 2 })
    await assert.rejects(bob.members.checklogin(), noMember, 'use does not extend it')
    await assert.rejects(bob.members.login({ code: '' }), refused)
    await assert.rejects(bob.members.login({ code }), refused, 'an invitation proves nothing after its seven days')
    await bob.members.login({ stuid: 'b1', passwd })
    await bob.members.checklogin()
    // A member session does not become an administrator's without a proof.
    await comeBack()
    await bob.members.logout()
    await admin.admin.updateMember({ id: await idOf(admin, 'Bob'), admin: true })
    await assert.rejects(bob.members.login({ code: '' }), refused)
  })

  test('a role that ended stays ended when the member or the settings change later', async () => {
    await using team = await newTeam({ on })
    const { admin, comeBack } = await adminWithPassword(team)
    const bob = await team.member('Bob')
    const id = await idOf(admin, 'Bob')
    await admin.admin.updateMember({ id, admin: true })
    team.pass({ hours: 13 })
    await comeBack()
    await admin.admin.updateMember({ id, admin: false })
    await assert.rejects(bob.members.checklogin(), noMember, 'the login ended while the member was an administrator')
    await bob.members.login({ code: '' })
    team.pass({ days: 8 })
    await comeBack()
    await admin.admin.updateSettings({ memberSessionDays: 20 })
    await assert.rejects(bob.members.checklogin(), noMember, 'the login ended under the settings of that time')
  })

  test('a removed member’s sessions stay ended when the member returns to the team', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const endings = [
      (id: number) => admin.admin.removeMember({ id }),
      (id: number) => admin.admin.updateMember({ id, active: false }),
    ]
    for (const [round, end] of endings.entries()) {
      const name = `Bob ${round}`
      const { id, code } = await admin.admin.invite({ name })
      const bob = await team.user(name)
      await bob.members.login({ code })
      const { url } = await bob.duty.subscribe()
      const key = new URL(url).searchParams.get('key') ?? ''
      team.secret(key)
      const { code: unused } = await admin.admin.invite({ id })
      await end(id)
      await admin.admin.updateMember({ id, active: true })
      await assert.rejects(bob.members.checklogin(), noMember)
      for (const dead of ['', code]) await assert.rejects(bob.members.login({ code: dead }), refused)
      await assert.rejects((await team.user()).members.login({ code: unused }), refused)
      await assert.rejects(team.anyone.duty.feed({ key }), { status: 404 })
      await bob.members.login({ code: (await admin.admin.invite({ id })).code })
      await bob.members.checklogin()
    }
  })

  test('a role proved by a password ends when the password is changed or cleared', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id, code } = await admin.admin.invite({ name: 'Bob', stuid: 'b1', passwd })
    const invited = await team.user('invited')
    await invited.members.login({ code })
    for (const next of ['another long password', '']) {
      const current = next === '' ? 'another long password' : passwd
      const browser = await team.user(`browser ${next.length}`)
      await browser.members.login({ stuid: 'b1', passwd: current })
      await admin.admin.updateMember({ id, passwd: next })
      await assert.rejects(browser.members.checklogin(), noMember)
      await assert.rejects(browser.members.login({ code: '' }), refused)
      assert.deepEqual(await browser.session.checklogin(), { islogin: true })
      assert.equal((await invited.members.checklogin()).name, 'Bob', 'the invitation is still valid')
    }
  })

  test('a session ends 180 days after it began, however much it is used', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user('ann')
    for (let days = 0; days < 175; days += 25) {
      team.pass({ days: 25 })
      await written(team, ann)
    }
    team.pass({ days: 5 })
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
    await team.running.tidy()
    assert.equal((await (await team.user('ann')).users.export()).sessions.length, 1)
  })

  test('changing the password ends the user’s role on other devices too', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.invite({ name: 'Bob', stuid: 's-bob', passwd })
    const [own, stolen] = [await team.user('bob'), await team.user('bob')]
    for (const device of [own, stolen]) await device.members.login({ stuid: 's-bob', passwd })
    await own.proof.changePassword({ passwd: 'another long sentence', old: passwd })
    await own.members.checklogin()
    await assert.rejects(stolen.members.checklogin(), noMember)
    await assert.rejects(stolen.members.login({}), refused)
  })

  test('a new invitation code stays valid after a login by other means', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const { code } = await admin.admin.invite({ id: await idOf(admin, 'Bob') })
    await bob.members.logout()
    await bob.members.login({ code: '' })
    const phone = await team.user()
    await phone.members.login({ code })
    await assert.rejects(bob.members.checklogin(), noMember)
  })

  test('the last administrator who has logged in can neither erase themselves nor step down', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const last = {
      status: 409,
      code: 'last_admin',
      message: 'This is the last administrator. Make another member an administrator first.',
    }
    await assert.rejects(admin.users.erase(), last)
    // An invited member who never logged in does not count.
    const { id, code } = await admin.admin.invite({ name: 'Eve', admin: true })
    const own = await idOf(admin, 'admin')
    await assert.rejects(admin.users.erase(), last)
    await assert.rejects(admin.admin.removeMember({ id: own }), last)
    await assert.rejects(admin.admin.updateMember({ id: own, admin: false }), last)
    assert.equal((await team.anyone.team.info()).needsAdmin, false)
    const eve = await team.user()
    await eve.members.login({ code })
    await admin.users.erase()
    assert.equal((await team.anyone.team.info()).needsAdmin, false)
    await assert.rejects(eve.users.erase(), last)
    await eve.admin.updateMember({ id, phone: '13800138000' })
  })
})

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'

onEachDatabase('pairing and roles', (on) => {
  /** A browser starts a pairing and the phone approves it; `collect` gets the browser's login code. */
  async function approved(team: Team, phone: Person, member?: boolean) {
    const begun = await team.call('/login/pair', { method: 'POST', headers: { 'user-agent': chrome } })
    const { pair, secret } = ((await begun.json()) as { data: { pair: string; secret: string } }).data
    for (const text of [pair, secret]) team.secret(text)
    const shown = await phone.session.pairing({ pair })
    await phone.session.approve(member === undefined ? { pair } : { pair, member })
    await assert.rejects(phone.session.pairing({ pair }), refused)
    const collect = async () => (await team.anyone.session.paired({ secret })).code
    const enter = async () => team.as((await team.anyone.session.login({ code: await collect() })).token, 'en_US')
    return { shown, collect, enter }
  }

  test('a user who approves a device is shown where it is', async () => {
    await using team = await newTeam({ on })
    const { shown } = await approved(team, await team.user())
    assert.deepEqual(shown, {
      device: 'Chrome, Windows',
      address: '127.0.0.1',
      here: true,
      createdTime: '2026-11-16T09:30:00.000000',
    })
    await assert.rejects((await team.user()).session.pairing({ pair: 'pair_0000' }), refused)
  })

  test('approving a device passes the membership on only if that is ticked, and only until its proof ends', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const plain = await (await approved(team, admin)).enter()
    await assert.rejects(plain.members.checklogin(), noMember)
    await assert.rejects(plain.members.login({ code: '' }), refused)
    const ticked = await (await approved(team, admin, true)).enter()
    assert.equal((await ticked.members.checklogin()).admin, true)
    const [entry] = (await admin.admin.log({ target: 3 })).list
    assert.equal(entry?.current.info, 'admin logged in (pairing)')
    const ann = await team.user()
    await assert.rejects(approved(team, ann, true), noMember)
    // If the phone leaves the role between approval and collection, no membership is passed on.
    const late = await approved(team, admin, true)
    const code = await late.collect()
    await admin.members.logout()
    const without = team.as((await team.anyone.session.login({ code })).token)
    await assert.rejects(without.members.checklogin(), noMember)
    // The passed-on membership rests on the proof of the phone, and ends when that would have ended.
    const { code: invitation } = await ticked.admin.invite({ name: 'Bob' })
    const phone = await team.user('bob')
    await phone.members.login({ code: invitation })
    team.pass({ days: 6 })
    const browser = await (await approved(team, phone, true)).enter()
    for (let days = 6; days < 30; days += 6) {
      await browser.members.checklogin()
      await written(team, browser)
      team.pass({ days: 6 })
    }
    await assert.rejects(browser.members.checklogin(), noMember)
  })

  test('a device approved without the membership becomes a member only by a proof of its own', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { code } = await admin.admin.invite({ name: 'Bob', stuid: 's-bob', passwd })
    const phone = await team.user('bob')
    await phone.members.login({ code })
    const browser = await (await approved(team, phone)).enter()
    const further = await (await approved(team, browser)).enter()
    for (const device of [browser, further]) {
      assert.equal((await device.users.me()).user?.linked, false)
      for (const empty of [{}, { code: '' }]) await assert.rejects(device.members.login(empty), refused)
      await assert.rejects(device.members.checklogin(), noMember)
    }
    // A ticked pairing passes nothing on if its approver is no longer a member.
    const late = await approved(team, phone, true)
    await phone.members.logout()
    const lost = await late.enter()
    await assert.rejects(lost.members.login({}), refused)
    await phone.members.login({})
    // With a proof of its own the browser belongs to a member, like any other session.
    await browser.members.login({ stuid: 's-bob', passwd })
    await browser.members.logout()
    assert.equal((await browser.users.me()).user?.linked, true)
    await browser.members.login({})
    const ticked = await (await approved(team, phone, true)).enter()
    await ticked.members.logout()
    await ticked.members.login({})
    // A login by other means opens another session, which the pairing does not concern.
    const own = await team.user('bob')
    await own.members.login({})
    await assert.rejects(further.members.login({}), refused)
  })

  test('a guest’s device passes no membership on to an account', async () => {
    await using team = await newTeam({ on, env: { GUEST_LOGIN: 'on' } })
    const { code } = await (await team.admin()).admin.invite({ name: 'Bob' })
    const enterAs = async (given: string, from = team.anyone) =>
      team.as((await from.session.login({ code: given, merge: true })).token, 'en_US')
    const phone = await enterAs('guest')
    await phone.members.login({ code })
    const browser = await (await approved(team, phone)).enter()
    const needed = { status: 403, code: 'proof_needed' }
    await assert.rejects(enterAs('mallory', browser), needed)
    const mallory = await team.user('mallory')
    assert.equal((await mallory.users.me()).user?.linked, false)
    await assert.rejects(mallory.members.login({}), refused)
    // A guest's device that is approved by an account gets that account without its membership.
    const bob = await team.user('bob')
    const { code: again } = await (await team.admin()).admin.invite({ name: 'Carol' })
    await bob.members.login({ code: again })
    const guest = await enterAs('guest')
    const joined = await enterAs(await (await approved(team, bob)).collect(), guest)
    await assert.rejects(joined.members.login({}), refused)
    // The member's own device gets the membership as before.
    const moved = await enterAs('bob at home', phone)
    assert.equal((await moved.members.checklogin()).name, 'Bob')
  })

  test('a pairing ends if the approving user is erased or logs out first', async () => {
    await using team = await newTeam({ on })
    const endings = [
      (who: Person) => who.users.erase(),
      (who: Person) => who.session.logout(),
      async (who: Person) => who.sessions.end({ id: (await who.sessions.list()).list[0]?.id ?? '' }),
    ]
    for (const end of endings) {
      const phone = await team.user()
      const early = await approved(team, phone)
      const code = await (await approved(team, phone)).collect()
      await end(phone)
      await assert.rejects(early.collect(), refused)
      await assert.rejects(team.anyone.session.login({ code }), refused)
    }
  })
})
