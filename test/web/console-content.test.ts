import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'
import { wechatTeam } from '../support/wechat-team.ts'

test('an administrator reviews content that WeChat could not judge, and its author sees that it is being checked', {
  skip: noBrowser,
}, async () => {
  await using scene = await wechatTeam()
  const { team } = scene
  const [ann, admin] = [await scene.person('oAnn'), await team.admin()]
  await ann.users.update({ name: 'Ann' })
  await admin.admin.updateSettings({ wechat: { phone: false, checkContent: true, whenUnchecked: 'refuse' } })
  const id = await createTicket(ann, { description: 'REVIEW this' })
  await ann.tickets.addnote({ id, content: 'Look', pic: [await scene.upload(ann)] })
  await using browser = await openBrowser()

  const { page: hers, complaints: herComplaints } = await browser.open({ width: 320, locale: 'en-US' })
  await logIn(hers, team.url, ann.token)
  await hers.goto(`${team.url}/mine/${id}`)
  await hers.getByText('A picture is being checked. Only you see it for now.').waitFor()
  const thumb = hers.locator('li img[src*="?see="]')
  await thumb.waitFor()
  assert.ok(
    (await thumb.evaluate('(image) => image.complete && image.naturalWidth')) !== 64,
    'the picture is not the placeholder',
  )
  assert.deepEqual(await accessibilityViolations(hers), [])

  // WeChat has not decided for long, so a member has to.
  await scene.deliver()
  team.pass({ minutes: 46 })
  await scene.giveUp()
  const { page, complaints } = await browser.open({ width: 320, locale: 'en-US' })
  await logIn(page, team.url, admin.token)
  await page.goto(`${team.url}/console/content`)
  await page.getByText('REVIEW this').waitFor()
  await page.getByText('Not checked · Only visible to the person who uploaded it').waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  const wide = await page.evaluate('document.documentElement.scrollWidth')
  assert.ok(Number(wide) <= 320, `it is ${wide} wide`)
  // By the keyboard alone: the picture is fine, the words of the ticket are not.
  await page.getByRole('button', { name: `Keep: Picture Ticket #${id}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Only visible to the person who uploaded it').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: `Reject: Ticket Ticket #${id}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Only members will see the text of this ticket.').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing to review.').waitFor()
  assert.equal((await ann.tickets.info({ id })).description, '')
  // The content was hidden by mistake.
  await page.goto(`${team.url}/desk/tickets/${id}`)
  await page.getByRole('button', { name: 'Show again' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The owner will see this text again.').waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Only members see this; hidden from others').waitFor({ state: 'detached' })
  assert.equal((await ann.tickets.info({ id })).description, 'REVIEW this')
  assert.equal((await ann.tickets.info({ id })).notes.find(({ content }) => content === 'Look')?.heldPic, undefined)

  await page.goto(`${team.url}/console/settings/privacy#wechat`)
  await page.getByLabel('If WeChat cannot check').selectOption('publish it and mark it for review')
  await page.getByRole('button', { name: 'Save' }).click()
  await until(async () => (await admin.admin.settings()).wechat.whenUnchecked === 'let_through')
  assert.deepEqual([...herComplaints, ...complaints], [])

  // Where there is no WeChat there is no such page in the menu.
  await using other = await newTeam()
  await logIn(page, other.url, (await other.admin()).token)
  await page.goto(`${other.url}/console/settings/privacy`)
  await page.getByRole('heading', { name: 'Privacy', exact: true }).waitFor()
  assert.equal(await page.getByText('Content review').count(), 0)
  assert.equal(await page.locator('#wechat').count(), 0)
  // On the page itself its entry is there and selected.
  await page.goto(`${other.url}/console/content`)
  await page.getByText('Nothing to review.').waitFor()
  await page.locator('nav [aria-current=page]', { hasText: 'Content review' }).waitFor({ state: 'attached' })
  await page.goto(`${other.url}/console/settings/privacy`)
  // Unless something is left from when there was one.
  await createTicket(await other.user('ann'))
  await using engine = await openEngine(other.fresh.config)
  const look = { kind: 'ticket', thing: 1, picture: '', person_id: 1, why: 'unchecked', at: 0 } as const
  await engine.change((db) => db.insertInto('content_look').values(look).execute())
  await page.reload()
  await page.getByText('Content review').first().waitFor({ state: 'attached' })
})
