import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { filingWords } from '#client/words/filing.ts'
import { messageWords } from '#client/words/messages.ts'
import { myTicketsWords } from '#client/words/my-tickets.ts'
import { ownerWords } from '#client/words/owner.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { statuses } from '#contract/codes.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { noBrowser, openBrowser, switchUser } from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const zh = {
  filing: filingWords('zh_CN'),
  message: messageWords('zh_CN'),
  myTickets: myTicketsWords('zh_CN'),
  owner: ownerWords('zh_CN'),
  ticket: ticketWords('zh_CN'),
}

test('on a new installation people use a guest account, and keep it as long as the browser does', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam({ env: { DEMO_LOGIN: '', GUEST_LOGIN: '' } })
  await using browser = await openBrowser()
  const { page, context, complaints } = await browser.open()
  // The address that the first start prints contains the code, which the page removes from the address bar.
  const adminCode = team.running.adminCode ?? ''
  await page.goto(`${team.url}/set-up#${adminCode}`)
  await page.getByLabel('Your name').fill('Ann')
  assert.equal(await page.getByRole('textbox', { name: 'Admin code' }).inputValue(), adminCode)
  assert.equal(page.url(), `${team.url}/set-up`)
  // A tab that is open beside it has to know as well who this browser is now.
  const beside = await context.newPage()
  await beside.goto(team.url)
  const logInLink = beside.getByRole('link', { name: 'Log in' }).first()
  await logInLink.waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).dblclick()
  await page.getByLabel('Team name').waitFor()
  const here = team.as((await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))) ?? '')
  assert.equal((await here.users.locale()).lang, 'en_US', 'the language of the page is that of messages')
  await logInLink.waitFor({ state: 'hidden' })
  await beside.close()
  await page.goto(`${team.url}/set-up?step=done`)
  await page.getByText('You can manage the team only in this browser').waitFor()

  // A member who opens an invitation on their own phone is at the desk without a tap.
  const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
  const { code } = await team.as(token ?? '').admin.invite({ name: 'Bob' })
  team.secret(code)
  const bob = await browser.open()
  await bob.page.goto(`${team.url}/join#${code}`)
  await bob.page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
  assert.equal(bob.page.url(), `${team.url}/desk`)
  // The welcome stays until he dismisses it, and does not come back.
  const welcome = bob.page.getByRole('region', { name: 'Welcome, Bob!' })
  await welcome.getByText('Add it to your home screen').waitFor()
  await welcome.getByText('You need a student ID for this.').waitFor()
  assert.deepEqual(await accessibilityViolations(bob.page), [])
  await bob.page.reload()
  await welcome.getByRole('button', { name: 'Got it' }).click()
  await welcome.waitFor({ state: 'detached' })
  await bob.page.reload()
  await bob.page.getByText('No open tickets. Time for a cup of tea.').waitFor()
  assert.equal(await welcome.count(), 0)
  assert.deepEqual(bob.complaints, [])

  // Tabs come and go: another one is the same person, also when no other is open.
  const next = await context.newPage()
  await page.close()
  await next.goto(`${team.url}/account`)
  await next.getByRole('heading', { name: 'Your tickets are only in this browser' }).waitFor()
  await next.getByText('You are logged in as administrator').waitFor()
  await next.getByRole('button', { name: 'Log out', exact: true }).click()
  await next.getByText('After you log out, you cannot open them again').waitFor()
  await next.getByRole('button', { name: 'Go back' }).click()
  assert.equal((await team.anyone.team.info()).needsAdmin, false)
  await next.getByRole('button', { name: 'Log out', exact: true }).click()
  await next.getByRole('button', { name: 'Log out anyway' }).click()
  await next.getByRole('link', { name: 'Log in' }).first().waitFor()
  const kept = () => next.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  assert.deepEqual(
    (await kept()).filter((key) => /token|guest/.test(key)),
    [],
  )
  assert.deepEqual(await context.cookies(), [])
  assert.deepEqual(complaints, [])
})

describe('guests and email', { skip: noBrowser }, () => {
  const opened = new AsyncDisposableStack()
  let peer: Awaited<ReturnType<typeof smtpPeer>>
  let team: Team
  let page: Page
  let complaints: string[]
  before(async () => {
    peer = opened.use(await smtpPeer())
    team = opened.use(await newTeam({ env: { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' } }))
    ;({ page, complaints } = await opened.use(await openBrowser()).open({ locale: 'zh-CN' }))
  })
  after(() => opened.disposeAsync())

  test('a guest logs in by email and keeps their tickets, in Chinese', async () => {
    await page.goto(`${team.url}/sign-in?next=%2Faccount`)
    await page.getByRole('button', { name: '不用账号继续' }).click()
    await page.getByText('你的工单、留言和资料会一起转到账号里').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
    await team.as(token ?? '').tickets.create({ type: 0, device: '热水壶' })
    await page.getByLabel('邮箱地址').fill('ann@example.org')
    await page.getByRole('button', { name: '发送验证码' }).click()
    await page.getByText('验证码已发送到').waitFor()
    await page.getByLabel('邮件中的验证码').fill(peer.codeTo('ann@example.org').code.slice(5))
    await page.getByText('你的工单、留言和资料会一起转到账号里').waitFor({ state: 'detached' })
    assert.deepEqual(await team.as(token ?? '').session.checklogin(), { islogin: false })
    await page.getByRole('link', { name: zh.myTickets.title }).click()
    await page.getByText('热水壶').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('a guest submits a ticket, gives an email address on its page, and gets an email that it is ready', async () => {
    const bob = await team.member('Bob')
    await switchUser(page, team.url, '')
    await page.context().clearCookies()
    await page.goto(`${team.url}/new`)
    await page.getByLabel(zh.filing.device).fill('热水壶')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByText(zh.filing.guestAbout).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: zh.filing.send, exact: true }).click()
    await page.getByRole('img', { name: zh.ticket.photo(1) }).waitFor()
    const offer = page.getByRole('region', { name: zh.myTickets.tell.title })
    await offer.getByLabel('接收通知的邮箱').fill('li@example.org')
    await offer.getByRole('button', { name: '使用这个邮箱' }).click()
    await offer.getByText('六位验证码已发送到 li@example.org').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    // After leaving the page, the visitor finds the form as it was.
    await page.reload()
    await offer.getByLabel('六位验证码').fill(peer.codeTo('li@example.org').code.slice(5))
    const told = page.getByText('我们会发邮件到 l…@example.org 通知你')
    await told.waitFor()
    assert.equal(await offer.count(), 0)
    const id = Number(/\d+$/.exec(page.url())?.[0])
    await bob.tickets.pick({ id })
    await bob.tickets.update({ id, status: statuses.repaired })
    await told.waitFor({ state: 'detached' })
    // The code for collecting is at the top.
    const ready = page.getByRole('region', { name: zh.owner.ready })
    await ready.getByRole('img', { name: zh.owner.codeOf(id) }).waitFor()
    await ready.getByText(zh.owner.noNext).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await team.running.deliver()
    await team.running.deliver()
    const last = peer.mails.at(-1)
    assert.deepEqual(last?.to, ['li@example.org'])
    assert.match(last?.mail.text ?? '', /修好了/)

    const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
    const guest = team.as(token ?? '')
    assert.equal((await guest.tickets.mine()).total, 1)

    // The mail leads to the choices; what is turned off there is not told on the next ticket.
    assert.match(last?.mail.text ?? '', /\/account\?at=messages/)
    await guest.messages.choose({ kinds: { ready: false } })
    await page.goto(`${team.url}/mine/${await createTicket(guest)}`)
    await page.getByText(zh.myTickets.tell.off).waitFor()
    await page.getByRole('link', { name: zh.myTickets.tell.choices }).click()
    await page.getByRole('button', { name: zh.message.choose }).click()
    await page.getByRole('switch', { name: zh.message.kinds.ready }).waitFor()

    // On another device the link in the mail leads to the ticket after the login, and to a login when it is another's.
    await switchUser(page, team.url, '')
    await page.context().clearCookies()
    await page.goto(`${team.url}/t/${id}`)
    await page.getByLabel('邮箱地址').fill('li@example.org')
    assert.equal(await page.getByRole('button', { name: '不用账号继续' }).count(), 0)
    await page.getByRole('button', { name: '发送验证码' }).click()
    await page.getByText('验证码已发送到').waitFor()
    await page.getByLabel('邮件中的验证码').fill(peer.codeTo('li@example.org').code.slice(5))
    await page.getByRole('heading', { level: 1, name: '热水壶' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/mine/${id}`)
    await page.goto(`${team.url}/t/${await createTicket(await team.user('eve'))}`)
    await page.getByRole('button', { name: zh.owner.notYoursDo }).click()
    await page.getByLabel('邮箱地址').waitFor()
    assert.deepEqual(complaints, [])
  })
})
