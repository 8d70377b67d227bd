import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { accessibilityViolations } from '../support/axe.ts'
import {
  dropNextResponse,
  logIn,
  navigate,
  noBrowser,
  type OpenBrowser,
  openBrowser,
  switchUser,
} from '../support/browser.ts'
import { json, newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'

describe('account pages', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  /** One browser that one person after the other uses. */
  let opened: Awaited<ReturnType<OpenBrowser['open']>>
  before(async () => {
    team = await newTeam()
    browser = await openBrowser()
    opened = await browser.open()
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  test('a user saves their profile, and a refused value stays in its field', async () => {
    const ann = await team.user()
    const { page, complaints } = opened
    await switchUser(page, team.url, ann.token)
    await page.goto(`${team.url}/account/profile`)
    await page.getByLabel('Name').fill('<img src=x onerror=alert(1)>')
    await page.getByLabel('Phone').fill('call me')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Phone must be a phone number').waitFor()
    assert.equal(await page.getByLabel('Phone').inputValue(), 'call me')
    await page.getByLabel('Phone').fill('138 0013 8000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    assert.deepEqual(await ann.users.info(), { name: '<img src=x onerror=alert(1)>', phone: '138 0013 8000' })
    await page.goto(`${team.url}/account/feedback`)
    await page.getByLabel('Your message').fill('谢谢！\nThank you.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you! We have received your feedback.').waitFor()
    assert.equal(await page.getByLabel('Your message').inputValue(), '')
    assert.deepEqual(complaints, [])
  })

  test('feedback sent while the network is cut is neither lost nor sent twice', async () => {
    const [ann, admin] = [await team.user(), await team.admin()]
    const { total } = await admin.admin.feedback()
    const { page, context, complaints } = opened
    await switchUser(page, team.url, ann.token)
    await page.goto(`${team.url}/account/feedback`)
    await page.getByLabel('Your message').fill('Thank you')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The service is not answering.').waitFor()
    assert.equal(await page.getByLabel('Your message').inputValue(), 'Thank you')
    await context.setOffline(false)
    await dropNextResponse(context, '/report')
    await page.getByRole('button', { name: 'Send' }).click()
    await until(async () => (await admin.admin.feedback()).total === total + 1)
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await page.getByText('Thank you! We have received your feedback.').waitFor()
    assert.equal((await admin.admin.feedback()).total, total + 1)
    assert.deepEqual(complaints, [])
  })

  test('a user exports their data and has it erased after a confirmation', async () => {
    const ann = await team.user()
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    const { page, complaints } = opened
    await switchUser(page, team.url, ann.token)
    await page.goto(`${team.url}/account/data`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await saving
    assert.equal(file.suggestedFilename(), 'my-data.json')
    assert.equal(JSON.parse(await readFile(await file.path(), 'utf8')).profile.name, 'Ann')
    await page.getByRole('button', { name: 'Erase my data' }).dblclick()
    await page.getByText('This cannot be undone.').waitFor()
    assert.equal((await ann.users.info()).name, 'Ann')
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('Your data has been erased').waitFor()
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
    await page.getByRole('navigation').getByRole('link', { name: 'Log in' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('logging out ends the session in the browser and at the service and leaves no data behind', async () => {
    const ann = await team.user()
    await createTicket(ann, { device: 'Her kettle' })
    const { page, complaints } = opened
    await switchUser(page, team.url, ann.token)
    await page.goto(`${team.url}/mine`)
    await page.getByText('Her kettle').waitFor()
    await navigate(page, `${team.url}/account`)
    await page.getByRole('button', { name: 'Log out' }).click()
    const signIn = page.getByRole('navigation').getByRole('link', { name: 'Log in' })
    await signIn.waitFor()
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
    assert.equal(await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token')), null)
    // On the same page, before it has asked for anything of theirs.
    const asked = Promise.withResolvers<void>()
    await page.route('**/user/mytickets**', () => asked.resolve())
    await signIn.click()
    await page.getByLabel('Name').fill('bob')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).waitFor()
    await page.locator('html').evaluate((root) => root.ownerDocument.defaultView?.history.pushState(null, '', '/mine'))
    await asked.promise
    assert.equal(await page.getByText('Her kettle').count(), 0)
    assert.deepEqual(complaints, [])
  })

  test('an expired session asks for the login on the same page, and cancelling leaves no data behind', async () => {
    const ann = await team.user('ann')
    const { page, complaints } = opened
    await switchUser(page, team.url, ann.token)
    // The page gets no live news: only the answer shows it.
    await page.route('**/live', () => {})
    await page.goto(`${team.url}/account/profile`)
    await page.getByLabel('Name').fill('Ann')
    await ann.session.logout()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your login has expired' })
    await dialog.waitFor()
    assert.equal(page.url(), `${team.url}/account/profile`)
    assert.equal(await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token')), null)
    await dialog.getByRole('button', { name: 'Leave and discard what I typed' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Log in' }).waitFor()
    assert.deepEqual(await page.evaluate(() => Object.keys(globalThis.sessionStorage)), [])
    // Queries notice the ended session too, not only actions.
    const again = await team.user('ann')
    await logIn(page, team.url, again.token)
    await page.goto(`${team.url}/account/profile`)
    await page.getByLabel('Name').waitFor()
    await again.session.logout()
    await page.locator('html').evaluate((root) => root.ownerDocument.defaultView?.history.pushState(null, '', '/mine'))
    await dialog.waitFor()
    assert.deepEqual(complaints, [])
  })

  test('a notice about a login is shown on the first page, and not on the device that caused it', async () => {
    const ann = await team.user('ann')
    const { page, complaints } = opened
    await switchUser(page, team.url, ann.token)
    await navigate(page, `${team.url}/account`)
    const card = page.getByRole('region', { name: 'Account activity' })
    assert.equal(await card.count(), 0)
    await team.call('/login', json({ code: 'ann' }, { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0' }))
    await navigate(page, `${team.url}/`)
    await card.getByText(/^New login: Chrome on Android\. /).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    const account = page.getByRole('navigation').getByRole('link', { name: 'Account 1 new' })
    await navigate(page, `${team.url}/new`)
    await account.waitFor()
    assert.equal(await card.count(), 0, 'the page of a new ticket does not show the card')
    await account.click()
    await card.getByText('New', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'That was me' }).click()
    await card.getByText('New', { exact: true }).waitFor({ state: 'detached' })
    // The keyboard focus stays where the button was.
    assert.equal(await card.evaluate((section) => section.parentElement?.matches(':focus')), true)
    assert.ok((await ann.users.notices()).list.every(({ seen }) => seen))
    await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('a team without channels has no message settings, and its administrator reads how to get a channel', async () => {
    const admin = await team.admin()
    const id = await createTicket(admin)
    const { page, complaints } = opened
    await switchUser(page, team.url, admin.token)
    for (const path of ['/account/messages', `/mine/${id}`, '/console/settings/messages']) {
      const asked = page.waitForResponse(/user.notify$|messages.list$/)
      await page.goto(team.url + path)
      await asked
      await page
        .getByRole('heading')
        .nth(1)
        .or(page.getByText(/^No notifications to set up$|There is no message channel yet/))
        .first()
        .waitFor()
      assert.equal(await page.getByRole('region', { name: /^When messages are sent$|Tell me when/ }).count(), 0)
    }
    await navigate(page, `${team.url}/console/messages`)
    await page.getByText('No way to send messages yet').waitFor()
    await page.getByText('SMTP_URL').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual(complaints, [])
  })

  test('a user adds an email address and chooses messages; a choice that could not be saved flips back', async () => {
    let refuses = false
    await using peer = await smtpPeer({
      onRcptTo: (_, __, callback) => callback(refuses ? Object.assign(new Error('gone'), { responseCode: 550 }) : null),
    })
    await using team = await newTeam({ env: { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' } })
    team.secret('ann@example.org')
    const bob = await team.member('Bob')
    const ann = await team.user()
    const { page, context, complaints } = opened
    await switchUser(page, team.url, ann.token)
    await page.goto(`${team.url}/account?at=messages`)
    const card = page.getByRole('region', { name: 'Notifications' })
    await card.getByText('There is no way to reach you yet', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Add an email address' }).click()
    // Messages for other roles are not offered.
    assert.equal(await card.getByText('The team', { exact: true }).count(), 0)
    await card.getByLabel('Email address for notifications').fill('nowhere')
    await card.getByRole('button', { name: 'Use this address' }).click()
    await card.getByText('Email address for notifications must be an email address').waitFor()
    await card.getByLabel('Email address for notifications').fill('ann@example.org')
    await card.getByRole('button', { name: 'Use this address' }).dblclick()
    const digits = card.getByLabel('Six-digit code')
    await digits.waitFor()
    assert.equal(await digits.evaluate((field) => field === field.ownerDocument.activeElement), true)
    const code = peer.codeTo('ann@example.org').code.slice(5)
    await digits.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await card.getByText('This code is not valid').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await digits.fill(code)
    await card.getByText('Notifications go to ann@example.org.').waitFor()
    assert.equal(peer.mails.length, 1)

    // The long list is there for those who ask for it. Two at once are both saved, by the keyboard too.
    assert.ok((await card.getByRole('switch').count()) < 4)
    await card.getByRole('button', { name: 'Choose…' }).click()
    await card.getByRole('switch', { name: 'My device was collected' }).press(' ')
    await card.getByRole('switch', { name: 'The team wrote to me' }).click()
    await context.setOffline(true)
    const ready = card.getByRole('switch', { name: 'My device is ready to collect' })
    await ready.click()
    await card.getByText('The service is not answering.').waitFor()
    assert.equal(await ready.isChecked(), true)
    await context.setOffline(false)
    const { kinds } = await ann.messages.choices()
    assert.deepEqual([kinds['collected'], kinds['comment'], kinds['ready']], [true, false, true])

    // A mail server that does not know her any more.
    refuses = true
    const id = await createTicket(ann)
    await bob.tickets.pick({ id })
    await bob.tickets.update({ id, status: statuses.repaired })
    await team.running.deliver()
    team.pass({ minutes: 10 })
    await team.running.deliver()
    await page.reload()
    await card.getByText('The mail server refuses our emails to ann@example.org').waitFor()
    await card.getByLabel('Email address for notifications').waitFor()

    await card.getByRole('switch', { name: 'Email' }).click()
    await card.getByText('You get no emails.').waitFor()
    await card.getByRole('switch', { name: 'Mute everything' }).click()
    await card.getByText('All notifications are off.').waitFor()
    assert.equal(await card.getByRole('switch').count(), 1)
    await page.reload()
    await card.getByText('All notifications are off.').waitFor()
    const { off, channels } = await ann.messages.choices()
    assert.deepEqual([off, channels.mail], [true, false])
    assert.deepEqual(complaints, [])
  })
})
