import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failure, moods } from '../peers/wechat.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'
import { shortWechatTimeout, wechatTeam } from '../support/wechat-team.ts'

const settings = { phone: true, checkContent: true, whenUnchecked: 'let_through' } as const
const number = '13800138123'

onEachDatabase('phone numbers from WeChat', (on) => {
  test('a phone number from WeChat is stored in the profile if the setting allows it', async () => {
    await using scene = await wechatTeam({ on })
    const { team, content } = scene
    const [ann, admin] = [await scene.person('oAnn'), await team.admin()]
    for (const secret of [number, '4915112345678']) team.secret(secret)
    const off = { status: 404, code: 'not_configured' }
    await assert.rejects(ann.users.phone({ code: content.phoneCode('oAnn', number) }), off)
    assert.equal((await team.anyone.team.info()).phoneByCode, false)
    assert.equal(content.phonesAsked(), 0)
    await admin.admin.updateSettings({ wechat: settings })
    assert.equal((await team.anyone.team.info()).phoneByCode, true)

    const code = content.phoneCode('oAnn', number)
    team.secret(code)
    assert.deepEqual(await ann.users.phone({ code }), {})
    assert.equal((await ann.users.info()).phone, number)
    const elsewhere = content.phoneCode('oAnn', '15112345678', '49')
    await ann.users.phone({ code: elsewhere })
    assert.equal((await ann.users.info()).phone, '+49 15112345678')

    // The code is valid once, for five minutes, and for one user.
    const wrong = { status: 400, code: 'code_refused' }
    await assert.rejects(ann.users.phone({ code }), wrong)
    const late = content.phoneCode('oAnn', number)
    team.pass({ minutes: 5 })
    await assert.rejects(ann.users.phone({ code: late }), wrong)
    await assert.rejects(ann.users.phone({ code: content.phoneCode('oBob', number) }), wrong)
    await assert.rejects(ann.users.phone({ code: 'made-up' }), wrong)
    // The log says that the phone changed, without the number.
    const { list } = await admin.admin.log({ target: 4 })
    assert.equal(list.length, 2)
    assert.doesNotMatch(JSON.stringify(list), /138|151/)
  })
})

test('if WeChat cannot give the phone number, the old one stays and the answer says so', async () => {
  await using scene = await wechatTeam({ pace: shortWechatTimeout })
  const { team, content } = scene
  const [ann, admin] = [await scene.person('oAnn'), await team.admin()]
  await admin.admin.updateSettings({ wechat: settings })
  await ann.users.update({ phone: '13900139000' })
  const strange = { errcode: 0, phone_info: { purePhoneNumber: 'x', countryCode: '86' } }
  const short = { errcode: 0, phone_info: { purePhoneNumber: '12', countryCode: '86' } }
  for (const mood of [
    moods.hangs,
    moods.drops,
    moods.breaks,
    moods.shows_a_page,
    moods.busy,
    moods.says(failure(45009, 'quota')),
    moods.says(failure(45011, 'quota')),
    moods.says(failure(40013, 'invalid appid')),
    moods.says({ errcode: 0 }),
    moods.says(strange),
    moods.says(short),
  ]) {
    content.next(mood)
    const code = content.phoneCode('oAnn', number)
    await assert.rejects(ann.users.phone({ code }), { status: 503, code: 'peer_unavailable' })
  }
  assert.equal((await ann.users.info()).phone, '13900139000')
  await ann.users.phone({ code: content.phoneCode('oAnn', number) })
  assert.equal((await ann.users.info()).phone, number)
})

test('without WeChat a phone number code answers 404', async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  await admin.admin.updateSettings({ wechat: settings })
  await assert.rejects(admin.users.phone({ code: 'any' }), { status: 404, code: 'not_configured' })
  assert.equal((await team.anyone.team.info()).phoneByCode, false)
})
