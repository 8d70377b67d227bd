import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smtpPeer } from '../peers/smtp.ts'
import { barriers } from '../support/axe.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'

test('on a fresh installation people go on without an account, and keep it as long as the browser does', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam({ env: { DEMO_LOGIN: '', GUEST_LOGIN: '' } })
  await using browser = await openBrowser()
  const { page, context, complaints } = await browser.open()
  // The address that the first start prints brings the code along; nobody who looks on sees it in the address.
  const adminCode = team.running.adminCode ?? ''
  await page.goto(`${team.url}/set-up#${adminCode}`)
  await page.getByLabel('Your name').fill('Ann')
  assert.equal(await page.getByRole('textbox', { name: 'Admin code' }).inputValue(), adminCode)
  assert.equal(page.url(), `${team.url}/set-up`)
  // A tab that is open beside it has to know as well who this browser is now.
  const beside = await context.newPage()
  await beside.goto(team.url)
  const logIn = beside.getByRole('link', { name: 'Log in' }).first()
  await logIn.waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).dblclick()
  await page.getByLabel('Team name').waitFor()
  await logIn.waitFor({ state: 'hidden' })
  await beside.close()
  await page.goto(`${team.url}/set-up?step=done`)
  await page.getByText('this browser is your only key to the console').waitFor()

  // Who opens an invitation on a phone of their own is at the desk, and has tapped nothing.
  const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
  const { code } = await team.as(token ?? '').admin.invite({ name: 'Bob' })
  team.secret(code)
  const bob = await browser.open()
  await bob.page.goto(`${team.url}/join#${code}`)
  await bob.page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
  assert.equal(bob.page.url(), `${team.url}/desk`)
  assert.deepEqual(bob.complaints, [])

  // Tabs come and go: another one is the same person, also when no other is open.
  const next = await context.newPage()
  await page.close()
  await next.goto(`${team.url}/account`)
  await next.getByText('This device is the only key to your tickets.').waitFor()
  await next.getByText('You are here as administrator').waitFor()
  await next.getByRole('button', { name: 'Log out' }).click()
  await next.getByText('After logging out there is no way back to them').waitFor()
  await next.getByRole('button', { name: 'Go back' }).click()
  assert.equal((await team.anyone.team.info()).needsAdmin, false)
  await next.getByRole('button', { name: 'Log out' }).click()
  await next.getByRole('button', { name: 'Log out all the same' }).click()
  await next.getByRole('link', { name: 'Log in' }).first().waitFor()
  const kept = () => next.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  assert.deepEqual(
    (await kept()).filter((key) => /token|guest/.test(key)),
    [],
  )
  assert.deepEqual(await context.cookies(), [])
  assert.deepEqual(complaints, [])
})

test('a guest logs in by mail and takes the tickets along, in Chinese', { skip: noBrowser }, async () => {
  await using peer = await smtpPeer()
  await using team = await newTeam({ env: { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' } })
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ locale: 'zh-CN' })
  await page.goto(`${team.url}/sign-in?next=%2Faccount`)
  await page.getByRole('button', { name: '不用账号继续' }).click()
  await page.getByText('你的工单、留言和资料会一并带过去').waitFor()
  assert.deepEqual(await barriers(page), [])
  const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
  await team.as(token ?? '').tickets.create({ type: 0, device: '热水壶' })
  await page.getByLabel('邮箱地址').fill('ann@example.org')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByText('验证码已发送到').waitFor()
  await page.getByLabel('邮件中的验证码').fill(peer.codeTo('ann@example.org').code.slice(5))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('你的工单、留言和资料会一并带过去').waitFor({ state: 'detached' })
  assert.deepEqual(await team.as(token ?? '').session.checklogin(), { islogin: false })
  await page.getByRole('link', { name: '我的工单' }).click()
  await page.getByText('热水壶').waitFor()
  assert.deepEqual(complaints, [])
})
