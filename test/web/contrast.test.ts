import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations } from '../support/axe.ts'
import { madeUpDisplay } from '../support/board-display.ts'
import { boardStates } from '../support/board-states.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { smallTargets } from '../support/targets.ts'
import { newTeam, type Person } from '../support/team.ts'

/** Checks one page as it is now, in light and in dark. */
async function check(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const fault of await accessibilityViolations(page, '#root', ['color-contrast-enhanced']))
      faults.push(`${name}, ${colorScheme}: ${fault}`)
  }
  for (const fault of await smallTargets(page)) faults.push(`${name}: ${fault}`)
  return faults
}

/** The receipts of visitors who are at every point of a repair day. */
async function receiptsOf(ann: Person): Promise<Record<string, string>> {
  const comes = (device: string) => ann.counter.create({ type: 0, device, phone: '13800138000', queue: true })
  const [called, skipped, ready, waiting] = [
    await comes('Kettle'),
    await comes('Fan'),
    await comes('Lamp'),
    await comes('Radio'),
  ]
  for (const { id } of [called, skipped, ready]) await ann.counter.call({ id, bench: '3' })
  await ann.counter.mark({ id: skipped.id, state: 'skipped' })
  await ann.counter.mark({ id: ready.id, state: 'served' })
  await ann.tickets.update({ id: ready.id, status: 5 })
  return { called: called.receipt, skipped: skipped.receipt, ready: ready.receipt, waiting: waiting.receipt }
}

test('board, kiosk and receipt have AAA contrast in light and dark, and touch targets of 44 pixels', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const ann = await team.member('Ann')
  await using browser = await openBrowser()
  const faults: string[] = []

  const { page: board } = await browser.open({ width: 1280, height: 720 })
  const show = await madeUpDisplay(board, team.url, 'en_US')
  for (const state of boardStates('en_US').filter(({ name }) => /short (open|closed|paused) (code|queue)/.test(name))) {
    await show(state)
    faults.push(...(await check(board, state.name)))
  }

  const { page: phone } = await browser.open({ width: 390, height: 844, touch: true })
  for (const [name, receipt] of Object.entries(await receiptsOf(ann))) {
    await phone.goto(`${team.url}/r#${receipt}`)
    await phone.getByRole('heading', { level: 1, name: /Kettle|Fan|Lamp|Radio/ }).waitFor()
    faults.push(...(await check(phone, `receipt, ${name}`)))
  }

  const { page: tablet } = await browser.open({ width: 1024, height: 768, touch: true })
  const { kiosk } = await ann.counter.kiosk()
  await tablet.goto(`${team.url}/kiosk?paper=roll&at-once#${kiosk}`)
  await tablet.getByText('1 person waiting').waitFor()
  assert.equal(new URL(tablet.url()).search, '')
  assert.equal(await tablet.evaluate(() => globalThis.localStorage.getItem('fettle.paper')), 'roll')
  await tablet.getByText('欢迎使用自助登记').waitFor()
  faults.push(...(await check(tablet, 'kiosk')))
  await tablet.getByRole('textbox', { name: 'Device' }).fill('Toaster')
  await tablet.getByRole('button', { name: 'Register' }).click()
  await tablet.getByRole('alert').waitFor()
  faults.push(...(await check(tablet, 'kiosk that asks')))
  await tablet.getByRole('button', { name: 'Register without contact details' }).click()
  await tablet.getByText('1 person ahead of you').waitFor()
  faults.push(...(await check(tablet, 'registered')))
  assert.equal(
    await tablet
      .getByText(/A6|Print each/)
      .filter({ visible: true })
      .count(),
    0,
    'the printer is no matter of visitors',
  )
  assert.ok(
    await tablet.evaluate('document.documentElement.scrollHeight <= innerHeight'),
    'Done is seen without scrolling',
  )
  await ann.counter.closeKiosks()
  assert.deepEqual(faults, [])
})
