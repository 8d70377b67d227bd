import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { readCsv } from '../support/csv.ts'
import { announcedDay, ownerWithTicket } from '../support/repair-days.ts'
import { addRoster } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

test('an administrator sees open tasks and statistics, exports tickets and finds the export in the log', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam({ at: '2026-11-06T01:30:00Z' })
  const { admin, ann, bob, eve } = await addRoster(team)
  await admin.admin.updateSettings({ adminSessionHours: 1000, memberSessionDays: 30 })
  const carl = await team.user()
  const lamp = await createTicket(carl, { device: 'lamp', owner: '=1+1' })
  const fan = await createTicket(carl, { device: 'fan', type: 1 })
  team.pass({ hours: 3 })
  await ann.tickets.pick({ id: lamp })
  team.pass({ hours: 4 })
  await ann.tickets.update({ id: lamp, status: 5, outcome: 'fixed', category: 15 })
  await bob.tickets.update({ id: fan, status: 6, outcome: 'end_of_life', barrier: 'worn_out', category: 7 })
  const toaster = await createTicket(carl, { device: 'toaster' })
  team.pass({ hours: 1 })
  await ann.tickets.pick({ id: toaster })
  team.pass({ hours: 1 })
  await ann.tickets.update({ id: toaster, status: 5 })
  team.pass({ days: 9, hours: 15 })
  const cable = await createTicket(carl, { device: 'cable' })
  await bob.leaves.ask({ week: '1', shift: '1', reason: 'exam' })
  await carl.users.report({ content: 'Open on Sundays, please' })
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1440 })
  await page.clock.setFixedTime(team.now())
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console`)
  await page.getByText('Open: Shift 1').waitFor()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText('Check 3 tickets open for over 7 days').waitFor()
  await page.getByText('Open on Sundays, please').waitFor()
  const stands = page.getByRole('list', { name: 'The team at a glance' }).getByRole('link')
  assert.deepEqual(
    (await stands.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
    [
      'Open 4',
      'Unclaimed 1',
      'New this week 1 0 last week',
      'Closed this week 0 0 last week',
      'Next gap in the roster None within 7 days',
    ],
  )
  await admin.admin.updateSettings({ minimumPerShift: 2 })
  await page.reload()
  await page.getByRole('link', { name: 'Next gap in the roster Today' }).waitFor()
  await attention.getByText('Find people for today · Shift 1').click()
  await page.getByText('substitute needed').waitFor()
  await page.getByText('exam', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Data', exact: true }).click()
  const figure = (name: string) => page.getByRole('region', { name })
  const flow = figure('Tickets received and closed')
  await flow.getByText('13 weeks: 4 received, 2 repaired, 1 not repaired.').first().waitFor()
  await page.getByText('2 of 3 closed tickets repaired (67%).').waitFor()
  await page.getByText('Previous 13 weeks: none closed.').waitFor()
  const picture = flow.getByRole('img', { name: 'Tickets received and closed' })
  await picture.waitFor()
  // Two columns per week, none overlapping and none outside the picture.
  const { right, columns } = await picture.evaluate((drawing) => ({
    right: drawing.getBoundingClientRect().right,
    columns: [...drawing.querySelectorAll('g:has(> title) > rect')].map((column) => column.getBoundingClientRect()),
  }))
  assert.equal(columns.length, 6)
  for (const [place, column] of columns.entries())
    assert.ok(column.right <= (columns[place + 1]?.left ?? right), `column ${place}`)
  assert.deepEqual(await picture.locator('text').allTextContents(), [
    ...['0', '1', '2', '3'],
    ...['2 Nov', '9 Nov', '16 Nov'],
  ])
  // Pointer and arrow keys show the figures of a week.
  const reader = flow.getByRole('slider')
  const reads = (text: string) => flow.locator(`[role=slider][aria-valuetext^="${text}"]`).waitFor()
  await reader.hover({ position: { x: 5, y: 50 } })
  await reads('Week of 2 Nov: 3 received, 2 repaired, 1 not rep')
  await reader.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await reads('Week of 9 Nov: 0 received')
  await page.keyboard.press('Tab')
  await flow.getByText('Show as table').click()
  assert.equal(
    (await flow.getByRole('row').allInnerTexts()).slice(0, 3).join('|').replaceAll('\t', ' '),
    'Weeks received repaired not repaired|2026-11-16 1 0 0|2026-11-09 0 0 0',
  )
  await flow.getByText('Months').click()
  assert.equal(
    (await flow.getByRole('row', { name: '2026-11-01' }).innerText()).replaceAll('\t', ' '),
    '2026-11-01 4 2 1',
  )
  const read = async (name: string) => {
    await figure(name).getByText('Show as table').click()
    const rows = await figure(name).getByRole('row').allInnerTexts()
    return rows.slice(1).map((row) => row.replaceAll('\t', ' '))
  }
  assert.deepEqual(await read('How long it takes'), [
    'Claimed: 50% within 3 h',
    'Claimed: 90% within 7 h',
    'Repaired: 50% within 60 min',
    'Repaired: 90% within 4 h',
  ])
  assert.deepEqual((await read('How old open tickets are')).at(-2), '7 to 30 days 3 (75%)')
  for (const [name, says] of [
    ['How old open tickets are', '4 open, 3 of them for over 7 days.'],
    ['How long it takes', 'In this period: 3 claimed, 2 repaired.'],
    ['Appliances and computers', '4 tickets so far.'],
  ] as const)
    await figure(name).getByText(says).first().waitFor()
  assert.deepEqual(await read('Appliances and computers'), ['Appliance 3 (75%), 3 open', 'Computer 1 (25%), 1 open'])
  assert.deepEqual(await read('Most common devices'), ['cable 1', 'toaster 1', 'fan 1', 'lamp 1'])
  assert.deepEqual(await read('Repairs by member'), ['Ann 2'])
  await figure('Outcomes')
    .getByText('Of 3 closed in this period, 1 has the outcome “Repaired” (33%).')
    .first()
    .waitFor()
  assert.deepEqual(await read('Outcomes'), [
    'Repaired 1 (33%)',
    'Could still be repaired 0 (0%)',
    'Beyond repair 1 (33%)',
    'Unknown 0 (0%)',
    'Not filled in 1 (33%)',
  ])
  assert.deepEqual(await read('Categories'), ['Fan 1, 0 repaired', 'Lamp 1, 1 repaired'])
  assert.deepEqual(await read('Why devices could not be repaired'), ['Too worn out 1'])
  await figure('Ratings').getByText('No data for this period.').first().waitFor()

  // A custom period must be valid. Its figures are those of its days, even if its first week has others.
  await page.getByLabel('Period').selectOption('Choose dates')
  await page.getByLabel('First day').fill('2026-11-07')
  await page.getByLabel('Last day').fill('2026-11-01')
  await page.getByText('Last day must end after it starts.').waitFor()
  await page.getByLabel('Last day').fill('2026-11-15')
  await page.getByText('There were no tickets in this period').waitFor()
  assert.equal(await flow.count(), 0)
  await figure('How old open tickets are').waitFor()
  await page.getByLabel('Period').selectOption('Last 12 months')
  await flow.getByText('12 months: 4 received, 2 repaired, 1 not repaired.').first().waitFor()

  const table = figure('Export tickets')
  await table.getByLabel('From').fill('2026-11-02')
  await table.getByLabel('Until').fill('2026-11-01')
  await table.getByRole('button', { name: 'Download file' }).click()
  await table.getByText('Until must end after it starts.').waitFor()
  await table.getByLabel('Until').fill('2026-11-16')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    table.getByRole('button', { name: 'Download file' }).dblclick(),
  ])
  assert.equal(download.suggestedFilename(), 'tickets-2026-11-02_2026-11-16.csv')
  const text = await readFile(await download.path(), 'utf8')
  assert.ok(text.startsWith('\uFEFF'))
  assert.deepEqual(
    readCsv(text.slice(1)).map((cells) => [cells[0], cells[4], cells[6]]),
    [
      ['Number', 'Device', 'Owner'],
      [String(lamp), 'lamp', "'=1+1"],
      [String(fan), 'fan', ''],
      [String(toaster), 'toaster', ''],
      [String(cable), 'cable', ''],
    ],
  )
  await page.getByRole('link', { name: 'Log' }).click()
  const taken = page.getByText('exported the tickets from 2 Nov 2026 until 16 Nov 2026.')
  await taken.waitFor()
  assert.equal(await taken.count(), 1, 'a double tap takes it once')

  // Eve leaves the team while the page is open: her ticket is listed with a link.
  await page.getByRole('link', { name: 'Work', exact: true }).click()
  await attention.waitFor()
  await eve.leaves.ask({ week: '第3周', shift: '1' })
  await attention.getByText('Clarify Eve’s leave').waitFor()
  const radio = await createTicket(carl, { device: 'radio' })
  await eve.tickets.pick({ id: radio })
  const { list: members } = await admin.admin.members()
  await admin.admin.removeMember({ id: members.find(({ name }) => name === 'Eve')?.id ?? 0 })
  await attention.getByText('On the roster but not in the team: Eve').waitFor()
  await attention.getByText(`Find a member for #${radio} radio`).click()
  await page.getByRole('heading', { name: `#${radio} radio` }).waitFor()

  // The mean rating and its count.
  await ann.tickets.retrieve({ id: toaster })
  await carl.tickets.rate({ id: toaster, stars: 4 })
  await page.goto(`${team.url}/console/statistics`)
  await figure('Ratings').getByText('1 rating in this period, 4.0 out of 5 on average.').first().waitFor()
  assert.deepEqual(complaints, [])
})

test('the statistics compare the repair days of a period, where there are any', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  await admin.admin.updateSettings({ adminSessionHours: 1000, memberSessionDays: 30 })
  const { id } = await announcedDay(team)
  const { owner, ticket } = await ownerWithTicket(team)
  await owner.repairDays.book({ id, ticket, backedUp: true })
  const ann = await team.member('Ann')
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1440 })
  await page.clock.setFixedTime(team.now())
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/statistics`)
  await page.getByRole('region', { name: 'Repairs by member' }).waitFor()
  const figure = page.getByRole('region', { name: 'Repair days' })
  assert.equal(await figure.count(), 0, 'no repair day is over')

  team.pass({ days: 5, hours: 5 })
  await owner.repairDays.arrive({ id, ticket })
  await ann.counter.create({ type: 0, device: 'Iron', queue: true })
  await ann.tickets.pick({ id: ticket })
  await ann.tickets.update({ id: ticket, status: 5, outcome: 'fixed', category: 14 })
  team.pass({ hours: 5 })
  await page.clock.setFixedTime(team.now())
  await page.reload()
  await figure.getByText('1 repair day in this period, with 2 devices.').first().waitFor()
  await figure.getByText('Show as table').click()
  assert.deepEqual(
    (await figure.getByRole('row').allInnerTexts()).map((row) => row.split('\t')),
    [
      [
        ...['Date', 'Booked', 'With a booking', 'Walk-ins', 'Repaired', 'Not repaired', 'Not finished yet'],
        'Waste avoided (estimate)',
      ],
      ['2026-11-21', '1', '1', '1', '1', '0', '1', '1.3 kg'],
    ],
  )
  assert.deepEqual(complaints, [])
})
