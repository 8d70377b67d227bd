import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTeam } from '../support/team.ts'

test('every client can read the team’s name, place and logins, and whether it needs its first administrator', async () => {
  await using team = await newTeam()
  const before = await team.anyone.team.info()
  assert.deepEqual(before, {
    name: '',
    lang: 'zh_CN',
    timeZone: 'Asia/Shanghai',
    place: { name: { zh_CN: '', en_US: '' }, map: '' },
    url: 'http://127.0.0.1:8080',
    logins: { demo: true, guest: true, wechat: false, mail: false, sso: false },
    phoneByCode: false,
    kinds: [],
    signing: false,
    impact: false,
    needsAdmin: true,
  })
  const admin = await team.admin()
  const place = { name: { zh_CN: '3 号楼 105', en_US: '' }, map: 'https://maps.example.org/?q=3' }
  await admin.admin.updateSettings({ teamName: 'Repair café', place })
  assert.deepEqual(await team.anyone.team.info(), { ...before, name: 'Repair café', place, needsAdmin: false })
  const [entry] = (await admin.admin.log()).list
  assert.equal(entry?.current.info, 'Team name: Repair café; Place: 3 号楼 105, https://maps.example.org/?q=3')
})
