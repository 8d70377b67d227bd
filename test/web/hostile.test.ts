import assert from 'node:assert/strict'
import { test } from 'node:test'
import { go, logIn, noBrowser, openBrowser } from '../support/browser.ts'
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
  await admin.admin.updateSettings({ teamName: name, place: { name: texts, map: '' }, boardText: texts, timetable })
  await admin.users.update({ name })
  const { code } = await admin.admin.invite({ name })
  team.secret(code)
  await admin.users.report({ content: evil })
  await admin.tickets.create({ type: 0, device: evil.slice(0, 128), deviceModel: name, owner: name, description: evil })
  await admin.tickets.pick({ id: 1 })
  await admin.tickets.addnote({ id: 1, content: evil })
  await admin.tickets.addnote({ id: 1, content: evil, type: 2 })
  await admin.tickets.assign({ id: 1, name })
  const sheet = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, shift: 1, workers: [name, 'admin'], leader: name }))
  await admin.rosters.create({ name, sheet })
  await admin.leaves.ask({ week: '3', shift: '1', reason: evil })
  await admin.conclusions.write({ week: '1', shift: '1', conclusion: evil })
  await admin.duty.update({ isInDuty: false, currentDuty: 'off', offDutyReason: evil, dutyRecoverTime: evil })

  const { page, complaints } = await browser.open({ width: 1440, height: 900 })
  await logIn(page, team.url, admin.token)
  const paths = [
    '/board /  /new /mine /mine/1 /account /join /set-up?step=team /set-up?step=members',
    '/desk /desk/mine /desk/tickets/1 /desk/tickets/1/tag /desk/shifts /desk/summary',
    '/console /console/duty /console/rosters /console/rosters/1 /console/leaves /console/summaries /console/statistics',
    '/console/members /console/forwarding /console/log /console/feedback /console/settings',
  ].flatMap((line) => line.split(/ +/))
  let seen = 0
  for (const path of paths) {
    await go(page, team.url + path)
    assert.equal(await page.evaluate('"ran" in window'), false, path)
    if ((await page.locator('body').innerText()).includes('onerror=')) seen += 1
  }
  assert.ok(seen > 15, `it was to be read on ${seen} pages alone`)
  assert.deepEqual(complaints, [])
})
