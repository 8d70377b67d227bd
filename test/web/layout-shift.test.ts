import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pages } from '#contract/team/pages.ts'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { demoTeam } from '../support/demo-team.ts'
import { withLateAnswers } from '../support/layout-shift.ts'

const lateMs = 700
/** Half of what browsers call good. */
const most = 0.05
const addresses = [
  pages.portal,
  pages.account,
  pages.console,
  `${pages.console}/statistics`,
  `${pages.console}/hours`,
  `${pages.console}/members`,
  `${pages.console}/messages`,
  `${pages.console}/log`,
  `${pages.console}/settings/hours`,
]

test('content does not move while answers arrive 700 ms late', { skip: noBrowser }, async () => {
  await using team = await demoTeam()
  await using browser = await openBrowser()
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    const { page, context } = await browser.open({ width, height })
    await page.clock.setFixedTime(team.at)
    await logIn(page, team.url, team.token)
    const late = await withLateAnswers(context, page, lateMs)
    for (const address of addresses) {
      const { shift, moved } = await late.open(team.url + address)
      assert.ok(shift <= most, `${address} at ${width} pixels moves by ${shift.toFixed(3)}: ${moved.join('; ')}`)
    }
    await context.close()
  }
})
