import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import { logIn, navigate, noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'

/** Runs if anything takes it for markup or for an address. */
const evil = `"><img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1">`
const name = `<img src=x onerror=window.ran=1>`

test('a script in any text field runs on no page, and is shown as it was typed', { skip: noBrowser }, async () => {
  await using team = await newTeam({ env: { RATE_LIMITS: 'off' } })
  await using browser = await openBrowser()
  const admin = await team.admin()
  const texts = { zh_CN: name, en_US: name }
  const timetable = [{ shift: 1, from: '09:00', until: '12:00' }]
  const closedDays = [{ from: '2026-12-01', until: '2026-12-02', name }]
  const place = { name: texts, map: '' }
  await admin.admin.updateSettings({ teamName: name, place, boardText: texts, timetable, closedDays })
  await admin.users.update({ name })
  const { code } = await admin.admin.invite({ name })
  team.secret(code)
  await admin.users.report({ content: evil })
  await admin.tickets.create({ type: 0, device: evil.slice(0, 128), deviceModel: name, owner: name, description: evil })
  await admin.tickets.pick({ id: 1 })
  await admin.tickets.addnote({ id: 1, content: evil })
  await admin.tickets.addnote({ id: 1, content: evil, type: 2 })
  await admin.tickets.assign({ id: 1, name })
  await admin.tickets.update({ id: 1, status: statuses.repaired })
  const sheet = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, shift: 1, workers: [name, 'admin'], leader: name }))
  await admin.rosters.create({ name, sheet })
  await admin.leaves.ask({ week: '1', shift: '1', reason: evil })
  await admin.leaves.ask({ week: name, shift: name, reason: evil })
  await admin.conclusions.write({ week: name, shift: '1', conclusion: evil })
  const planned = { isInDuty: true, currentDuty: 'others', otherDutyTime: '2026-11-20T09:00/2026-11-20T10:00' }
  await admin.duty.update({ ...planned, place: evil })
  await admin.duty.update({ isInDuty: false, currentDuty: 'off', offDutyReason: evil, dutyRecoverTime: evil })

  const { page, complaints } = await browser.open({ width: 1440, height: 900 })
  await logIn(page, team.url, admin.token)
  const paths = [
    '/board /  /new /mine /mine/1 /account /join /set-up?step=team /set-up?step=members',
    '/desk /desk/mine /desk/tickets/1 /desk/tickets/1/tag /desk/shifts /desk/summary /console',
  ].flatMap((line) => line.split(/ +/))
  let seen = 0
  const look = async (path: string) => {
    await navigate(page, team.url + path)
    assert.equal(await page.evaluate('"ran" in window'), false, path)
    assert.equal(await page.locator('img[src=x]').count(), 0, path)
    if ((await page.locator('body').innerText()).includes('onerror=')) seen += 1
  }
  for (const path of paths) await look(path)
  // Every page of the console that its menu leads to.
  const links = page.getByRole('navigation').locator('a[href^="/console/"]')
  const more = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  assert.ok(more.length >= 10)
  for (const path of [...more, '/console/forwarding', '/console/rosters/1']) {
    await look(path)
    await page.getByText('onerror').first().waitFor({ state: 'attached' })
  }
  assert.ok(seen > 15, `it was to be read on ${seen} pages alone`)
  await page.getByRole('button', { name: /^Monday Shift 1/ }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  assert.equal(await page.evaluate('"ran" in window'), false)
  assert.deepEqual(complaints, [])
})
