import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTeam } from '../support/team.ts'

test('anybody learns the name, the ways to log in, and whether the team needs its first administrator', async () => {
  await using team = await newTeam()
  const before = await team.anyone.team.info()
  assert.deepEqual(before, {
    name: '',
    lang: 'zh_CN',
    timeZone: 'Asia/Shanghai',
    logins: { demo: true, guest: true, wechat: false, mail: false, sso: false },
    needsAdmin: true,
  })
  await (await team.admin()).admin.updateSettings({ teamName: 'Repair café' })
  assert.deepEqual(await team.anyone.team.info(), { ...before, name: 'Repair café', needsAdmin: false })
})
