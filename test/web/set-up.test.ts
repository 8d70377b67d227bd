import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'

test('from the admin code to a team with a place, a roster and a first member', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ timezoneId: 'America/New_York' })
  const next = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(team.url)
  await page.getByRole('link', { name: 'Start set-up' }).click()
  // No account, and no other word for it: the code alone, and a name.
  await page.getByLabel('Your name').fill('Ann')
  await page.getByRole('textbox', { name: 'Admin code' }).fill('inv_0000-0000-0000-0000')
  await next('Continue')
  await page.getByText('This code is not valid').waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /demo/i)
  await page.getByRole('textbox', { name: 'Admin code' }).fill(`admin code: ${team.running.adminCode}\n`)
  await next('Continue')

  // What the browser knows is proposed, and a zone is found by its city in any language.
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await page.getByLabel('Team name').fill('Blue Sky Repairs')
  assert.equal(await zone.inputValue(), 'New York · America/New_York')
  assert.equal(await page.getByLabel('Default language').inputValue(), 'en_US')
  await zone.fill('慕尼黑')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await page.getByLabel('Place').fill('Building 3')
  await next('Continue')

  await next('Add a shift')
  const second = page.getByRole('group', { name: 'Shift 2' })
  await second.getByLabel('From').fill('10:00')
  await next('Continue')
  await second.getByText('Shift 2 overlaps with shift 1.').waitFor()
  await second.getByLabel('From').fill('20:00')
  await second.getByLabel('Until').fill('00:00')
  await second.getByRole('button', { name: 'Other hours on one day' }).click()
  await page.getByRole('group', { name: 'Shift 2, Monday' }).getByLabel('Day', { exact: true }).selectOption('Sunday')
  for (const day of ['Wed', 'Thu', 'Fri']) await page.getByRole('checkbox', { name: day }).uncheck()
  await next('Continue')

  // Left and gone on with: the address knows the step, the session who is here.
  await page.getByRole('heading', { level: 2, name: 'Members' }).waitFor()
  await page.reload()
  await page.getByLabel('Name').fill('Bob')
  await next('Create the code')
  await page.getByRole('img', { name: 'QR code: Invitation for Bob' }).waitFor()
  await page.getByText('For now only this computer can open this address').waitFor()
  const code = await page.getByText(/^inv_/).innerText()
  team.secret(code)
  await page.getByRole('link', { name: 'Next step' }).click()
  await page.getByText('Everything is ready.').waitFor()
  await page.getByRole('img', { name: 'QR code: Where to file a ticket' }).waitFor()
  await page.getByRole('link', { name: 'Open the console' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  assert.equal(await page.title(), 'Overview · Blue Sky Repairs')
  // What is left to do cannot be done on this page alone.
  const ready = page.getByRole('region', { name: 'Getting ready' })
  assert.deepEqual(await ready.locator('li[data-done=false] > span:last-child > :nth-child(2)').allInnerTexts(), [
    'Be able to log in elsewhere',
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
  assert.deepEqual(complaints, [])
})

test('set-up is over for everybody but administrators', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  await team.admin()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ locale: 'zh-CN' })
  await page.goto(`${team.url}/set-up`)
  await page.getByLabel('名字').fill('ann')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '仅限队员' }).waitFor()
  assert.deepEqual(complaints, [])
})
