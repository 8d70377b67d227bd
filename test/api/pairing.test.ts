import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

const refused = { status: 400, code: 'code_refused' }

onEachDatabase('pairing a browser', (on) => {
  test('a logged-in phone logs in a browser as the same user', async () => {
    await using team = await newTeam({ on })
    const phone = await team.member('Bob')
    const { pair, secret } = await team.anyone.session.pair()
    assert.deepEqual(await team.anyone.session.paired({ secret }), { code: '' })
    // Another program that scans the QR code may send the whole address.
    await phone.session.approve({ pair: `https://repair.example.edu/account#${pair}` })
    const { code } = await team.anyone.session.paired({ secret })
    assert.match(code, /^pair_/)
    for (const text of [pair, secret, code]) team.secret(text)
    const browser = team.as((await team.anyone.session.login({ code })).token)
    await assert.rejects(browser.members.checklogin(), { status: 403 })
    const { list } = await (await team.admin()).admin.log({ target: 4 })
    assert.deepEqual(list, [], 'logins of users are not logged')
  })

  test('each step of a pairing works once, within five minutes', async () => {
    await using team = await newTeam({ on })
    const phone = await team.user()
    const { pair, secret } = await team.anyone.session.pair()
    await assert.rejects(team.anyone.session.login({ code: pair }), refused)
    await phone.session.approve({ pair })
    await assert.rejects(phone.session.approve({ pair }), refused)
    const both = await Promise.allSettled([
      team.anyone.session.paired({ secret }),
      team.anyone.session.paired({ secret }),
    ])
    const given = both.filter((one) => one.status === 'fulfilled')
    assert.equal(given.length, 1)
    team.pass({ minutes: 2 })
    await assert.rejects(team.anyone.session.login({ code: given[0]?.value.code ?? '' }), refused)
    await assert.rejects(team.anyone.session.paired({ secret }), refused)
    await assert.rejects(team.anyone.session.paired({ secret: 'guess' }), refused)
    const late = await team.anyone.session.pair()
    team.pass({ minutes: 5, seconds: 1 })
    await assert.rejects(phone.session.approve({ pair: late.pair }), refused)
    await assert.rejects(team.anyone.session.paired({ secret: late.secret }), refused)
  })

  test('pairing works on nodes whose clocks differ by five minutes, and expires by the database’s clock', {
    skip: on === 'sqlite',
  }, async () => {
    await using team = await newTeam({ on })
    await using behind = await newTeam({ on, beside: team, at: '2026-11-16T01:25:00Z' })
    const phone = await team.member('Bob')
    for (const [one, other] of [
      [team, behind],
      [behind, team],
    ] as const) {
      const there = other.as(phone.token)
      const { pair, secret } = await one.anyone.session.pair()
      await there.session.pairing({ pair })
      await there.session.approve({ pair })
      const { code } = await one.anyone.session.paired({ secret })
      for (const text of [pair, secret, code]) team.secret(text)
      const { token } = await other.anyone.session.login({ code })
      assert.equal((await one.as(token).session.checklogin()).islogin, true)
    }
    const late = await behind.anyone.session.pair()
    team.pass({ minutes: 5, seconds: 1 })
    for (const node of [team, behind]) {
      await assert.rejects(node.as(phone.token).session.approve({ pair: late.pair }), refused)
      await assert.rejects(node.anyone.session.paired({ secret: late.secret }), refused)
    }
  })

  test('a stranger who starts many pairings does not stop others at the same address', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const phone = await team.member('Bob')
    const { rates } = await admin.admin.settings()
    await admin.admin.updateSettings({ rates: { ...rates, loginsPerMinute: 12 } })
    const begun = await team.anyone.session.pair()
    await Promise.all(Array.from({ length: 40 }, () => team.anyone.session.pair()))
    await Promise.allSettled(Array.from({ length: 40 }, () => team.anyone.session.login({ code: 'pair_0000' })))
    for (const { pair, secret } of [begun, await team.anyone.session.pair()]) {
      for (const text of [pair, secret]) team.secret(text)
      await phone.session.approve({ pair })
      const { code } = await team.anyone.session.paired({ secret })
      const { token } = await team.anyone.session.login({ code })
      assert.equal((await team.as(token).session.checklogin()).islogin, true)
    }
  })
})
