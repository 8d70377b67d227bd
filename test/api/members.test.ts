import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEachDatabase, raceRounds, tempDir } from '../support/databases.ts'
import { newTeam, type Person } from '../support/team.ts'

const refused = { status: 400, code: 'code_refused' }

onEachDatabase('members', (on) => {
  test('the first administrator logs in with the admin code, which is then deleted from the disk', async () => {
    await using team = await newTeam({ on })
    const file = join(team.fresh.dir, 'admin-code')
    assert.ok(existsSync(file))
    const admin = await team.admin()
    assert.ok(!existsSync(file))
    const profile = await admin.members.checklogin()
    assert.deepEqual(profile, {
      avatar: 'http://127.0.0.1:8080/media/neutral.png',
      name: 'admin',
      phone: '',
      id: 1,
      admin: true,
    })
    const { list } = await admin.admin.members()
    assert.deepEqual(
      list.map(({ name, role, linked, active }) => ({ name, role, linked, active })),
      [{ name: 'admin', role: 'admin', linked: true, active: true }],
    )
  })

  test('the admin code makes one user the administrator, and no one after that', async () => {
    await using team = await newTeam({ on, env: { GUEST_LOGIN: 'off' } })
    const code = team.running.adminCode ?? ''
    const { login } = team.anyone.session
    await assert.rejects(login({ code: 'inv_0000-0000-0000-0000' }), refused)
    const first = team.as((await login({ code })).token)
    assert.equal((await first.users.me()).user?.guest, true)
    await first.members.login({ code })
    assert.equal((await first.users.me()).user?.member?.admin, true)
    await assert.rejects(login({ code }), refused)
    const { code: invitation } = await first.admin.invite({ name: 'Bob' })
    await assert.rejects(login({ code: invitation }), refused)
  })

  test('a list of members is invited as a whole or not at all, and members can be searched', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.invite({ name: 'Bob', stuid: '20260001', phone: '139 0013 9000' })
    const names = async (wish: Parameters<typeof admin.admin.members>[0]) =>
      (await admin.admin.members(wish)).list.map(({ name }) => name)
    for (const [members, code] of [
      [[{ name: 'Carol' }, { name: 'Bob' }], 'name_taken'],
      [[{ name: 'Carol' }, { name: 'Carol' }], 'name_taken'],
      [[{ name: 'Carol' }, { name: 'Dan', stuid: '20260001' }], 'student_id_taken'],
      [Array.from({ length: 101 }, (_, i) => ({ name: `N${i}` })), 'bad_input'],
    ] as const)
      await assert.rejects(admin.admin.inviteMany({ members: [...members] }), { code })
    assert.deepEqual(await names({}), ['Bob', 'admin'])
    const made = await admin.admin.inviteMany({ members: [{ name: '100%_ Carol', stuid: 'x7' }, { name: '韩梅梅' }] })
    for (const { code } of made.list) team.secret(code)
    assert.deepEqual(
      made.list.map(({ name }) => name),
      ['100%_ Carol', '韩梅梅'],
    )
    assert.equal(made.link, 'http://127.0.0.1:8080/join')
    const carol = await team.user('carol')
    await carol.members.login({ code: made.list[0]?.code ?? '' })
    assert.equal((await carol.members.checklogin()).name, '100%_ Carol')
    const { list: log } = await admin.admin.log({ target: 3 })
    assert.deepEqual(
      log.filter(({ operation }) => operation === 0).map(({ current }) => current.id),
      [...made.list.map(({ id }) => id).toReversed(), 2],
    )
    for (const [search, found] of [
      ['梅', ['韩梅梅']],
      [' cAROL ', ['100%_ Carol']],
      ['%_', ['100%_ Carol']],
      ['0013', ['Bob']],
      ['2026', ['Bob']],
      ['\\', []],
    ] as const)
      assert.deepEqual(await names({ search }), found, search)
    assert.deepEqual(await names({ id: 2 }), ['Bob'])
    assert.equal((await admin.admin.members({ search: 'o', count: 1 })).total, 2)
  })

  test('a restart and a second node keep the admin code valid', async () => {
    await using one = await newTeam({ on })
    const first = one.running.adminCode ?? ''
    const codes = new Set([first])
    const dir = tempDir()
    try {
      // On PostgreSQL two nodes run at once, each with its own folder. On SQLite one service runs at a time.
      const env = on === 'postgres' ? { DATA_DIR: dir } : {}
      if (on === 'sqlite') await one.running[Symbol.asyncDispose]()
      {
        await using again = await newTeam({ beside: one, env })
        codes.add(again.running.adminCode ?? '')
      }
      // If the file is lost, a start prints another code, and the old one stays valid.
      rmSync(join(on === 'postgres' ? dir : one.fresh.dir, 'admin-code'))
      await using last = await newTeam({ beside: one, env })
      codes.add(last.running.adminCode ?? '')
      assert.equal(codes.size, on === 'postgres' ? 3 : 2, 'a code that is on the disk is printed again')
      const admin = await last.user('the-admin')
      await admin.members.login({ code: first })
      assert.equal((await admin.members.checklogin()).admin, true)
      // Now there is an administrator, and the other codes cannot create a second one.
      codes.delete(first)
      const eve = await last.user('eve')
      for (const code of codes) await assert.rejects(eve.members.login({ code }), refused)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  test('saving a member’s phone does not undo a colleague’s change of the name', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await admin.admin.invite({ name: 'Bob' })
    const read = async () => (await admin.admin.members()).list.find((one) => one.id === id)
    const { version } = (await read()) ?? { version: 0 }
    const renamed = await admin.admin.updateMember({ id, name: 'Bob Li', version })
    assert.equal(renamed.version, version + 1)
    await admin.admin.updateMember({ id, phone: '13900139000', version })
    await assert.rejects(admin.admin.updateMember({ id, name: 'Robert', phone: '13900139001', version }), {
      status: 409,
      code: 'member_changed',
    })
    const now = await read()
    assert.deepEqual([now?.name, now?.phone, now?.version], ['Bob Li', '13900139000', version + 2])
    // Without a version the change is accepted.
    await admin.admin.updateMember({ id, name: 'Robert' })
    assert.equal((await read())?.phone, '13900139000')
  })

  test('class and college of a member are stored for the school’s record and deleted with the member', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id, code } = await admin.admin.invite({ name: 'Bob', class: 'CS 2301', college: 'Informatics' })
    team.secret(code)
    const { id: plain } = await admin.admin.invite({ name: 'Carol' })
    const read = async (of: number) => {
      const one = (await admin.admin.members({ id: of })).list[0]
      return [one?.class, one?.college]
    }
    assert.deepEqual(
      [await read(id), await read(plain)],
      [
        ['CS 2301', 'Informatics'],
        ['', ''],
      ],
    )
    await admin.admin.updateMember({ id, class: '计算机 2302' })
    await admin.admin.updateMember({ id: plain, college: '信息学院' })
    assert.deepEqual(
      [await read(id), await read(plain)],
      [
        ['计算机 2302', 'Informatics'],
        ['', '信息学院'],
      ],
    )
    await assert.rejects(admin.admin.updateMember({ id, class: 'x'.repeat(1000) }), { code: 'bad_input' })
    const [last] = (await admin.admin.log({ target: 3 })).list
    assert.match(last?.current.info ?? '', /college/, 'the log names the field')
    assert.doesNotMatch(last?.current.info ?? '', /信息/, 'the log does not repeat the value')
    const bob = await team.user()
    await bob.members.login({ code })
    const { member } = await bob.users.export()
    assert.deepEqual([member?.class, member?.college], ['计算机 2302', 'Informatics'])
    await bob.users.erase()
    assert.deepEqual(await read(id), ['', ''])
  })

  test('an invitation code makes one user a member, works again for that user, and is invalid for all others', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id, code, link } = await admin.admin.invite({ name: 'Bob', phone: '13900139000' })
    assert.equal(link, 'http://127.0.0.1:8080/join')
    team.secret(code)
    const bob = await team.user()
    await assert.rejects(bob.members.checklogin(), { status: 403, code: 'wrong_role' })
    await bob.members.login({ code })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    await bob.members.logout()
    await assert.rejects(bob.members.checklogin(), { status: 403 })
    assert.deepEqual(await bob.session.checklogin(), { islogin: true })
    await bob.members.login({ code })
    await bob.members.logout()
    await bob.members.login({ code: '' })
    assert.equal((await bob.members.checklogin()).phone, '13900139000')
    const eve = await team.user()
    await assert.rejects(eve.members.login({ code }), refused)
    await assert.rejects(eve.members.login({ code: '' }), refused)
    await assert.rejects(eve.members.login({}), refused)
    assert.equal((await admin.admin.members()).list.find((member) => member.id === id)?.linked, true)
  })

  test('an invitation code is accepted as people type it', async () => {
    await using team = await newTeam({ on })
    const { code } = await (await team.admin()).admin.invite({ name: 'Bob' })
    const bob = await team.user()
    await bob.members.login({ code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    // Another program that scans the QR code may give the whole address.
    await bob.members.login({ code: `https://repair.example.edu/join#${code}` })
  })

  test('an invitation code expires after seven days', async () => {
    await using team = await newTeam({ on })
    const { code } = await (await team.admin()).admin.invite({ name: 'Bob' })
    team.pass({ days: 7, seconds: 1 })
    await assert.rejects((await team.user()).members.login({ code }), refused)
  })

  test('after a lost phone, a new invitation code moves the membership to the new phone', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id, code: first } = await admin.admin.invite({ name: 'Bob' })
    await admin.admin.invite({ name: 'Carol' })
    const old = await team.user()
    await old.members.login({ code: first })
    const { code: unused } = await admin.admin.invite({ id })
    const { code } = await admin.admin.invite({ id })
    const phone = await team.user()
    await phone.members.login({ code })
    assert.equal((await phone.members.checklogin()).name, 'Bob')
    await assert.rejects(old.members.checklogin(), { status: 403 })
    for (const dead of ['', first, unused]) await assert.rejects(old.members.login({ code: dead }), refused)
    const today = '2026-11-16T09:30:00.000000'
    assert.deepEqual(
      (await admin.admin.members()).list.map(({ name, linked, lastSeen }) => [name, linked, lastSeen]),
      [
        ['Carol', false, ''],
        ['Bob', true, today],
        ['admin', true, today],
      ],
    )
  })

  test('a member logs in with student ID and password on several devices', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const passwd = 'correct horse battery'
    team.secret(passwd)
    await admin.admin.invite({ name: 'Bob', stuid: '20260001', passwd })
    for (const device of ['phone', 'laptop']) {
      const bob = await team.user(device)
      await bob.members.login({ stuid: '20260001', passwd })
      assert.equal((await bob.members.checklogin()).name, 'Bob')
    }
    const eve = await team.user()
    const wrong = { status: 400, code: 'password_refused', message: 'The student ID or the password is wrong.' }
    await assert.rejects(eve.members.login({ stuid: '20260001', passwd: 'wrong' }), wrong)
    await assert.rejects(eve.members.login({ stuid: '20260002', passwd }), wrong)
    await assert.rejects(eve.members.login({ stuid: '20260001' }), wrong)
  })

  test('of two users with one invitation code at the same moment, exactly one succeeds', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const admin = await team.admin()
    const people = await Promise.all([team.user(), team.user()])
    for (let round = 0; round < raceRounds(on, 12); round += 1) {
      const { code } = await admin.admin.invite({ name: `Bob ${round}` })
      const tries = await Promise.allSettled(people.map((person) => person.members.login({ code })))
      assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    }
  })

  test('a member stays logged in as a member for seven days, an administrator for twelve hours', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    team.pass({ hours: 13 })
    await assert.rejects(admin.admin.members(), { status: 403, code: 'wrong_role' })
    await assert.rejects(admin.members.checklogin(), { status: 403 })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    await bob.users.update({ name: 'B' })
    team.pass({ days: 6, hours: 23 })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    await bob.users.update({ name: 'C' })
    team.pass({ days: 7, minutes: 2 })
    await assert.rejects(bob.members.checklogin(), { status: 403 })
    assert.deepEqual(await bob.session.checklogin(), { islogin: true })
    await bob.users.update({ name: 'D' })
    await assert.rejects(bob.members.checklogin(), { status: 403 }, 'other calls do not restore the member login')
    await bob.members.login({ code: '' })
  })

  test('removing and demoting a member apply to the next request and can be undone', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const id = (await admin.admin.members()).list.find(({ name }) => name === 'Bob')?.id ?? 0
    await admin.admin.updateMember({ id, admin: true })
    await bob.admin.members()
    await admin.admin.updateMember({ id, admin: false })
    await assert.rejects(bob.admin.members(), { status: 403 })
    await bob.members.checklogin()
    const { code } = await admin.admin.invite({ id })
    await admin.admin.removeMember({ id })
    await assert.rejects(bob.members.checklogin(), { status: 403 })
    await assert.rejects(bob.members.login({ code: '' }), refused)
    await assert.rejects(admin.admin.invite({ id }), { status: 404, code: 'member_not_found' })
    assert.deepEqual(
      (await admin.members.list()).list.map(({ name }) => name),
      ['admin'],
    )
    await admin.admin.removeMember({ id })
    await admin.admin.updateMember({ id, active: true })
    await assert.rejects((await team.user()).members.login({ code }), refused)
    await assert.rejects(bob.members.checklogin(), { status: 403 }, 'a restored member has to log in again')
    await bob.members.login({ code: (await admin.admin.invite({ id })).code })
    await bob.members.checklogin()
  })

  test('the last administrator stays, also when two administrators remove each other at once', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const [own] = (await admin.admin.members()).list
    const last = { status: 409, code: 'last_admin' }
    await assert.rejects(admin.admin.removeMember({ id: own?.id ?? 0 }), last)
    await assert.rejects(admin.admin.updateMember({ id: own?.id ?? 0, admin: false }), last)
    await assert.rejects(admin.admin.updateMember({ id: own?.id ?? 0, active: false }), last)
    for (let round = 0; round < raceRounds(on, 12); round += 1) {
      const other = await team.member(`Bob ${round}`)
      const id = (await admin.admin.members()).list.find(({ name }) => name === `Bob ${round}`)?.id ?? 0
      await admin.admin.updateMember({ id, admin: true })
      const both = await Promise.allSettled([
        admin.admin.updateMember({ id, admin: false }),
        other.admin.updateMember({ id: own?.id ?? 0, admin: false }),
      ])
      assert.ok(both.some(({ status }) => status === 'rejected'))
      const left = both[0]?.status === 'fulfilled' ? admin : other
      if (left === other) await other.admin.updateMember({ id: own?.id ?? 0, admin: true })
      await admin.admin.removeMember({ id })
    }
  })

  test('names and student IDs are unique among active members', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await admin.admin.invite({ name: 'Bob', stuid: '1' })
    await assert.rejects(admin.admin.invite({ name: 'Bob' }), { status: 409, code: 'name_taken' })
    await assert.rejects(admin.admin.invite({ name: 'Ann', stuid: '1' }), { status: 409, code: 'student_id_taken' })
    const ann = await admin.admin.invite({ name: 'Ann' })
    await assert.rejects(admin.admin.updateMember({ id: ann.id, name: 'Bob' }), { status: 409, code: 'name_taken' })
    await admin.admin.removeMember({ id })
    await admin.admin.updateMember({ id: ann.id, name: 'Bob', stuid: '1' })
    await assert.rejects(admin.admin.updateMember({ id, active: true }), { status: 409, code: 'name_taken' })
    await assert.rejects(admin.admin.updateMember({ id: 999, name: 'x' }), { status: 404, code: 'member_not_found' })
    await assert.rejects(admin.admin.invite({}), { status: 400, code: 'bad_input' })
    const page = await admin.admin.members({ pageId: 2, count: 1 })
    assert.deepEqual([page.list.map((member) => member.id), page.total], [[id], 3])
  })

  test('guesses of invitation codes are limited to ten in one session and a hundred from one address', async () => {
    await using team = await newTeam({ on })
    const tooMany = { status: 429, code: 'too_many_requests' }
    const eve = await team.user()
    const guess = async (who: Person) => {
      for (let i = 0; i < 10; i += 1)
        await assert.rejects(who.members.login({ code: `inv_0000-0000-0000-${i}000` }), refused)
    }
    await guess(eve)
    await assert.rejects(eve.members.login({ stuid: 'x', passwd: 'y' }), tooMany)
    const bob = await team.member('Bob')
    await bob.members.checklogin()
    for (let session = 1; session < 10; session += 1) await guess(await team.user())
    await assert.rejects((await team.user()).members.login({ code: 'inv_x' }), tooMany)
    team.pass({ minutes: 1 })
    await assert.rejects(eve.members.login({ code: 'inv_x' }), refused)
  })
})
