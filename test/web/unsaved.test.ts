import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { staffed } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'
import { handIn } from '../support/tickets.ts'

test('settings that are not saved are asked about once, however many groups they are in; saved ones are not', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1440, locale: 'zh-CN' })
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console`)
  const members = page.getByRole('link', { name: '队员', exact: true })
  const settings = page.getByRole('link', { name: '设置', exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const save = (group: string) =>
    page.getByRole('region', { name: group }).getByRole('button', { name: '保存' }).click()
  const question = page.getByRole('dialog', { name: '修改还没有保存' })
  await settings.click()
  // A space more is no change: it is not saved either.
  await page.getByLabel('队名').press('End')
  await page.keyboard.type(' ')
  await members.click()
  await heading('队员')
  await settings.click()
  await page.getByLabel('队名').fill('蓝天维修队')
  await page.getByLabel('保留天数').fill('14')
  await save('团队')
  await page.getByText('已保存').waitFor()
  await members.click()
  await question.getByRole('button', { name: '留在这里' }).click()
  assert.equal(await page.getByLabel('保留天数').inputValue(), '14')
  await save('隐私')
  await page.getByText('已保存').waitFor()
  await members.click()
  await heading('队员')

  await settings.click()
  await page.getByLabel('每班至少几人').fill('5')
  await page.getByRole('button', { name: '添加放假' }).click()
  await members.click()
  await question.getByRole('button', { name: '不保存，离开' }).click()
  await heading('队员')
  // Nothing of it lingers on the next page.
  await settings.click()
  await heading('设置')
  const { teamName, retentionDays, minimumPerShift } = await admin.admin.settings()
  assert.deepEqual([teamName, retentionDays, minimumPerShift], ['蓝天维修队', 14, 1])
  assert.deepEqual(complaints, [])
})

test('a summary and a comment that somebody is writing are not lost on the way to another page', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const { ann } = await staffed(team)
  const id = await handIn(await team.user(), { device: 'Kettle' })
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 390, height: 844 })
  await page.clock.setFixedTime(team.now())
  await logIn(page, team.url, ann.token)
  await page.goto(`${team.url}/desk/summary`)
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const goTo = async (name: string) => {
    await click('Menu')
    await page.getByRole('link', { name, exact: true }).click()
  }
  const question = page.getByRole('dialog', { name: 'Your changes are not saved' })
  const text = page.getByRole('textbox')
  const shift = page.getByLabel('Which shift')
  await text.fill('Two kettles.')
  await goTo('Tickets')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await click('Menu')
  await shift.selectOption({ index: 1 })
  await click('Stay here')
  assert.equal(await text.inputValue(), 'Two kettles.')
  // Another language is no other summary; what nobody has touched follows it.
  await click('中文')
  await page.getByText('这是按工单记录起的草稿').waitFor()
  assert.equal(await text.inputValue(), 'Two kettles.')
  await click('换回草稿')
  assert.match(await text.inputValue(), /^新收工单/)
  await click('English')
  await page.getByText('A draft from what happened').waitFor()
  await text.fill('Two kettles.')
  await shift.selectOption({ index: 1 })
  await click('Leave without saving')
  await page.waitForFunction("!document.querySelector('textarea')?.value.startsWith('Two')")
  await text.fill('Three kettles.')
  await click('Hand in')
  await page.getByText('The summary is handed in.').waitFor()
  await goTo('Tickets')
  await page.getByRole('link', { name: 'Kettle' }).click()

  await page.getByLabel('Text').fill('It leaks.')
  await page.evaluate('history.back()')
  await click('Stay here')
  assert.equal(await page.getByLabel('Text').inputValue(), 'It leaks.')
  await click('Send')
  await page.getByText('Sent').waitFor()
  await goTo('Tickets')
  await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
  assert.equal((await ann.tickets.info({ id })).notes.at(-1)?.content, 'It leaks.')
  assert.deepEqual(complaints, [])
})
