import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { until } from '../support/pressure.ts'
import { sampleValue } from '../support/prometheus.ts'
import { newTeam, type Team } from '../support/team.ts'

const listeners = async (team: Team) => sampleValue(await team.anyone.machines.metrics(), 'fettle_listeners')

test('what somebody else changes appears by itself, and without a connection too', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const admin = await team.admin()
  const guest = await browser.open()
  await guest.page.goto(team.url)
  const deaf = await browser.open()
  await deaf.page.route('**/live', (route) => route.abort())
  await deaf.page.goto(team.url)
  const console = await browser.open()
  await logIn(console.page, team.url, admin.token)
  await console.page.goto(`${team.url}/console/members`)
  for (const { page } of [guest, deaf, console]) await page.getByRole('heading', { level: 1 }).waitFor()
  await until(team, async () => (await listeners(team)) === 2)

  await admin.admin.updateSettings({ teamName: 'Fixers' })
  for (const { page } of [guest, deaf]) await page.getByRole('heading', { level: 1, name: 'Fixers' }).waitFor()
  await admin.admin.invite({ name: 'Dora' })
  await console.page.getByText('Dora').waitFor()
  assert.deepEqual([...guest.complaints, ...console.complaints], [])
})

test('a page that nobody looks at does not listen, and knows what it missed when somebody does', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const admin = await team.admin()
  const { page, complaints } = await browser.open()
  await page.goto(team.url)
  await until(team, async () => (await listeners(team)) === 1)
  const turn = (state: string) =>
    page.locator('html').evaluate((root, now) => {
      Object.defineProperty(root.ownerDocument, 'visibilityState', { value: now, configurable: true })
      root.ownerDocument.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turn('hidden')
  await until(team, async () => (await listeners(team)) === 0)
  await admin.admin.updateSettings({ teamName: 'Fixers' })
  await turn('visible')
  await page.getByRole('heading', { level: 1, name: 'Fixers' }).waitFor()
  assert.deepEqual(complaints, [])
})
