import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { demoTeam } from '../support/demo-team.ts'
import { newTeam } from '../support/team.ts'

test('the overview, the list and the members show the same hours to review, and the overview says what is urgent', {
  skip: noBrowser,
}, async () => {
  await using team = await demoTeam()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1280 })
  await page.clock.setFixedTime(team.at)
  await logIn(page, team.url, team.token)
  const figures = async () => {
    const hours = page.locator('main').getByRole('link')
    const [review, objections] = [hours.filter({ hasText: 'To review' }), hours.filter({ hasText: 'Objections' })]
    return [(await review.innerText()).replaceAll(/\s+/g, ' '), (await objections.innerText()).replaceAll(/\s+/g, ' ')]
  }
  await page.goto(`${team.url}/console/hours`)
  await page.locator('[data-line]').first().waitFor()
  const [review = '', objections = ''] = await figures()
  const [count] = /\d+(?= entries)/.exec(review) ?? []
  assert.ok(Number(count) > 1, review)
  await page.goto(`${team.url}/console/hours?view=people`)
  await page.getByText('Whole team').first().waitFor()
  assert.deepEqual(await figures(), [review, objections])

  await page.goto(`${team.url}/console`)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText('Review').waitFor()
  assert.deepEqual(
    (await attention.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]),
    [
      'Find people for Fri 20 Nov · Shift 1',
      `Answer ${/\d+/.exec(objections)} objection to hours`,
      `Review ${count} entries of hours`,
      'Finish 3 tasks for repair days',
      'Check 2 tickets open for over 7 days',
      'Switch on two-step verification',
    ],
    'the most urgent first, and each begins with what to do',
  )
  await attention.getByText(`Review ${count} entries of hours`).click()
  await page.locator('[data-line]').first().waitFor()
  assert.equal(await page.locator('[data-line]').count(), Number(count))

  // A phone shows the first bars of a long chart.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${team.url}/console/statistics`)
  const all = page.getByRole('button', { name: /^Show all \d+: Most common devices$/ })
  const picture = page.getByRole('img', { name: 'Most common devices' })
  await all.waitFor()
  const low = (await picture.boundingBox())?.height ?? 0
  await all.click()
  await all.waitFor({ state: 'detached' })
  assert.ok(((await picture.boundingBox())?.height ?? 0) > low)
  assert.deepEqual(complaints, [])
})

test('an administrator approves one entry of hours, and then all but the one with an objection', {
  skip: noBrowser,
}, async () => {
  await using team = await demoTeam()
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 768 })
  await page.clock.setFixedTime(team.at)
  await logIn(page, team.url, team.token)
  await page.goto(`${team.url}/console/hours`)
  const lines = page.locator('[data-line]')
  await lines.first().waitFor()
  const days = await lines.evaluateAll((rows) => rows.map((row) => row.querySelector('time')?.getAttribute('datetime')))
  assert.deepEqual(days, days.toSorted().reverse(), 'lines are sorted by the day of work, corrections too')
  await page.getByLabel('Status').selectOption('to review')
  const all = page.getByRole('button', { name: 'Approve all without objections (28)' })
  await all.waitFor()
  await page
    .getByRole('button', { name: /^Approve .*, Shift 2$/ })
    .first()
    .click()
  await page.getByText('1 entry approved').waitFor()
  await page.getByRole('button', { name: 'Approve all without objections (27)' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('27 entries approved').waitFor()
  await page.getByRole('link', { name: 'To review 1 entry' }).waitFor()
  await page.locator('[data-line]').filter({ hasText: 'objects' }).waitFor()
  assert.equal(await lines.count(), 1)
  assert.deepEqual(complaints, [])
})

test('the messages page lists the channels that the team lacks, and how to get each', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam({ env: { SLACK_BOT_URL: 'https://hooks.slack.com/services/T/B/secret' } })
  const admin = await team.admin()
  await admin.users.updateLocale({ lang: 'en_US' })
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open()
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/messages`)
  const more = page.getByRole('region', { name: 'More channels' })
  const email = more.getByRole('listitem').filter({ hasText: 'Email' })
  for (const name of ['SMTP_URL', 'MAIL_FROM']) await email.getByText(name, { exact: true }).waitFor()
  await email.getByText('To the inboxes of owners and members').waitFor()
  await page.getByRole('button', { name: 'Send a test: Slack' }).waitFor()
  assert.equal(await more.getByText('SLACK_BOT_URL').count(), 0, 'a channel that is there needs no instructions')
  assert.deepEqual(complaints, [])
})
