import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

const first = 'correct horse battery'
const second = 'another long password'
const weak = { status: 400, code: 'bad_input', field: 'passwd' }

onEachDatabase('passwords', (on) => {
  test('common passwords are refused, also from administrators', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ teamName: 'Campus Repair' })
    for (const passwd of ['12345678', 'password', 'bob miller', '2026000123', 'campus repair', 'short'])
      await assert.rejects(admin.admin.invite({ name: 'Bob Miller', stuid: '2026000123', passwd }), weak, passwd)
    const { id, code } = await admin.admin.invite({ name: 'Bob Miller', stuid: '2026000123' })
    await assert.rejects(admin.admin.updateMember({ id, passwd: '2026000123' }), weak)
    await assert.rejects(admin.admin.updateMember({ id, stuid: 'another number', passwd: 'another number' }), weak)
    const bob = await team.user()
    await bob.members.login({ code })
    await assert.rejects(bob.proof.changePassword({ passwd: 'password' }), {
      ...weak,
      message: 'passwd is easy to guess: it is a common password, your name, your student ID or the name of the team.',
    })
    assert.deepEqual((await bob.proof.ways()).password, false, 'no password was set')
  })

  test('a member sets and changes their password, which ends the logins that used the old one', async () => {
    await using team = await newTeam({ on })
    for (const passwd of [first, second]) team.secret(passwd)
    const admin = await team.admin()
    const { id, code } = await admin.admin.invite({ name: 'Bob' })
    const bob = await team.user('bob')
    await bob.members.login({ code })
    await assert.rejects(bob.proof.changePassword({ passwd: first }), { status: 409, code: 'no_student_id' })
    await admin.admin.updateMember({ id, stuid: 'b1' })
    await bob.proof.changePassword({ passwd: first })
    const browser = await team.user('browser')
    await browser.members.login({ stuid: 'b1', passwd: first })
    team.pass({ minutes: 11 })
    await assert.rejects(bob.proof.changePassword({ passwd: second }), { status: 403, code: 'proof_needed' })
    await assert.rejects(bob.proof.changePassword({ passwd: second, old: 'wrong' }), {
      status: 400,
      code: 'password_refused',
    })
    await assert.rejects(bob.proof.changePassword({ passwd: '', old: first }), weak)
    await bob.proof.changePassword({ passwd: second, old: first })
    await assert.rejects(browser.members.checklogin(), { status: 403 })
    assert.equal((await bob.members.checklogin()).name, 'Bob', 'the session that changed the password continues')
    const wrong = { status: 400, code: 'password_refused' }
    await assert.rejects(browser.members.login({ stuid: 'b1', passwd: first }), wrong)
    await browser.members.login({ stuid: 'b1', passwd: second })
    assert.equal((await bob.users.notices()).list[0]?.kind, 'password_changed')
    const [entry] = (await admin.admin.log({ op: 'Bob', target: 3, count: 3 })).list.filter(
      ({ operation }) => operation === 1,
    )
    assert.equal(entry?.current.info, 'Bob, new password')
    // The password proves again who they are; a wrong one does not.
    team.pass({ minutes: 11 })
    assert.equal((await browser.proof.ways()).recent, false)
    await assert.rejects(browser.proof.confirm({}), { status: 403, code: 'proof_needed' })
    await assert.rejects(browser.proof.confirm({ passwd: first }), wrong)
    await browser.proof.confirm({ passwd: second })
    assert.equal((await browser.proof.ways()).recent, true)
  })
})
