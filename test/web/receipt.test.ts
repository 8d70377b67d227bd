import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noteTypes, statuses } from '#contract/codes.ts'
import { pushPeer, type Subscription } from '../peers/push.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { dropNextResponse, logIn, noBrowser, openBrowser, switchUser } from '../support/browser.ts'
import { addRoster } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

/** A browser that allows notifications, with a push service of the test. push.test.ts tests how it shows them. */
const takesPushes = (page: Page, subscription: Subscription) =>
  page.addInitScript(`{
    const pushManager = { subscribe: async () => ({ toJSON: () => (${JSON.stringify(subscription)}) }) }
    const serviceWorker = { register: async () => {}, ready: Promise.resolve({ pushManager }) }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker })
    Notification.requestPermission = async () => 'granted'
  }`)

const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('on a repair day two members call visitors with the keyboard, the board follows, and a visitor watches on a phone', {
  skip: noBrowser,
}, async () => {
  await using mails = await smtpPeer()
  let clock = () => 0
  await using pushes = await pushPeer(() => clock())
  await using team = await newTeam({
    env: { SMTP_URL: mails.url, MAIL_FROM: 'repair@example.org', WEB_PUSH: 'on', WEB_PUSH_SERVICE: pushes.url },
  })
  clock = team.now
  const { admin, ann, bob } = await addRoster(team)
  await admin.admin.updateSettings({ place: { name: { zh_CN: '三号楼', en_US: 'Building 3' }, map: '' } })
  const kettle = await ann.counter.create({ type: 0, device: 'Kettle', queue: true })
  const fan = await ann.counter.create({ type: 0, device: 'Fan', queue: true })
  const laptop = await ann.counter.create({ type: 1, device: 'Laptop', queue: true })
  const about = { device: 'Lamp', owner: 'Li', phone: '13800138000', description: 'It flickers', accessories: [1] }
  const lamp = await bob.counter.create({ type: 0, ...about, queue: true })
  for (const { receipt } of [kettle, fan, laptop, lamp]) team.secret(receipt)
  assert.deepEqual([kettle.number, fan.number, laptop.number, lamp.number], ['A01', 'A02', 'B01', 'A03'])

  await using browser = await openBrowser()
  const { page: board, complaints: onBoard } = await browser.open({ width: 1366, height: 768 })
  await board.goto(`${team.url}/board`)
  const called = board.locator('section').filter({ hasText: 'Now serving' })
  const boardShows = async (numbers: string, wait: string) => {
    await called.getByText(wait, { exact: true }).waitFor()
    assert.equal((await called.getByRole('listitem').allInnerTexts()).join(' '), numbers)
  }
  await boardShows('', '4 people waiting')

  // On the visitor's phone the secret leaves the address at once and stays in the browser.
  const { page: phone, complaints: onPhone } = await browser.open({ width: 320, height: 640, touch: true })
  const { notify } = await team.anyone.receipts.info({ receipt: lamp.receipt })
  await takesPushes(phone, pushes.subscribe(notify.pushKey))
  await phone.goto(`${team.url}/r#${lamp.receipt}`)
  await shown(phone, '2 people ahead of you')
  await phone.getByRole('status').getByText('A03', { exact: true }).waitFor()
  assert.equal(phone.url(), `${team.url}/r`)
  await shown(phone, 'Li · 138****8000')
  assert.doesNotMatch(await phone.content(), new RegExp(`13800138000|${lamp.receipt}`))
  const tell = phone.getByRole('region', { name: 'Notify me when it is ready' })
  await tell.getByRole('button', { name: 'Notify me in this browser' }).click()
  await tell.getByRole('button', { name: 'Stop notifications in this browser' }).waitFor()
  await tell.getByLabel('Email address').fill('li.lamp')
  await tell.getByRole('button', { name: 'Use this address' }).click()
  await tell.getByText(/^Email address must be/).waitFor()
  await tell.getByLabel('Email address').fill('li.lamp@example.org')
  await tell.getByRole('button', { name: 'Use this address' }).click()
  await tell.getByText(/^We sent an email to li\*\*\*@example\.org/).waitFor()
  // Its owner opens the link in the mail, on this phone or elsewhere, and agrees.
  const { page: consent } = await browser.open({ width: 390, height: 844 })
  await consent.goto(team.url + mails.linkTo('li.lamp@example.org'))
  assert.deepEqual(await accessibilityViolations(consent), [], 'asking')
  await consent.getByRole('button', { name: 'Yes, email me' }).click()
  await consent.getByRole('heading', { name: 'We will email you' }).waitFor()
  await phone.reload()
  await tell.getByText('Emails go to li***@example.org.').waitFor()
  assert.deepEqual(await accessibilityViolations(phone), [], 'waiting')

  // Two members at their laptops, hands on the keyboard.
  const [anns, bobs] = [await browser.open({ width: 1280, height: 800 }), await browser.open({ width: 1280 })]
  for (const [{ page }, who] of [[anns, ann] as const, [bobs, bob] as const]) {
    await logIn(page, team.url, who.token)
    await page.goto(`${team.url}/desk/visits`)
    await page.getByRole('button', { name: 'Call the next (4)' }).waitFor()
  }
  const at = ({ page }: { page: Page }, state: string, number: string) =>
    page.getByRole('region', { name: state, exact: true }).locator('[data-visit]').filter({ hasText: number })
  await bobs.page.getByRole('checkbox', { name: 'Computer' }).check()
  await bobs.page.reload()
  await bobs.page.getByRole('button', { name: 'Call the next (1)' }).waitFor()
  await anns.page.keyboard.press('n')
  await at(anns, 'Called', 'A01').getByText('called by you').waitFor()
  await bobs.page.keyboard.press('n')
  await at(bobs, 'Called', 'B01').getByText('called by you').waitFor()
  await at(bobs, 'Called', 'A01').getByText('called by Ann').waitFor()
  await boardShows('B01 A01', '2 people waiting')
  await shown(phone, '1 person ahead of you')
  // No other visitor waits for Bob's kinds.
  await bobs.page.keyboard.press('n')
  await shown(bobs.page, 'There is no one waiting to be called.')
  assert.deepEqual(await accessibilityViolations(bobs.page), [], 'the queue')

  await anns.page.keyboard.press('h')
  await shown(anns.page, 'A01 Kettle is at your bench.')
  await at(bobs, 'At the bench', 'A01').waitFor()
  await anns.page.keyboard.press('n')
  await at(anns, 'Called', 'A02').waitFor()
  await shown(phone, 'You are next')
  await anns.page.keyboard.press('s')
  await at(bobs, 'Skipped', 'A02').waitFor()
  await boardShows('B01', '1 person waiting')
  // Back again at their place, and then gone for good.
  await at(bobs, 'Skipped', 'A02').getByRole('link').focus()
  await bobs.page.keyboard.press('b')
  await at(anns, 'Waiting', 'A02').waitFor()
  await shown(phone, '1 person ahead of you')
  await at(anns, 'Waiting', 'A02').getByRole('link').focus()
  await anns.page.keyboard.press('g')
  await at(bobs, 'Left', 'A02').waitFor()
  await shown(phone, 'You are next')

  await anns.page.keyboard.press('n')
  await at(anns, 'Called', 'A03').waitFor()
  await phone.getByRole('status').getByText('It is your turn', { exact: true }).waitFor()
  assert.match(await phone.title(), /^It is your turn: A03/)
  await boardShows('A03 B01', 'No one is waiting')
  assert.deepEqual(await accessibilityViolations(phone), [], 'called')
  await team.running.deliver()
  await team.running.deliver()
  assert.match(JSON.stringify(pushes.pushed.at(-1)?.content), /A03/)

  await anns.page.keyboard.press('h')
  await anns.page.getByRole('link', { name: `Open ticket #${lamp.id}` }).waitFor()
  await anns.page.keyboard.press('Enter')
  await anns.page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
  await shown(phone, 'A03 · at the bench')
  await shown(phone, 'A volunteer has claimed it')

  // The phone shows comments, but no internal notes.
  await phone.getByLabel('Comment').fill('The switch is loose, too')
  await dropNextResponse(phone.context(), '/receipt/comment')
  await phone.getByRole('button', { name: 'Send' }).click()
  await shown(anns.page, 'The switch is loose, too')
  // The answer was lost: sending the comment again does not double it.
  await phone.getByRole('button', { name: 'Send' }).click()
  await shown(phone, 'Sent')
  const { notes } = await ann.tickets.info({ id: lamp.id })
  assert.equal(notes.filter(({ content }) => content === 'The switch is loose, too').length, 1)
  await ann.tickets.addnote({ id: lamp.id, type: noteTypes.internal, content: 'A cheap one' })
  await ann.tickets.addnote({ id: lamp.id, content: 'It has a new switch' })
  await ann.tickets.update({ id: lamp.id, status: statuses.repaired })
  await shown(phone, 'It is repaired!')
  await shown(phone, 'It has a new switch')
  assert.doesNotMatch(await phone.content(), /A cheap one/)
  await phone
    .getByRole('region', { name: 'Ready to collect' })
    .getByRole('img', { name: `ticket #${lamp.id}` })
    .waitFor()
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
  assert.deepEqual(mails.mails.at(-1)?.to, ['li.lamp@example.org'])
  // The mail has no secret, and its link opens the page on this phone all the same.
  assert.match(mails.mails.at(-1)?.mail.text ?? '', /\/r\n/)
  assert.doesNotMatch(mails.mails.at(-1)?.raw ?? '', new RegExp(lamp.receipt))
  await phone.goto(`${team.url}/r`)
  await shown(phone, 'It is repaired!')

  // Another receipt on the same phone: it is withdrawn, and forgotten.
  await phone.goto(`${team.url}/r#${laptop.receipt}`)
  await phone.getByRole('heading', { level: 1, name: 'Laptop' }).waitFor()
  await shown(phone, 'B01')
  await phone.getByRole('button', { name: 'Cancel the ticket' }).click()
  await phone.getByRole('button', { name: 'Yes, cancel it' }).click()
  await shown(phone, 'This ticket was cancelled')
  await at(bobs, 'Left', 'B01').waitFor()
  await phone.reload()
  await shown(phone, 'There are several receipts on this device')
  await phone.getByRole('button', { name: /^Laptop/ }).click()
  await shown(phone, 'This receipt is valid until')
  await phone.getByRole('button', { name: 'Remove from this device' }).click()
  await phone.getByRole('button', { name: 'Remove from this device' }).click()
  await phone.getByRole('button', { name: /^Lamp/ }).click()

  // Adopting the ticket logs in on the way; afterwards it is only in the account.
  await phone.getByRole('button', { name: 'Add to my account' }).click()
  await phone.getByLabel('Email address').fill('li@example.org')
  await phone.getByRole('button', { name: 'Send code' }).click()
  await phone.getByText('We sent a code').waitFor()
  await phone.getByLabel('Code from the email').fill(mails.codeTo('li@example.org').code.slice(5))
  await phone.waitForURL(`${team.url}/mine/${lamp.id}`)
  await phone.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
  await phone.goto(`${team.url}/r`)
  await shown(phone, 'There is no receipt on this device')
  await phone.goto(`${team.url}/r#${lamp.receipt}`)
  await phone.getByRole('heading', { level: 1, name: 'We cannot find this receipt' }).waitFor()
  assert.deepEqual(await accessibilityViolations(phone), [], 'not known')

  // The team revokes a receipt while its page is open.
  await phone.goto(`${team.url}/r#${fan.receipt}`)
  await phone.getByRole('heading', { level: 1, name: 'Fan' }).waitFor()
  await ann.counter.revoke({ id: fan.id })
  await ann.counter.mark({ id: fan.id, state: 'waiting' })
  await phone.getByRole('heading', { level: 1, name: 'We cannot find this receipt' }).waitFor()

  // A visitor who filed at home is asked to bring the device until it is received.
  const olga = await team.user('Olga')
  const id = await createTicket(olga, { device: 'Mixer' })
  await switchUser(anns.page, team.url, olga.token)
  await anns.page.goto(`${team.url}/mine/${id}`)
  const bring = anns.page.getByRole('region', { name: 'Waiting for your device' })
  await bring.getByText('Building 3').waitFor()
  await bring.getByText('Open now, until 12:00 today').waitFor()
  await bobs.page.keyboard.press('/')
  await bobs.page.keyboard.type('0')
  await bobs.page.keyboard.press('Enter')
  await shown(bobs.page, 'This is not a ticket number.')
  await bobs.page.keyboard.press('Backspace')
  await bobs.page.keyboard.type(`http://127.0.0.1:8080/t/${id}`)
  await bobs.page.keyboard.press('Enter')
  await shown(bobs.page, 'Queue number A04')
  await at(bobs, 'Waiting', 'A04').getByRole('button', { name: 'Call: A04' }).click()
  await at(bobs, 'Called', 'A04').getByRole('button', { name: 'Here: A04' }).click()
  await bring.waitFor({ state: 'hidden' })
  assert.deepEqual([...onBoard, ...onPhone, ...anns.complaints, ...bobs.complaints], [])
})

test('a visitor whose device is ready is not told to wait for a turn', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  const ann = await team.member('Ann')
  const { id, receipt } = await ann.counter.create({ type: 0, device: 'Lamp', queue: true })
  team.secret(receipt)
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open()
  await page.goto(`${team.url}/r#${receipt}`)
  await shown(page, 'You are next')
  // The repair was done without a call.
  await ann.tickets.pick({ id })
  await ann.tickets.update({ id, status: statuses.repaired })
  await page.getByRole('region', { name: 'Ready to collect' }).waitFor()
  assert.equal(await page.getByText('You are next').count(), 0)
  assert.deepEqual(complaints, [])
})
