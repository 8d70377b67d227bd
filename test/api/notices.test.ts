import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeLife } from '#rules/people/sessions.ts'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person } from '../support/team.ts'

const texts = async (who: Person) => (await who.users.notices()).list.map(({ text }) => text)

onEachDatabase('notices about the account', (on) => {
  test('a user sees notices of approved devices and changed passwords, in their language, until they have read them', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const { id } = await bob.members.checklogin()
    assert.deepEqual((await bob.users.notices()).list, [])
    await admin.admin.updateMember({ id, passwd: 'a long password' })
    await admin.admin.updateMember({ id, name: 'Bobby' })
    const { pair } = await team.anyone.session.pair()
    await bob.session.approve({ pair })
    await admin.admin.updateMember({ id, passwd: '' })
    const { list } = await bob.users.notices()
    assert.deepEqual(
      list.map(({ kind, text, time, seen }) => [kind, text, time, seen]),
      [
        ['password_cleared', 'An administrator removed your password.', '2026-11-16T09:30:00.000000', false],
        ['paired', 'You let another device log in as you.', '2026-11-16T09:30:00.000000', true],
        ['password_changed', 'An administrator set a new password for you.', '2026-11-16T09:30:00.000000', false],
      ],
    )
    assert.deepEqual((await admin.users.notices()).list, [], 'other members get no notice')
    await bob.users.updateLocale({ lang: 'zh_CN' })
    assert.equal((await texts(bob))[0], '管理员清除了你的密码。')
    const middle = list[1]?.id ?? 0
    await (await team.user('eve')).users.noticesSeen({ id: middle })
    assert.ok(!(await bob.users.notices()).list.at(-1)?.seen, 'another person cannot mark it as seen')
    await bob.users.noticesSeen({ id: middle })
    await bob.users.noticesSeen({ id: middle })
    assert.deepEqual(
      (await bob.users.notices()).list.map(({ seen }) => seen),
      [false, true, true],
    )
  })

  test('the notice of a changed password says whether the user or an administrator changed it', async () => {
    await using team = await newTeam({ on })
    const [admin, bob] = [await team.admin(), await team.member('Bob')]
    const { id } = await bob.members.checklogin()
    const { id: own } = await admin.members.checklogin()
    await admin.admin.updateMember({ id, stuid: '2026001' })
    const passwd = (text: string) => ({ passwd: `a long password ${text}` })
    // A member changes their own password, then an administrator changes it, then an administrator their own.
    await bob.proof.changePassword(passwd('one'))
    assert.deepEqual(await texts(bob), ['Your password was changed.'])
    await admin.admin.updateMember({ id, ...passwd('two') })
    assert.equal((await texts(bob))[0], 'An administrator set a new password for you.')
    await admin.admin.updateMember({ id: own, stuid: '2026002', ...passwd('three') })
    assert.deepEqual(await texts(admin), ['Your password was changed.'])
    const again = await team.user('the-admin')
    await again.members.login({ stuid: '2026002', ...passwd('three') })
    await again.admin.updateMember({ id: own, passwd: '' })
    assert.equal((await texts(admin))[0], 'Your password was removed.')
    await bob.users.updateLocale({ lang: 'zh_CN' })
    assert.deepEqual(await texts(bob), ['管理员为你设置了新密码。', '密码已修改。'])
  })

  test('after users change their own login, only their other devices show the notice, with the device that changed it', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const laptop = await team.member('Bob')
    const { id } = await laptop.members.checklogin()
    await admin.admin.updateMember({ id, stuid: '2026001' })
    const phone = await team.user('member Bob')
    const pending = async (who: Person) => (await who.users.me()).user?.notices
    assert.deepEqual([await pending(laptop), await pending(phone)], [0, 0])
    await laptop.proof.changePassword({ passwd: 'a long password one' })
    assert.deepEqual([await pending(laptop), await pending(phone)], [0, 1])
    assert.deepEqual(
      (await laptop.users.notices()).list.map(({ seen }) => seen),
      [true],
    )
    // The approved device shows no notice of itself.
    const { pair, secret } = await team.anyone.session.pair()
    await laptop.session.approve({ pair })
    const tablet = team.as((await team.anyone.session.login(await team.anyone.session.paired({ secret }))).token)
    assert.deepEqual([await pending(laptop), await pending(phone), await pending(tablet)], [0, 2, 1])
  })

  test('a member is told when another user logs in as the same member', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const { id } = await bob.members.checklogin()
    await admin.admin.updateMember({ id, stuid: '2026001', passwd: 'a long password' })
    await bob.users.noticesSeen({ id: (await bob.users.notices()).list[0]?.id ?? 0 })
    const other = await team.user()
    for (let again = 0; again < 2; again += 1)
      await other.members.login({ stuid: '2026001', passwd: 'a long password' })
    const linked = 'Someone logged in as you, with your access as a member: an unknown device.'
    assert.deepEqual(
      (await bob.users.notices()).list.filter(({ seen }) => !seen).map(({ text }) => text),
      [linked],
      'once, not at each login',
    )
    assert.deepEqual(await texts(other), [])
    // A new invitation code moves the membership to another user, and the previous one gets a notice.
    const { code } = await admin.admin.invite({ id })
    team.secret(code)
    await (await team.user()).members.login({ code })
    assert.equal((await texts(bob)).filter((text) => text === linked).length, 2)
    assert.deepEqual(await texts(other), [linked])
  })

  test('notices are in the personal export, are deleted with the person, and are limited in number and time', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const approve = async () => ann.session.approve({ pair: (await team.anyone.session.pair()).pair })
    await approve()
    assert.deepEqual(
      (await ann.users.export()).notices.map(({ text }) => text),
      ['You let another device log in as you.'],
    )
    for (let i = 0; i < 51; i += 1) await approve()
    assert.equal((await ann.users.notices()).list.length, 50)
    const bob = await team.user()
    await bob.session.approve({ pair: (await team.anyone.session.pair()).pair })
    await using engine = await openEngine(team.fresh.config)
    const kept = () => engine.read((db) => db.selectFrom('notice').select('id').execute())
    await ann.users.erase({})
    assert.equal((await kept()).length, 1)
    team.pass({ milliseconds: noticeLife })
    await team.running.tidy()
    assert.equal((await kept()).length, 1)
    team.pass({ milliseconds: 1 })
    await team.running.tidy()
    assert.equal((await kept()).length, 0)
  })
})
