import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, misbehaving } from '../peers/misbehaving.ts'
import { webhookReceiver } from '../peers/webhook.ts'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

test('an administrator sees stuck deliveries with their errors and retries them', {
  skip: noBrowser,
}, async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  let fault: Fault | undefined = 'refuses'
  const answer = () => ({ id: 7, url: 'https://tickets.example.org/7' })
  await using receiver = await webhookReceiver(secret, { anyTime: true, answer })
  await using front = await misbehaving({ target: receiver.url, fault: () => fault, lateMs: 0 })
  const EXTERNAL = { EXTERNAL: 'webhook', EXTERNAL_URL: front.url, EXTERNAL_TOKEN: secret, EXTERNAL_PRIVATE: 'on' }
  await using team = await newTeam({ env: EXTERNAL })
  const admin = await team.admin()
  await admin.admin.updateSettings({ adminSessionHours: 1000 })
  await admin.users.updateLocale({ lang: 'zh_CN' })
  const ann = await team.user()
  const ids = [await createTicket(ann), await createTicket(ann, { device: 'fan' })]
  for (const id of ids) await admin.tickets.forward({ id })
  for (let hours = 0; hours < 60 && (await admin.external.list()).counts.stuck < 2; hours += 1) {
    team.pass({ hours: 1 })
    await team.running.deliver()
  }
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ locale: 'zh-CN' })
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console`)
  await page.getByText('处理 2 张转发不出去的工单').click()
  await page.getByText('对方答复之前连接就断开了。').first().waitFor()
  await page.getByLabel('显示').selectOption('已送达 0')
  await page.getByText('没有这样的转发。').waitFor()
  await page.getByLabel('显示').selectOption('卡住 2')
  fault = undefined
  await page.getByRole('button', { name: '马上重试：工单 #1' }).click()
  await page.getByRole('button', { name: '马上重试：工单 #1' }).waitFor({ state: 'hidden' })
  await team.running.deliver()
  await page.getByLabel('显示').selectOption('已送达 1')
  const there = page.getByRole('link', { name: '对方编号 7' })
  assert.equal(await there.getAttribute('href'), 'https://tickets.example.org/7')
  assert.equal(await page.getByRole('button', { name: /^马上重试/ }).count(), 0)
  fault = 'refuses'
  await admin.tickets.forward({ id: await createTicket(ann, { device: 'lamp' }) })
  for (let hours = 0; hours < 60 && (await admin.external.list()).counts.stuck < 2; hours += 1) {
    team.pass({ hours: 1 })
    await team.running.deliver()
  }
  fault = undefined
  await page.reload()
  await page.getByRole('button', { name: '全部重试' }).click()
  await page.getByRole('option', { name: '等待中 2' }).waitFor({ state: 'attached' })
  await team.running.deliver()
  assert.deepEqual((await admin.external.list()).counts, { waiting: 0, stuck: 0, delivered: 3 })
  await page.getByRole('option', { name: '已送达 3' }).waitFor({ state: 'attached' })
  assert.deepEqual(complaints, [])
})
