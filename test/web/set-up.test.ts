import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'

test('set-up leads from the admin code to a team with a place, a roster and a member, and then ends', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ timezoneId: 'America/New_York' })
  const next = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(team.url)
  await page.getByRole('link', { name: 'Start set-up' }).click()
  // The code alone is enough, with a name.
  await page.getByLabel('Your name').fill('Ann')
  await page.getByRole('textbox', { name: 'Admin code' }).fill('inv_0000-0000-0000-0000')
  await next('Continue')
  await page.getByText('This code is not valid').waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /demo/i)
  await page.getByRole('textbox', { name: 'Admin code' }).fill(`admin code: ${team.running.adminCode}\n`)
  await next('Continue')

  // The browser's values are proposed, and a zone is found by its city in any language.
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await page.getByLabel('Team name').fill('Blue Sky Repairs')
  assert.equal(await zone.inputValue(), 'New York · America/New_York')
  assert.equal(await page.getByLabel('Default language').inputValue(), 'en_US')
  await zone.fill('慕尼黑')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await page.getByLabel('Place').fill('Building 3')
  await next('Continue')

  await next('Add shift')
  const second = page.getByRole('group', { name: 'Shift 2' })
  await second.getByLabel('From').fill('10:00')
  await next('Continue')
  await second.getByText('Shift 2 overlaps with Shift 1.').waitFor()
  await second.getByLabel('From').fill('20:00')
  await second.getByLabel('Until').fill('00:00')
  await second.getByRole('button', { name: 'Different hours on one day' }).click()
  await page.getByRole('group', { name: 'Shift 2, Monday' }).getByLabel('Day', { exact: true }).selectOption('Sunday')
  for (const day of ['Wed', 'Thu', 'Fri']) await page.getByRole('checkbox', { name: day }).uncheck()
  await next('Continue')

  // After a reload the address has the step and the session the person.
  await page.getByRole('heading', { level: 2, name: 'Members' }).waitFor()
  await page.reload()
  await page.getByLabel('Name').fill('Bob')
  await next('Create invitation code')
  // Phones cannot open this address yet, so there is no QR code.
  const noPhones = page.getByRole('region', { name: 'Phones cannot open Fettle yet' })
  await noPhones.getByText('npm start -- --lan').waitFor()
  await noPhones.getByRole('button', { name: 'Copy command' }).waitFor()
  assert.equal(await page.getByRole('img', { name: /^QR code/ }).count(), 0)
  assert.equal(await page.getByRole('navigation').count(), 0, 'the set-up has no navigation')
  const code = await page.getByText(/^inv_/).innerText()
  team.secret(code)
  // By the keyboard alone the next one can be invited.
  await page.keyboard.press('Enter')
  await page.locator('input[name=name]:focus').waitFor()
  await page.getByRole('link', { name: 'Next step' }).click()
  await page.getByText('All set.').waitFor()
  await noPhones.waitFor()
  await page.getByRole('link', { name: 'Go to Admin' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  assert.equal(await page.title(), 'Overview · Blue Sky Repairs')
  // The remaining steps are on other pages.
  const ready = page.getByRole('region', { name: 'Getting ready' })
  await ready.getByText('4 of 6 done. Next: Log in on another device').click()
  assert.deepEqual(await ready.locator('li[data-done=false] > span:last-child > :nth-child(2)').allInnerTexts(), [
    'Log in on another device',
    'Let other devices in',
  ])

  const { name, lang, timeZone, place, needsAdmin } = await team.anyone.team.info()
  assert.deepEqual(
    { name, lang, timeZone, place: place.name, needsAdmin },
    {
      name: 'Blue Sky Repairs',
      lang: 'en_US',
      timeZone: 'Europe/Berlin',
      place: { zh_CN: '', en_US: 'Building 3' },
      needsAdmin: false,
    },
  )
  const bob = await team.user('bob')
  await bob.members.login({ code })
  const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
  const ann = team.as(token ?? '')
  assert.deepEqual((await ann.admin.settings()).timetable, [
    { shift: 1, from: '09:00', until: '11:00' },
    { shift: 2, from: '20:00', until: '24:00' },
    { shift: 2, from: '20:00', until: '24:00', weekday: 7 },
  ])
  assert.deepEqual(
    (await ann.rosters.current()).sheet.map(({ weekday, shift, workers, leader }) => [
      weekday,
      shift,
      leader,
      ...workers,
    ]),
    [1, 2].flatMap((day) => [1, 2].map((shift) => [day, shift, 'Ann', 'Ann'])).concat([[7, 2, 'Ann', 'Ann']]),
  )

  // From now on it is for administrators alone.
  const other = await browser.open({ locale: 'zh-CN' })
  await other.page.goto(`${team.url}/set-up`)
  await other.page.getByLabel('名字').fill('carl')
  await other.page.getByRole('button', { name: '登录', exact: true }).click()
  await other.page.getByRole('heading', { level: 1, name: '仅限队员' }).waitFor()
  assert.deepEqual([...complaints, ...other.complaints], [])
})

/** Counts each page or step to understand, and each tap or click, also into a field. */
function counted(page: Page) {
  const counts = { screens: 0, taps: 0 }
  const tap = async (target: Locator) => {
    await target.click()
    counts.taps += 1
  }
  return {
    counts,
    tap,
    press: (name: string | RegExp) => tap(page.getByRole('button', { name, exact: true })),
    follow: (name: string) => tap(page.getByRole('link', { name, exact: true })),
    async write(field: Locator, text: string) {
      await tap(field)
      await field.fill(text)
    },
    async screen(level: 1 | 2, name: string) {
      await page.getByRole('heading', { level, name, exact: true }).waitFor()
      counts.screens += 1
    },
  }
}

test('few screens and taps lead from an empty installation to a staffed roster and a first ticket', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const laptop = await browser.open({ width: 1366, height: 768 })
  const { page } = laptop
  const first = counted(page)
  // The address that Fettle prints when it starts.
  await page.goto(`${team.url}/set-up#${team.running.adminCode}`)
  await first.screen(2, 'You')
  await first.write(page.getByLabel('Your name'), 'Ann')
  await first.press('Continue')
  await first.screen(2, 'Team')
  await first.write(page.getByLabel('Team name'), 'Blue Sky Repairs')
  await first.write(page.getByLabel('Place'), 'Building 3')
  await first.press('Continue')
  await first.screen(2, 'Opening hours')
  // Twice a day from Monday to Friday: ten shifts, which are a roster at once.
  await first.press('Add shift')
  await first.press('Continue')
  await first.screen(2, 'Members')
  await first.write(page.getByLabel('Name'), 'Bob')
  await first.press('Create invitation code')
  team.secret(await page.getByText(/^inv_/).innerText())
  await first.follow('Next step')
  await first.screen(2, 'Phones cannot open Fettle yet')
  assert.deepEqual(first.counts, { screens: 5, taps: 10 })

  // Assigns members to both shifts of one day, and copies that day to the others.
  const roster = counted(page)
  await roster.follow('Fill in the roster')
  await roster.screen(1, 'First roster')
  const dialog = page.getByRole('dialog')
  for (const shift of [1, 2]) {
    await roster.tap(page.locator(`[data-slot="1/${shift}"]`))
    await roster.tap(dialog.getByRole('checkbox', { name: 'Bob' }))
    await roster.press('Done')
  }
  await roster.press('Copy Monday to')
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await roster.tap(dialog.getByRole('checkbox', { name: day }))
  await roster.tap(dialog.getByRole('button', { name: 'Copy', exact: true }))
  await roster.press('Save')
  await page.getByText('10 shifts a week').waitFor()
  assert.deepEqual(roster.counts, { screens: 1, taps: 14 })
  const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
  const { sheet } = await team.as(token ?? '').rosters.current()
  assert.deepEqual(
    sheet.map(({ workers }) => workers),
    Array(10).fill(['Ann', 'Bob']),
  )

  // Another person scans the code on the door.
  const other = await browser.open({ touch: true })
  const phone = counted(other.page)
  await other.page.goto(`${team.url}/new`)
  await phone.screen(1, 'New ticket')
  await phone.write(other.page.getByLabel('Device', { exact: true }), 'Kettle')
  await phone.write(other.page.getByLabel('What is wrong with it?'), 'Stays cold')
  await phone.write(other.page.getByLabel('Phone'), '13800138000')
  await phone.press('Submit ticket')
  await other.page.getByText('Ticket submitted.').waitFor()
  assert.deepEqual(phone.counts, { screens: 1, taps: 4 })
  assert.deepEqual([...laptop.complaints, ...other.complaints], [])
})
