import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { readCsv } from '../support/csv.ts'
import { newTeam } from '../support/team.ts'

/** A typical club's table. “Gizmo” is an unknown heading, the phones are invalid, Zed is no member, and one date does not exist. */
const devices = [...Array(6).fill('Kettle'), ...Array(5).fill('Laptop'), 'Fan', 'Desk lamp']
const table = [
  'Date,Name,Gizmo,Problem,Status,Phone,Repaired by',
  ...devices.map(
    (device, i) => `2026-03-${String(i + 1).padStart(2, '0')},Li ${i},${device},does nothing,repaired,no ${i},Zed`,
  ),
  '31.2.2026,Zhao,Radio,no sound,repaired,,',
].join('\r\n')
const file = { name: 'Repairs 2026.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }

test('an administrator maps a spreadsheet and imports it once; then the public figures appear if the team publishes them', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1280, height: 900 })
  await page.clock.setFixedTime(team.now())
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console`)
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).click()

  // By the keyboard alone.
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
  const choose = page.getByRole('button', { name: /Choose a file/ })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')])
  await chooser.setFiles(file)
  await page.getByText('No column is “Device” yet').waitFor()
  assert.equal(await page.getByLabel('Contents').inputValue(), 'tickets')
  const columns = page.locator('li[data-read]')
  assert.equal(await columns.count(), 7)
  assert.equal(await columns.filter({ hasText: 'Detected' }).count(), 6)
  assert.equal(await page.getByRole('button', { name: /^Import/ }).count(), 0, 'nothing can be imported yet')
  await page.getByLabel('Meaning of “Gizmo”').selectOption({ label: 'Device' })
  await columns.filter({ hasText: 'Gizmo' }).getByText('Chosen by you').waitFor()
  await page.getByText('13 rows to import, 0 already there, 1 with problems.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Row 15' }).getByText('31.2.2026').waitFor()
  await page.getByRole('cell', { name: 'Kettle' }).first().waitFor()
  await page.getByText('13 repairs are older than the team keeps').waitFor()
  // Rows that stay out come first, and equal problems are shown once.
  const doubts = page.getByRole('listitem').filter({ hasText: /^Row / })
  assert.match(await doubts.first().innerText(), /31\.2\.2026/)
  assert.equal(await doubts.count(), 10)
  await page.getByRole('button', { name: 'Show all 15' }).press('Enter')
  await doubts.filter({ hasText: 'Zed' }).getByText('Row 2 and 12 others').waitFor()
  assert.equal(await doubts.count(), 15)
  await page.locator('main :focus').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  assert.deepEqual(await accessibilityViolations(page), [])
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Import the 13 good rows' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  await page.getByText('13 tickets were imported.').waitFor()
  // Leaving without the refused rows asks first.
  await page.getByRole('link', { name: 'Show the tickets' }).click()
  await page.getByRole('heading', { name: 'You have not downloaded the rows that were left out' }).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  const [left] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rows left out' }).click(),
  ])
  assert.equal(left.suggestedFilename(), 'Repairs 2026-left-out.csv')
  const rest = (await readFile(await left.path(), 'utf8')).replace(/^\uFEFF/, '')
  const [headings, row, ...more] = readCsv(rest)
  assert.deepEqual(headings?.slice(0, 3), ['Date', 'Name', 'Device'])
  assert.deepEqual(row?.slice(0, 3), ['31.2.2026', 'Zhao', 'Radio'])
  assert.match(row?.at(-1) ?? '', /date/)
  assert.deepEqual(more, [])

  // The corrected file can be imported, although a column was mapped by hand.
  const mended = Buffer.from(rest.replace('31.2.2026', '28.2.2026'))
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: mended })
  await page.getByText('1 row to import, 0 already there, 0 with problems.').waitFor()
  // All columns are known, so they are folded.
  assert.equal(await page.getByLabel('Meaning of “Device”').isVisible(), false)
  await page.getByText('Show or change the columns').click()
  await page.getByLabel('Meaning of “Device”').waitFor()

  // An import can be undone on the page of its result, until the same time of the next day.
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  const done = page.getByRole('region', { name: 'Import complete' })
  await done.getByText(/You can undo this import until tomorrow \d\d:\d\d/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo import' }).count(), 1, 'the button to undo appears once')
  await done.getByRole('button', { name: 'Undo import' }).click()
  await done.getByRole('button', { name: 'Undo import' }).click()
  await done.getByText('The import was undone: 1 removed.').waitFor()
  assert.equal((await admin.tickets.search({ count: 1 })).total, 13)

  // The same file again adds nothing.
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('Meaning of “Gizmo”').selectOption({ label: 'Device' })
  await page.getByText('0 rows to import, 13 already there, 1 with problems.').waitFor()
  await page.getByText('There are no rows to import.').waitFor()
  assert.equal((await admin.tickets.search({ count: 1 })).total, 13)

  // A file that is too large is not sent, and a file that is no table is refused.
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') })
  // Leaving a mapping that was made by hand asks first.
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('npm run fettle -- import').waitFor()
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.alloc(1024) })
  await page.getByText('The file is neither a CSV file nor an XLSX workbook.').waitFor()

  // Undoing an import later asks first. A ticket that was changed since stays and is named.
  await page.reload()
  const past = page.locator('section', { has: page.getByRole('heading', { name: 'Recent imports' }) })
  await past.getByText('Repairs, 13 rows').waitFor()
  await past.getByText('can be undone until').waitFor()
  const { list: tickets } = await admin.tickets.search({ count: 20 })
  const forwarded = tickets.find(({ device }) => device === 'Fan')?.id ?? 0
  await admin.tickets.forward({ id: forwarded })
  await past.getByRole('button', { name: 'Undo import' }).press('Enter')
  await page.keyboard.press('Escape')
  assert.equal(
    (await admin.tickets.search({ count: 1 })).total,
    13,
    'an import is undone only after the second question',
  )
  await past.getByRole('button', { name: 'Undo import' }).click()
  await past.getByRole('button', { name: 'Undo import' }).click()
  await past.getByText('The import was undone: 12 removed, 1 kept.').waitFor()
  await past.getByText(`#${forwarded} Fan`).waitFor()
  await past.getByText('Undone: 12 removed', { exact: true }).waitFor()
  assert.equal(await past.getByRole('button').count(), 0)
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.equal((await admin.tickets.search({ count: 1 })).total, 1)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('Meaning of “Gizmo”').selectOption({ label: 'Device' })
  await page.getByText('12 rows to import, 1 already there, 1 with problems.').waitFor()
  await page.getByRole('button', { name: 'Import the 12 good rows' }).click()
  await page.getByText('12 tickets were imported.').waitFor()
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rows left out' }).click(),
  ])

  // The figures are not public until an administrator publishes them.
  const { page: stranger, complaints: theirs } = await browser.open({ width: 390, height: 800 })
  await stranger.goto(`${team.url}/impact`)
  await stranger.getByText('This team does not publish its figures yet.').waitFor()
  await page.goto(`${team.url}/console/settings/tickets#open-data`)
  const open = page.locator('#open-data')
  await open.getByLabel('Provider').fill('Campus Repair')
  await open.getByLabel('Country or region').selectOption({ label: 'Germany (DEU)' })
  await open.getByRole('switch', { name: 'Publish what the team has repaired' }).check()
  assert.equal(await open.getByRole('link').count(), 0, 'there is no such page before it is saved')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  assert.equal(await open.getByRole('link').getAttribute('href'), '/impact')
  const claims = page.locator('#claims')
  await claims.getByLabel(/^Days without progress/).fill('21')
  const saved = page.waitForResponse('**/admin/settings/update')
  await page.getByRole('button', { name: 'Save' }).click()
  await saved
  const { openData, claimDays } = await admin.admin.settings()
  assert.deepEqual([openData, claimDays], [{ provider: 'Campus Repair', group: '', country: 'DEU', impact: true }, 21])

  await stranger.reload()
  await stranger.getByText('13 of 13').waitFor()
  const brought = stranger.getByRole('region', { name: 'What people brought in' })
  await brought.getByText('Show as table').click()
  assert.deepEqual(
    (await brought.getByRole('row').allInnerTexts()).slice(1).map((text) => text.replaceAll('\t', ' ')),
    ['Kettle 6, 6 repaired'],
    'fewer than five are not told, nor what they could be worked out from',
  )
  await stranger.getByText('Waste avoided').waitFor()
  assert.match((await stranger.getByRole('link', { name: /Restart/ }).getAttribute('href')) ?? '', /^https:/)
  const [data] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('button', { name: 'Download data (CSV)' }).click(),
  ])
  assert.match(
    await readFile(await data.path(), 'utf8'),
    /^"id","data_provider","country",.*\r\n.*"Campus Repair","DEU"/,
  )
  assert.deepEqual(await accessibilityViolations(stranger), [])
  assert.deepEqual([...complaints, ...theirs], [])
})

test('an administrator sees how each value is read, decides the unclear ones, and imports repeated rows once', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1280, height: 900 })
  await page.clock.setFixedTime(team.now())
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/import`)
  const table = [
    'Date,Device,Status,Remarks,Fault',
    '2026-11-01,Kettle,fixed,old,does not heat',
    '2026-11-02,Lamp,nearly done,,flickers',
    '2026-11-02,Lamp,nearly done,,flickers',
    '2026-11-03,Fan,in repair,,hums',
  ].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(table) })
  const status = page.getByRole('region', { name: 'Status' })
  const meaning = (value: string) => status.getByLabel(`Meaning of Status “${value}”`)
  await page.getByText('The meaning of 1 value is unclear.').waitFor()
  await page.getByText('2 rows to import, 0 already there, 2 with problems.').waitFor()
  const name = (value: string) => meaning(value).locator('option:checked').innerText()
  assert.deepEqual(
    [await name('fixed'), await name('in repair'), await name('nearly done')],
    ['Repaired, collected', 'Repairing', 'Please choose'],
  )
  await meaning('nearly done').selectOption({ label: 'Repairing' })
  await page.getByText('4 rows to import, 0 already there, 0 with problems.').waitFor()
  await meaning('fixed').selectOption({ label: 'Repaired, ready to collect' })
  const repeated = page.locator('section', { has: page.getByRole('heading', { name: 'Repeated rows' }) })
  await repeated.getByText('Show which rows').click()
  await repeated.getByText('Row 4 is the same as row 3').waitFor()
  await repeated.getByLabel('Rows that are the same').selectOption({ label: 'Import them once' })
  await page.getByText('3 rows to import, 0 already there, 0 with problems.').waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  await page.getByRole('button', { name: 'Import all 3 rows' }).click()
  await page.getByText('1 row repeats another and was imported once.').waitFor()
  await page.getByText('You can undo this import until').waitFor()
  const { list } = await admin.tickets.list({})
  assert.deepEqual(
    list.toReversed().map(({ device, status, isConfirmed }) => `${device} ${status} ${isConfirmed}`),
    // The lamp and the fan have no worker of the team, so they can be claimed.
    ['Kettle 5 false', 'Lamp 0 false', 'Fan 0 false'],
  )
  assert.deepEqual(complaints, [])
})
