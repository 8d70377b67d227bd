import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { repairDayMemberWords } from '#client/words/repair-day-members.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, navigate, noBrowser, openBrowser } from '../support/browser.ts'
import { announcedDay, deskRole, november, ownerWithTicket, staffedDay } from '../support/repair-days.ts'
import { newTeam } from '../support/team.ts'
import { until } from '../support/until.ts'

const words = repairDayMemberWords('en_US')
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const computers = { name: { zh_CN: '', en_US: '' }, duty: 'mend', kind: 1, places: 1 } as const

test('a helper signs up with three taps on a phone, and answers with one when asked', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  const { id, roles } = await staffedDay(team, [computers], { kinds: [0, 1] })
  const [role] = roles
  const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
  await using browser = await openBrowser()
  const phone = async (token: string) => {
    const opened = await browser.open({ touch: true })
    await opened.page.clock.install({ time: team.now() })
    await logIn(opened.page, team.url, token)
    await opened.page.goto(`${team.url}/desk`)
    return opened
  }
  const { page, complaints } = await phone(ann.token)
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  await tap(button(page, 'Menu'))
  await tap(page.getByRole('link', { name: 'Repair days', exact: true }))
  await tap(button(page, words.signUpFor('Mending: Computer')))
  await button(page, words.signOffFrom('Mending: Computer')).waitFor()
  assert.equal(taps, 3)

  const bobs = await phone(bob.token)
  await bobs.page.goto(`${team.url}/desk/events`)
  await button(bobs.page, words.waitFor('Mending: Computer')).tap()
  await button(bobs.page, words.signOffFrom('Mending: Computer')).waitFor()
  await button(page, words.signOffFrom('Mending: Computer')).tap()
  await button(bobs.page, words.yesFor('Mending: Computer')).tap()
  await button(bobs.page, words.signOffFrom('Mending: Computer')).waitFor()
  const state = async () => (await bob.helpers.info({ id })).roles.find((one) => one.id === role)?.state
  assert.equal(await state(), 'signed')
  assert.deepEqual([...complaints, ...bobs.complaints], [])
})

test('an administrator makes a day from the last one and announces it, changes its plan and its check-list', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  await staffedDay(team, [computers], { kinds: [0, 1] })
  const admin = await team.admin()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1280, height: 800 })
  await page.clock.install({ time: team.now() })
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/events`)
  await page.getByLabel('Date', { exact: true }).fill('2026-12-19')
  await button(page, 'Make a draft').click()
  await button(page, 'Announce').click()
  await page.getByText('Repair day announced').waitFor()
  const [next] = (await admin.planner.list()).list
  assert.deepEqual([next?.state, next?.from.slice(0, 16), next?.waves.length], ['announced', '2026-12-19T14:00', 2])
  const id = next?.id ?? 0
  assert.equal((await admin.helpers.info({ id })).roles.length, 1, 'the roles are copied')

  await page.getByLabel('Title in English').fill('Repair day in December')
  await button(page, 'Add a wave').click()
  await button(page, 'Save').click()
  await page.getByRole('heading', { level: 1, name: 'Repair day in December' }).waitFor()
  const planned = await admin.planner.info({ id })
  assert.deepEqual(
    planned.waves.map(({ from }) => from.slice(11, 16)),
    ['14:00', '15:00', '16:00'],
  )
  await page.getByText('Check-list', { exact: true }).click()
  await button(page, 'Edit the check-list').click()
  await page.getByLabel('What is to be done').fill('Print the poster')
  await page.getByLabel('Who does it').selectOption('admin')
  await button(page, 'Save').click()
  await page.getByRole('checkbox', { name: 'Print the poster' }).check()
  await until(async () => (await admin.dayTasks.list({ id })).list[0]?.done === true)
  assert.deepEqual(complaints, [])
})

test('an administrator imports helpers from a table, once the row with a problem is corrected', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const { id } = await staffedDay(team, [{ ...deskRole, places: 2 }])
  const admin = await team.admin()
  for (const name of ['Ann', 'Bob']) await team.member(name)
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 390, height: 844 })
  await page.clock.install({ time: team.now() })
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/events/${id}?view=helpers`)
  const chooseByKeyboard = async (...rows: string[]) => {
    const choose = button(page, 'Import a table')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')])
    const buffer = Buffer.from(['Role,Member', ...rows].join('\r\n'))
    await chooser.setFiles({ name: 'helpers.csv', mimeType: 'text/csv', buffer })
  }
  await chooseByKeyboard('Desk,Ann', 'Desk,Bobby')
  await page.getByText('1 row to import, 0 already there, 1 with problems.').waitFor()
  const problem = page.getByRole('listitem').filter({ hasText: 'Row 3' })
  assert.match(await problem.innerText(), /This member does not exist\./)
  assert.equal(await button(page, /^Import \d/).count(), 0)
  assert.deepEqual(await accessibilityViolations(page), [])

  await chooseByKeyboard('Desk,Ann', 'Desk,Bob')
  await page.getByText('2 rows to import, 0 already there, 0 with problems.').waitFor()
  const helpers = async () => (await admin.helpers.info({ id })).roles[0]?.helpers.map(({ name }) => name)
  assert.deepEqual(await helpers(), [], 'a check changes nothing')
  await button(page, 'Import 2 rows').press('Enter')
  await button(page, 'Take off Bob').waitFor()
  assert.deepEqual(await helpers(), ['Ann', 'Bob'])

  await page.goto(`${team.url}/console/events/${id}?view=coming`)
  await page.getByText('No one has booked yet.').waitFor()
  await button(page, 'Import a table').waitFor()
  assert.deepEqual(complaints, [])
})

/** `npm run prove -- repair-day` sends 55: 40 with a booking, and 15 without. */
const visitors = Number(process.env['VISITORS'] ?? 11)
const booked = Math.round((visitors * 8) / 11)

test('a day with bookings and walk-ins runs to its end at the desk, with the network cut twice', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam({ env: { RATE_LIMITS: 'off' } })
  const waves = november.waves.map((wave) => ({ ...wave, places: [{ kind: 0, places: Math.ceil(booked / 2) }] }))
  const { id } = await announcedDay(team, { waves })
  const tickets: number[] = []
  for (let i = 0; i < booked; i += 1) {
    const { owner, ticket } = await ownerWithTicket(team, `owner ${i}`)
    await owner.repairDays.book({ id, ticket, backedUp: true })
    tickets.push(ticket)
  }
  const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
  team.pass({ days: 5, hours: 5 })
  await using browser = await openBrowser()
  const laptop = async (token: string, path: string, worker = false) => {
    const opened = await browser.open({ width: 1280, height: 800, worker })
    await opened.page.clock.setFixedTime(team.now())
    await logIn(opened.page, team.url, token)
    await opened.page.goto(team.url + path)
    return opened
  }
  const anns = await laptop(ann.token, `/desk/events/${id}`)
  const bobs = await laptop(bob.token, '/desk/counter', true)
  await bobs.page.evaluate(`navigator.serviceWorker.controller ? true : new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true)))`)

  /** Everyone with a booking but the last. */
  const arrivals = async () => {
    const buttons = button(anns.page, words.arrivedOf('Kettle'))
    await buttons.first().waitFor()
    for (let left = booked; left > 1; left -= 1) {
      await buttons.first().click()
      await until(async () => (await buttons.count()) < left)
    }
  }
  /** The network of the counter is away for the second and for the fourth fifth of the walk-ins. */
  const walkIns = async () => {
    const count = visitors - booked
    for (let i = 0; i < count; i += 1) {
      await bobs.context.setOffline(Math.floor((5 * i) / count) % 2 === 1)
      const device = bobs.page.getByRole('textbox', { name: 'Device' })
      await device.fill(`Lamp ${i + 1}`)
      await bobs.page.getByLabel('Phone').fill('13800138000')
      await device.press('Enter')
      await bobs.page.getByRole('heading', { level: 1, name: 'Submitted' }).waitFor()
      await button(bobs.page, 'Next visitor').click()
    }
    await bobs.context.setOffline(false)
  }
  await Promise.all([arrivals(), walkIns()])
  const queue = async () => (await ann.counter.queue()).list
  await until(async () => (await queue()).length === visitors - 1)
  const { list } = await ann.repairDays.bookings({ id })
  assert.equal(list.filter(({ state, number }) => state === 'arrived' && number).length, booked - 1)

  // One member calls everyone. Who booked the wave that has begun is before those who did not.
  const { page } = anns
  const order: string[] = []
  await navigate(page, `${team.url}/desk/visits`)
  for (let i = 0; i < visitors - 1; i += 1) {
    await page.getByRole('button', { name: /^Call the next/ }).waitFor()
    await page.keyboard.press('n')
    await page.locator('[data-state=called]').first().waitFor()
    order.push(await page.locator('[data-state=called] a').first().innerText())
    await page.keyboard.press('h')
    await page.locator('[data-state=called]').waitFor({ state: 'detached' })
  }
  const first = booked / 2
  assert.deepEqual(
    [...new Set(order.slice(0, Math.floor(first)))],
    ['Kettle'],
    'those with a booking for the wave are first',
  )
  assert.equal(
    (await queue()).every(({ state }) => state === 'served'),
    true,
  )

  team.pass({ hours: 3 })
  assert.equal((await team.anyone.repairDays.info({ id })).state, 'closed')
  assert.deepEqual(anns.complaints, [])
})
