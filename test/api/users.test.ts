import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wallClock } from '#kit/time.ts'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam } from '../support/team.ts'

onEachDatabase('users', (on) => {
  test('a user logs in, edits the profile and logs out', async () => {
    await using team = await newTeam({ on })
    const login = await team.call('/login', json({ code: 'ann' }))
    const body = (await login.json()) as { success: boolean; token: string }
    assert.deepEqual(Object.keys(body), ['success', 'token'])
    assert.match(body.token, /^[\w-]{43}$/)
    const ann = team.as(body.token)
    const ben = await team.user('ben')
    assert.deepEqual(await (await team.call(`/checklogin?token=${body.token}`)).json(), { islogin: true })
    assert.deepEqual(await ann.users.info(), { name: '', phone: '' })
    team.secret('13800138000')
    assert.deepEqual(await ann.users.update({ name: 'Ann', phone: '13800138000' }), {})
    assert.deepEqual(await ann.users.info(), { name: 'Ann', phone: '13800138000' })
    await ann.session.logout()
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
    await assert.rejects(ann.users.info(), { status: 401, code: 'not_logged_in' })
    assert.deepEqual(await ben.users.info(), { name: '', phone: '' }, 'other people are not affected')
  })

  test('the same login is the same user', async () => {
    await using team = await newTeam({ on })
    const phone = await team.user('ann')
    await phone.users.update({ name: 'Ann' })
    const laptop = await team.user('ann')
    assert.notEqual(laptop.token, phone.token)
    assert.equal((await laptop.users.info()).name, 'Ann')
  })

  test('twenty simultaneous first logins of one person create one user', async () => {
    await using team = await newTeam({ on })
    const all = await Promise.all(Array.from({ length: 20 }, () => team.user('ann')))
    await all[0]?.users.update({ name: 'Ann' })
    for (const one of all) assert.equal((await one.users.info()).name, 'Ann')
  })

  test('a profile update changes only the given fields, and an empty text clears its field', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    await ann.users.update({ name: 'Ann', phone: '138 0013 8000' })
    await ann.users.update({ name: 'Anne' })
    assert.deepEqual(await ann.users.info(), { name: 'Anne', phone: '138 0013 8000' })
    await ann.users.update({ phone: '' })
    assert.deepEqual(await ann.users.info(), { name: 'Anne', phone: '' })
  })

  test('a user has the team’s language until they choose one', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    assert.deepEqual(await ann.users.locale(), { lang: 'zh_CN' })
    await ann.users.updateLocale({ lang: 'en_US' })
    assert.deepEqual(await ann.users.locale(), { lang: 'en_US' })
    const refused = await team.call(
      '/user/update',
      json({ token: ann.token, name: 'x'.repeat(65) }, { 'accept-language': 'zh-CN' }),
    )
    assert.deepEqual(await refused.json(), { success: false, err: 'name may have at most 64 characters.' })
  })

  test('a caller can ask who they are and in which role, also without a login', async () => {
    await using team = await newTeam({ on })
    assert.deepEqual(await team.anyone.users.me(), { user: null })
    assert.deepEqual(await team.as('long-dead').users.me(), { user: null })
    const ann = await team.user('ann')
    await ann.users.update({ name: 'Ann', phone: '138 0013 8000' })
    // The id by which a page recognises a returning user.
    const numberOf = async (name: string) => (await (await team.user(name)).users.me()).user?.id
    assert.notEqual(await numberOf('bob'), await numberOf('ann'))
    const user = {
      id: await numberOf('ann'),
      name: 'Ann',
      phone: '138 0013 8000',
      lang: '',
      guest: false,
      linked: false,
      notices: 0,
      member: null,
    }
    assert.deepEqual(await ann.users.me(), { user })
    await ann.users.updateLocale({ lang: 'en_US' })
    const { id, code } = await (await team.admin()).admin.invite({ name: 'Ann B.' })
    await ann.members.login({ code })
    const member = { id, name: 'Ann B.', avatar: 'http://127.0.0.1:8080/media/neutral.png', admin: false }
    assert.deepEqual(await ann.users.me(), { user: { ...user, lang: 'en_US', linked: true, member } })
    await ann.members.logout()
    assert.deepEqual(await ann.users.me(), { user: { ...user, lang: 'en_US', linked: true, member: null } })
  })

  test('a refused profile field is named in the error', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    await assert.rejects(ann.users.update({ phone: 'none' }), { status: 400, code: 'bad_input', field: 'phone' })
    await assert.rejects(
      (await team.admin()).admin.updateSettings({ timetable: [{ shift: 1, from: '9', until: '10:00' }] }),
      {
        field: 'timetable[0].from',
      },
    )
    const odd = await team.call('/user/info?%C3%BC%0A=1&%C3%BC%0A=2')
    assert.equal(odd.status, 400)
    assert.equal(odd.headers.get('x-error-field'), null)
  })

  test('a user sends feedback', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    assert.deepEqual(await ann.users.report({ content: 'Thank you!\n谢谢' }), {})
    await assert.rejects(ann.users.report({ content: '' }), { status: 400, code: 'bad_input' })
  })

  test('text is returned exactly as it was typed', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    for (const name of [
      '  Ann  ',
      "Robert'); drop table person;--",
      '=1+1',
      '<script>alert(1)</script>',
      '😀'.repeat(64),
      '李雷%_\\',
    ]) {
      await ann.users.update({ name })
      assert.equal((await ann.users.info()).name, name)
    }
  })

  test('a token expires thirty days after its last use', async () => {
    await using team = await newTeam({ on })
    const [ann, idle] = [await team.user('ann'), await team.user('ann')]
    for (let month = 0; month < 6; month += 1) {
      team.pass({ days: 28 })
      assert.deepEqual(await ann.session.checklogin(), { islogin: true })
      // The last use is stored after the answer; the personal export shows when.
      const used = wallClock(team.now(), 'Asia/Shanghai')
      const written = async () => (await ann.users.export()).sessions.some(({ usedTime }) => usedTime === used)
      for (let look = 0; look < 500 && !(await written()); look += 1);
      assert.ok(await written())
    }
    assert.deepEqual(await idle.session.checklogin(), { islogin: false })
    await team.running.tidy()
    assert.equal((await ann.users.export()).sessions.length, 1)
    team.pass({ days: 30, minutes: 2 })
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
  })
})
