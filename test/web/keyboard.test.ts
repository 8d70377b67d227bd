import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { commonWords } from '#client/words/common.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { filingWords } from '#client/words/filing.ts'
import { hourWords } from '#client/words/hours.ts'
import { portalWords } from '#client/words/portal.ts'
import { queueWords } from '#client/words/queue.ts'
import { words } from '#contract/words/index.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { addRoster, type TeamWithRoster } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'

const w = {
  common: commonWords('en_US'),
  ticket: deskTicketWords('en_US'),
  filing: filingWords('en_US'),
  hours: hourWords('en_US'),
  portal: portalWords('en_US'),
  queue: queueWords('en_US'),
}

/** The fault of the focused element, if any: it has no outline, or another element covers it. */
const focusFault = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return ''
  const parts = [focused, focused.closest('label')].filter(Boolean)
  const name = focused.outerHTML.slice(0, 120)
  const outlined = parts.some((one) => [null, '::after'].some((part) => getComputedStyle(one, part).outlineStyle !== 'none'))
  if (!outlined) return 'no outline: ' + name
  const { left, right, top, bottom } = parts.at(-1).getBoundingClientRect()
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + 3, top + 3], [right - 3, bottom - 3]]
  const seen = points.some(([x, y]) => parts.some((one) => one.contains(document.elementFromPoint(x, y))))
  return seen ? '' : 'covered: ' + name
})()`

/** Goes on with the Tab key until the focus is there. The mouse is never used. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor()
  const page = target.page()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(focusFault), '')
  }
  assert.fail(`the keyboard does not reach ${target}`)
}
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await reach(target)
  await target.page().keyboard.press(key)
}
async function write(target: Locator, text: string): Promise<void> {
  await reach(target)
  await target.page().keyboard.press('ControlOrMeta+a')
  await target.page().keyboard.type(text)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('keyboard only', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let people: TeamWithRoster
  before(async () => {
    // A Monday, 09:30: Ann and Bob have the shift.
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    people = await addRoster(team)
    await people.admin.admin.updateSettings({
      signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
    })
    browser = await openBrowser()
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })
  /** Opens a page on a laptop, with this user logged in. */
  async function opened(path: string, token?: string) {
    const { page, complaints } = await browser.open({ width: 1280, height: 720 })
    if (token) await logIn(page, team.url, token)
    await page.goto(team.url + path)
    return { page, complaints }
  }

  test('an owner submits a ticket with the keyboard only', async () => {
    const owner = await team.user('Olga')
    const { page, complaints } = await opened('/', owner.token)
    await press(page.getByRole('link', { name: w.portal.file }).first())
    const kinds = page.getByRole('radio', { name: w.filing.appliance })
    await reach(kinds)
    await page.keyboard.press('ArrowRight')
    await write(page.getByLabel(w.filing.device, { exact: true }), 'Laptop')
    await write(page.getByLabel(w.filing.description), 'The fan is loud')
    await press(page.getByRole('checkbox').first(), 'Space')
    await press(button(page, w.filing.send))
    await until(async () => (await owner.tickets.mine()).list.length === 1)
    const { type, device } = (await owner.tickets.mine()).list[0] ?? assert.fail('no ticket')
    assert.deepEqual([type, device], [1, 'Laptop'])
    assert.deepEqual(complaints, [])
  })

  test('a member claims and finishes a ticket with the keyboard only', async () => {
    const id = await createTicket(await team.user('Lea'), { device: 'Kettle' })
    const { page, complaints } = await opened('/desk', people.bob.token)
    await press(button(page, w.queue.claimThis(id, 'Kettle')))
    await page.getByText(w.queue.claimed(id)).first().waitFor()
    await press(page.getByRole('link', { name: 'Kettle' }).first())
    await press(button(page, w.ticket.likely.diagnosing))
    await press(button(page, w.ticket.likely.repairing))
    await press(button(page, w.ticket.likely.repaired))
    await press(button(page, w.ticket.move(words.en_US.codes.status.repaired)))
    await until(async () => (await people.bob.tickets.info({ id })).status === 5)
    assert.deepEqual(complaints, [])
  })

  test('a visitor takes a number at a kiosk with the keyboard only', async () => {
    const { kiosk } = await people.admin.counter.kiosk()
    team.secret(kiosk)
    const { page, complaints } = await opened(`/kiosk#${kiosk}`)
    await write(page.locator('input[name=device]'), 'Toaster')
    await write(page.locator('input[name=owner]'), 'Grace')
    await write(page.locator('input[name=phone]'), '13800138000')
    await press(page.locator('button[type=submit]'))
    await page
      .getByText(/^A\d\d$/)
      .first()
      .waitFor()
    assert.equal((await people.admin.counter.queue()).list.length, 1)
    assert.deepEqual(complaints, [])
  })

  test('a member signs in at a shift with the keyboard only', async () => {
    const { page, complaints } = await opened('/desk/here', people.ann.token)
    await press(page.getByRole('button', { name: /^Ann .*Shift 1/ }))
    await until(async () => (await people.admin.hours.here()).here.some(({ name }) => name === 'Ann'))
    assert.deepEqual(complaints, [])
  })

  test('an administrator saves a setting with the keyboard only', async () => {
    const { page, complaints } = await opened('/console/settings/team', people.admin.token)
    const name = page.locator('input[name=teamName]')
    await write(name, 'Fixers')
    await press(page.locator('form', { has: name }).locator('button[type=submit]'))
    await until(async () => (await people.admin.admin.settings()).teamName === 'Fixers')
    assert.deepEqual(complaints, [])
  })
})
