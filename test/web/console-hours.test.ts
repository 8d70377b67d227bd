import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { addRoster } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'
import { until } from '../support/until.ts'

/** Two days of October: Ann comes late and objects to what was written, Bob forgets to sign in and then to sign out, Eve has other work. */
async function october(team: Team) {
  const { admin, ann, bob, eve } = await addRoster(team)
  await admin.admin.updateSettings({
    adminSessionHours: 1000,
    memberSessionDays: 30,
    signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
  })
  const first = await ann.hours.signIn({})
  team.pass({ hours: 3 })
  await ann.hours.signOut({})
  team.pass({ hours: 21 })
  await ann.hours.signIn({})
  await bob.hours.signIn({})
  team.pass({ hours: 3 })
  await ann.hours.signOut({})
  await eve.hours.add({ date: '2026-10-27', minutes: 90, what: 'Sorted the spare parts', with: 'Bob' })
  await eve.hours.add({ date: '2026-10-26', minutes: 30, what: 'Made tea' })
  await ann.hours.object({ id: first.id, objection: 'I was there at nine' })
  team.pass({ days: 5, hours: 22 })
  return { admin, eve }
}

test('an administrator reviews a month of hours with the keyboard, corrects entries, exports the table and closes the period', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam({ at: '2026-10-26T01:05:00Z' })
  const { admin, eve } = await october(team)
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1280, height: 900 })
  await page.clock.setFixedTime(team.now())
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/hours`)
  await page.getByText('There are no hours on these days.').waitFor()
  await page.getByRole('button', { name: 'Previous month' }).click()
  const lines = page.locator('[data-line]')
  const line = (text: string) => lines.filter({ hasText: text })
  const figure = (name: string) => page.getByRole('link', { name, exact: true })
  await figure('To review 5 entries 10 h 55 min').waitFor()
  assert.equal(await lines.count(), 5)
  await line('Ann').filter({ hasText: '5 min late' }).filter({ hasText: 'Ann objects' }).waitFor()
  await line('Bob').filter({ hasText: 'did not sign out' }).waitFor()

  // A rostered shift without a line links to the form that writes it.
  const missing = page.getByRole('region', { name: 'On the roster, but no sign-in' })
  await missing.getByText('2 shifts. They may have forgotten to sign in, or may not have come.').click()
  assert.equal(await missing.getByRole('listitem').count(), 2)
  await missing.getByRole('button', { name: 'Add an entry: Bob, Mon 26 Oct, Shift 1' }).click()
  const write = page.getByRole('region', { name: 'Add an entry' })
  // The shift's hours come from the settings, which may load after the form.
  await until(async () => (await write.getByLabel('Arrival').inputValue()) === '09:00')
  await write.getByRole('button', { name: 'Add entry' }).click()
  await write.getByLabel('Reason').and(page.locator('[aria-invalid=true]')).waitFor()
  await write.getByLabel('Departure').fill('11:00')
  await write.getByLabel('Reason').fill('Was at the gate')
  await page.keyboard.press('Enter')
  await line('Was at the gate').filter({ hasText: 'entered by admin' }).filter({ hasText: '2 h' }).waitFor()
  assert.equal(await missing.getByRole('listitem').count(), 1)

  // All waiting lines but one are approved by the keyboard. The one with an objection is left out of them.
  await page.getByLabel('Status').selectOption('to review')
  await line('Was at the gate').waitFor({ state: 'detached' })
  // On a phone the filters are behind a button that counts them.
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByLabel('Status').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Filter (1 set)' }).click()
  await page.getByLabel('Status').waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Select all on this page').focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('group', { name: '4 selected' })
  await bar.waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  const tea = page.getByLabel('Select Eve, Mon 26 Oct, Made tea')
  for (let steps = 0; steps < 5 && !(await tea.evaluate((box) => box === box.ownerDocument.activeElement)); steps += 1)
    await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('group', { name: '3 selected' }).waitFor()
  await page.getByText('1 entry has an objection. Review it separately.').waitFor()
  await page.keyboard.press('a')
  await page.getByText('3 entries approved').waitFor()
  await figure('Objections 1').waitFor()
  await page.getByLabel(/^Select Ann/).press('Space')
  await page.getByText('Your decision also settles the objection.').waitFor()
  await page.keyboard.press('a')
  await page.getByText('1 entry approved').waitFor()
  await figure('To review 1 entry 30 min').waitFor()
  await figure('Objections 0').waitFor()

  // The last one is refused with a reason.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('r')
  await page.getByLabel('Reason for rejecting').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[name=reason][aria-invalid=true]').waitFor()
  await page.keyboard.type('Tea is no work')
  await page.keyboard.press('Enter')
  await page.getByText('No entries found.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await line('Made tea').filter({ hasText: 'Reason: Tea is no work' }).filter({ hasText: 'rejected' }).waitFor()

  // Bob's line is wrong: a correction replaces it.
  await page.getByRole('button', { name: 'Correct Bob, Tue 27 Oct, Shift 1' }).click()
  const bobs = line('did not sign out')
  assert.deepEqual(await accessibilityViolations(page, '[data-line]'), [])
  await bobs.getByLabel('Departure').fill('11:30')
  await bobs.getByLabel('Reason').fill('Left for a lecture')
  await page.keyboard.press('Enter')
  await line('Left for a lecture')
    .filter({ hasText: 'Correction of an earlier entry' })
    .filter({ hasText: '2 h 25 min' })
    .waitFor()
  await bobs.filter({ hasText: 'corrected' }).filter({ hasText: '0 min' }).waitFor()

  await page.getByRole('main').getByText('People', { exact: true }).click()
  const bob = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Bob' }) })
  assert.equal(
    (await bob.innerText()).replaceAll(/\s+/g, ' '),
    'Bob Shifts 2 h Other work – Tickets outside shifts – Corrections 2 h 25 min Total 4 h 25 min To review –',
  )
  await bob.getByRole('link').click()
  await line('Was at the gate').waitFor()
  assert.equal(await lines.count(), 3)

  // The table for the school, as a file that spreadsheets open.
  await page.getByText('Periods', { exact: true }).click()
  const school = page.getByRole('region', { name: 'Table for the school' })
  const [file] = await Promise.all([page.waitForEvent('download'), school.getByText('Download').click()])
  assert.equal(file.suggestedFilename(), 'hours-2026-10-01-2026-10-31.xlsx')
  // These are the first and last bytes of a ZIP file. Reading it as text would break it in between.
  const zip = await readFile(await file.path())
  assert.deepEqual([zip.subarray(0, 4), zip.readUInt16LE(zip.length - 2)], [Buffer.from('PK\x03\x04'), 0])
  assert.equal(zip.indexOf('PK\x01\x02'), zip.readUInt32LE(zip.length - 6))
  await school.getByText('CSV').click()
  const [text] = await Promise.all([page.waitForEvent('download'), school.getByText('Download').click()])
  assert.match((await readFile(await text.path())).toString(), /^\uFEFF"?Name/)

  // The page says what will be closed and asks for confirmation.
  const close = page.getByRole('region', { name: 'Close a period' })
  assert.equal(await close.getByLabel('Last day').inputValue(), '2026-10-31')
  await close.getByText('7 entries will be fixed, with 11 h 55 min approved.').waitFor()
  await close.getByLabel('Name').fill('October')
  await close.getByRole('button', { name: 'Close period…' }).click()
  await close.getByRole('button', { name: 'Close for good' }).click()
  const closed = page.getByRole('region', { name: 'Closed periods' }).getByRole('listitem')
  await closed.filter({ hasText: 'October' }).filter({ hasText: '7 entries, 11 h 55 min in total' }).waitFor()
  assert.match(await closed.locator('code').innerText(), /^[0-9a-f]{64}$/)
  const { list } = await admin.hours.periods()
  assert.equal(await closed.locator('code').innerText(), list[0]?.checksum)
  const [again] = await Promise.all([page.waitForEvent('download'), closed.getByText('Export “October”').click()])
  assert.equal(again.suggestedFilename(), 'hours-2025-10-31-2026-10-31.xlsx')
  // This month is not over, so no day is proposed.
  assert.deepEqual(
    [await close.getByLabel('Last day').inputValue(), await close.getByLabel('Name').inputValue()],
    ['', ''],
  )
  // Closed lines cannot be decided. A correction counts in the next period.
  await page.getByText('Entries', { exact: true }).click()
  await page.getByLabel('Member').selectOption('Everyone')
  await line('Made tea').filter({ hasText: 'closed period' }).waitFor()
  assert.equal(await page.locator('[data-choose]').count(), 0)
  await page.getByRole('button', { name: 'Correct Eve, Mon 26 Oct, Made tea' }).click()
  await line('Made tea').getByText('The difference becomes an entry in the next period.').waitFor()
  await line('Made tea').getByLabel('Minutes that should count in total').fill('15')
  await line('Made tea').getByLabel('Reason').fill('It was for everybody')
  await page.keyboard.press('Enter')
  await page.getByText('Correction saved').waitFor()
  await page.getByRole('button', { name: 'Next month' }).click()
  const tea15 = line('It was for everybody').filter({ hasText: '15 min' })
  await tea15.waitFor()
  // A correction there asks for the right total, and an objection can be answered without one.
  await tea15.getByRole('button', { name: /^Correct / }).click()
  assert.equal(await tea15.getByLabel('Minutes that should count in total').inputValue(), '15')
  await tea15.getByRole('button', { name: /^Close/ }).click()
  const [correction] = (await admin.hours.list({ kind: 'correction' })).list
  await eve.hours.object({ id: correction?.id ?? 0, objection: 'It was an hour' })
  await tea15.getByRole('button', { name: /^Keep as it is/ }).click()
  await tea15.getByLabel('Reason for keeping it').fill('Tea takes a quarter')
  assert.deepEqual(await accessibilityViolations(page, '[data-line]'), [])
  await page.keyboard.press('Enter')
  await tea15.getByText('(answered: Tea takes a quarter)').waitFor()
  await figure('Objections 0').waitFor()

  // The preview counts last month by the new rule before it is saved.
  await page.getByText('Periods', { exact: true }).click()
  await page.getByRole('link', { name: 'Change the columns' }).click()
  // The link scrolls to the card.
  const card = await page.locator('#columns').elementHandle()
  await page.waitForFunction((shown) => Math.abs(shown?.getBoundingClientRect().top ?? 900) < 200, card)
  const rule = page.getByRole('region', { name: 'How hours are counted' })
  await rule.getByText('No one’s hours change.').waitFor()
  await rule.getByLabel('Round to').selectOption('30 minutes')
  await rule.getByLabel('Rounding direction').selectOption('Up')
  await rule.getByLabel('Night hours count (per cent)').fill('20')
  await rule.getByText('One of the numbers is out of range').waitFor()
  await rule.getByLabel('Night hours count (per cent)').fill('100')
  const tried = rule.getByRole('group', { name: 'Tried with the entries of October 2026' })
  await tried.getByText('11 h 55 min → 12 h +5 min').waitFor()
  assert.equal(
    (await tried.getByRole('listitem').innerText()).replaceAll(/\s+/g, ' '),
    'Bob 4 h 25 min → 4 h 30 min +5 min',
  )
  assert.equal((await admin.admin.settings()).hourRule.rounding, 0)
  const save = () =>
    Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/settings')),
      page.getByRole('button', { name: 'Save' }).click(),
    ])
  await save()
  const { hourRule } = await admin.admin.settings()
  assert.deepEqual([hourRule.rounding, hourRule.direction], [30, 'up'])

  const columns = page.getByRole('region', { name: 'Table for the school' })
  await columns.getByRole('button', { name: 'Move up: Column 2: Student ID' }).press('Enter')
  // The first column cannot move up, so its other button has the focus.
  await page.keyboard.press('Enter')
  await columns.getByRole('button', { name: 'Move up: Column 2: Student ID' }).press('Enter')
  await columns.getByRole('button', { name: 'Remove this column: Column 10: Remark' }).click()
  await columns.getByRole('button', { name: 'Add a column' }).click()
  await columns.getByLabel('Column 10: Number: Content').selectOption('Fixed text')
  await columns.getByLabel('Column 10: Fixed text: Heading').fill('Project')
  await columns.getByLabel('Column 10: Project: Text').fill('Repairs')
  await save()
  const { hourColumns } = await admin.admin.settings()
  assert.deepEqual([hourColumns[0]?.source, hourColumns[1]?.source], ['stuid', 'name'])
  assert.deepEqual(hourColumns.at(-1), { heading: 'Project', source: 'constant', text: 'Repairs' })

  // The display gets its own address, which is shown once.
  await page.getByRole('link', { name: 'Board and signing in' }).click()
  const display = page.getByRole('region', { name: 'Board for signing in' })
  await display.getByRole('button', { name: 'Set up the board' }).click()
  await display.getByRole('region', { name: 'Phones cannot open Fettle yet' }).waitFor()
  const [, token = ''] = /#([\w-]{43})$/.exec(await display.locator('code').last().innerText()) ?? []
  team.secret(token)
  assert.match((await team.as(token).hours.boardCode()).code, /^[0-9A-Z]{8}$/)
  assert.deepEqual(await accessibilityViolations(page, 'main'), [])
  await display.getByRole('button', { name: 'Done' }).click()
  await display.getByText('Set up by admin').waitFor()
  await display.getByRole('button', { name: 'Switch off' }).click()
  await display.getByRole('button', { name: 'Switch off' }).click()
  await display.getByText('No board shows the code yet.').waitFor()
  await assert.rejects(team.as(token).hours.boardCode(), { code: 'board_unknown' })
  assert.deepEqual(complaints, [])
})
