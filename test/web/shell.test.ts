import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'

test('the start page opens in the language of the browser, and changes it', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ locale: 'zh-CN' })
  await page.goto(team.url)
  await page.getByRole('heading', { name: '维修队' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Repair team' }).waitFor()
  assert.deepEqual(complaints, [])
})
