import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { commonWords } from '#client/words/common.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { queueWords } from '#client/words/queue.ts'
import { shiftWords } from '#client/words/shifts.ts'
import { ticketWords } from '#client/words/ticket.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import {
  dropNextResponse,
  logIn,
  navigate,
  noBrowser,
  type OpenBrowser,
  openBrowser,
  switchUser,
} from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { printedSheets } from '../support/printing.ts'
import { addRoster, type TeamWithRoster } from '../support/staffed.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'

const zh = {
  common: commonWords('zh_CN'),
  deskTicket: deskTicketWords('zh_CN'),
  queue: queueWords('zh_CN'),
  shift: shiftWords('zh_CN'),
  ticket: ticketWords('zh_CN'),
}
const { accessory, status, type } = words.zh_CN.codes
const [part = ''] = zh.deskTicket.waitingReasons

/** A browser that one member after the other uses. */
type Machine = Awaited<ReturnType<OpenBrowser['open']>> & { readonly width: number; readonly lang: Lang }

describe('desk pages', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let people: TeamWithRoster
  let phone: Machine
  let laptop: Machine
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off', EXTERNAL: 'file' } })
    browser = await openBrowser()
    people = await addRoster(team)
    const open = async (width: number, locale: string, lang: Lang) => {
      const opened = await browser.open({ width, height: 900, locale })
      return { ...opened, width, lang }
    }
    phone = await open(360, 'zh-CN', 'zh_CN')
    laptop = await open(1440, 'en-US', 'en_US')
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  /** A member in a clean browser with the team's clock. A `deaf` one gets no live news. */
  async function at(path: string, who: Person, machine: Machine, { width = machine.width, deaf = false } = {}) {
    const { page, complaints, lang } = machine
    complaints.length = 0
    await Promise.all([
      who.users.updateLocale({ lang }),
      page.setViewportSize({ width, height: 900 }),
      page.clock.setFixedTime(team.now()),
    ])
    await switchUser(page, team.url, who.token)
    await page.unrouteAll()
    // Once it has told that a ticket was seen, a page asks for it again.
    if (deaf) for (const path of ['**/live', '**/tickets/seen']) await page.route(path, () => {})
    await page.goto(team.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { page, complaints, click: (name: string) => page.getByRole('button', { name, exact: true }).click() }
  }

  test('a member finds, claims, comments on, moves and hands back a ticket on a phone in Chinese', async () => {
    const { ann, bob } = people
    const owner = await team.user()
    const wish = { device: '电风扇', owner: '林晓', phone: '13800138001', description: '转得很慢', accessories: [1, 5] }
    const fan = await createTicket(owner, wish)
    await createTicket(owner, { type: 1, device: '笔记本电脑' })
    const { page, complaints, click } = await at('/desk', ann, phone, { deaf: true })
    await page.getByRole('link', { name: '笔记本电脑' }).waitFor()
    await page.getByRole('heading', { level: 1 }).press('/')
    await page.keyboard.type('转得', { delay: 20 })
    await page.getByRole('link', { name: '笔记本电脑' }).waitFor({ state: 'hidden' })
    assert.equal(await page.getByRole('searchbox').inputValue(), '转得')
    await page.getByRole('button', { name: zh.queue.claimThis(fan, '电风扇') }).dblclick()
    await page.getByText(zh.queue.claimed(fan)).waitFor()
    await page.getByRole('listitem').getByText(status.accepted, { exact: true }).waitFor()
    await page.getByRole('listitem').getByText(zh.queue.you, { exact: true }).waitFor()
    await page.getByRole('link', { name: '电风扇' }).click()
    await page.getByRole('link', { name: zh.common.call('13800138001') }).waitFor()
    await page.getByText(type.appliance, { exact: true }).waitFor()
    await page.getByText(zh.deskTicket.me('Ann'), { exact: true }).waitFor()
    // One likely step, and the rest in a menu.
    const choose = async (name: string) => {
      await click(zh.deskTicket.more)
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await page.getByRole('button', { name: zh.deskTicket.likely.diagnosing }).waitFor()

    await page.getByLabel(zh.deskTicket.content.comment, { exact: true }).fill('电容鼓包了，换一个就好。')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'fan.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByRole('img', { name: zh.ticket.photo(1) }).waitFor()
    await click(zh.deskTicket.send.comment)
    await page.getByRole('button', { name: zh.ticket.enlarge(zh.ticket.picture(1, zh.ticket.you)) }).waitFor()
    await page.getByText(zh.deskTicket.internal, { exact: true }).click()
    await page.getByText(zh.deskTicket.audienceAbout.internal).waitFor()
    await page.getByRole('textbox', { name: zh.deskTicket.content.internal }).fill('库存还有两个同规格的')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'inside.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByRole('img', { name: zh.ticket.photo(1) }).waitFor()
    await click(zh.deskTicket.send.internal)
    await page.getByText(zh.ticket.internal, { exact: true }).waitFor()
    await page
      .getByRole('button', { name: zh.ticket.enlarge(zh.ticket.picture(1, zh.ticket.you)) })
      .nth(1)
      .waitFor()

    // The note of a move is public unless the member makes it internal.
    await choose(status.diagnosing)
    await page.getByLabel(zh.deskTicket.note).fill('别告诉报修人是我摔的')
    await page.getByRole('switch', { name: zh.deskTicket.noteInside }).click()
    await click(zh.deskTicket.move(status.diagnosing))
    await page.getByText('别告诉报修人是我摔的').waitFor()
    // A ticket on hold needs a reason.
    await choose(status.waiting)
    await click(zh.deskTicket.move(status.waiting))
    await page.getByText('写一句在等什么').waitFor()
    await click(part)
    await click(zh.deskTicket.move(status.waiting))
    await page.getByRole('listitem').getByText(part, { exact: true }).waitFor()
    // The likely step is one tap, and shown before the service has answered.
    const held = Promise.withResolvers<void>()
    await page.route('**/tickets/update', (route) => held.promise.then(() => route.continue()), { times: 1 })
    await page.getByRole('button', { name: zh.deskTicket.likely.repairing }).dblclick()
    await page.getByRole('main').getByText(status.repairing, { exact: true }).waitFor()
    held.resolve()
    await page.getByText(`将状态由“${status.waiting}”改为“${status.repairing}”。`).waitFor()
    await choose(status.repaired)
    await page.getByLabel(zh.deskTicket.note).fill('试转半小时正常')
    const moving = page.locator('form').filter({ has: page.getByLabel(zh.deskTicket.note) })
    await moving
      .locator('input[type=file]')
      .setInputFiles({ name: 'fan.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await moving.getByRole('img', { name: zh.ticket.photo(1) }).waitFor()
    // The request arrives but its answer is lost: status and note are saved all the same.
    await dropNextResponse(page.context(), '/tickets/update')
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/tickets/update'))
    await click(zh.deskTicket.move(status.repaired))
    await page.getByText('试转半小时正常').waitFor()
    await lost
    await page.getByLabel(zh.deskTicket.assign).selectOption('Bob')
    await click(zh.deskTicket.add)
    await page.getByText(zh.deskTicket.added('Bob')).waitFor()

    await click(zh.deskTicket.handBack)
    assert.equal(await page.getByText('还没有标记为已修好').count(), 0)
    const confirm = page.getByRole('button', { name: zh.deskTicket.confirmBack })
    for (const thing of [zh.deskTicket.itself('电风扇'), accessory.power_cable, '包或盒']) {
      assert.equal(await confirm.isDisabled(), true, `before ${thing}`)
      await page.getByLabel(thing).check()
    }
    await confirm.click()
    await page.getByText(zh.deskTicket.givenBack).waitFor()
    // The button is gone; the focus is still where it was.
    await page.locator(':focus').getByRole('region', { name: zh.deskTicket.next }).waitFor()
    for (const name of [zh.deskTicket.more, zh.deskTicket.handBack, zh.deskTicket.cancel])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0)
    // A wrong hand-back can be undone for ten minutes.
    await click(zh.deskTicket.undoBack)
    await page.getByText('撤销了交还，设备还在团队这里。').waitFor()
    await click(zh.deskTicket.handBack)
    for (const thing of [zh.deskTicket.itself('电风扇'), accessory.power_cable, '包或盒'])
      await page.getByLabel(thing).check()
    await confirm.click()
    await page.getByRole('button', { name: zh.deskTicket.undoBack }).waitFor()
    await page.reload()
    // Few write on a closed ticket, so the form for a comment is folded.
    await click(zh.deskTicket.addComment)
    await page.getByRole('textbox', { name: zh.deskTicket.content.comment }).waitFor()

    // Back at the queue, it is as it was left.
    await page.getByRole('link', { name: zh.deskTicket.backToList }).click()
    await page.getByRole('searchbox').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), '转得')

    const ended = await bob.tickets.info({ id: fan })
    assert.deepEqual(
      [ended.status, ended.isConfirmed, ended.workers.map(({ name }) => name)],
      [5, true, ['Ann', 'Bob']],
    )
    assert.deepEqual(
      ended.notes.filter(({ type }) => type > 0).map(({ type, content, pic }) => [type, content, pic.length]),
      [
        [1, '电容鼓包了，换一个就好。', 1],
        [2, '库存还有两个同规格的', 0],
        [2, '别告诉报修人是我摔的', 0],
        [1, part, 0],
        [1, '试转半小时正常', 1],
      ],
    )
    assert.deepEqual(complaints, [])
  })

  test('the desk opens with few files, which its document preloads in parallel', async () => {
    const asked = new Set<string>()
    const listen = (request: { url(): string }) => asked.add(new URL(request.url()).pathname)
    laptop.page.on('request', listen)
    const { page, complaints } = await at('/desk', people.ann, laptop)
    await page.locator('[role=status] .mantine-Loader-root').waitFor({ state: 'detached' })
    page.off('request', listen)
    const namedBy = async (path: string) =>
      [...((await team.call(path)).headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, file = '']) => file)
    const named = await namedBy('/desk')
    assert.deepEqual([...asked].filter((path) => path.startsWith('/assets/')).sort(), named.sort())
    assert.ok(named.length <= 11, `${named.length} files: what other pages need as well has a list in vite.config.ts`)
    assert.ok((await namedBy('/desk/mine')).some((file) => file.startsWith('/assets/Desk-')))
    assert.ok((await namedBy('/console')).some((file) => file.startsWith('/assets/Console-')))
    assert.deepEqual(await namedBy('/'), [], 'the start page has all it needs in its document')
    assert.deepEqual(complaints, [])
  })

  test('a late claim names the member who was first and shows the ticket; changes by other members appear live', async () => {
    const { ann, bob } = people
    const user = await team.user()
    const more = []
    for (let i = 0; i < 20; i += 1) more.push(await createTicket(user, { device: `Lamp ${i}` }))
    const kettle = await createTicket(user, { device: 'Kettle' })
    const { page, complaints } = await at('/desk', bob, laptop, { deaf: true })
    // The shown list is stale.
    await page.getByText('Unclaimed', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first')
    const claim = page.getByRole('button', { name: `Claim #${kettle} Kettle` })
    await claim.waitFor()
    await ann.tickets.pick({ id: kettle })
    await claim.click()
    await page.getByRole('alert').getByText('Ann').waitFor()
    await claim.waitFor({ state: 'hidden' })
    await page.unrouteAll()
    await page.goto(`${team.url}/desk`)
    await page.getByText('Unclaimed', { exact: true }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('21–21 of 21').waitFor()
    // The last ticket of page two disappears: page one is shown.
    await ann.tickets.pick({ id: more[7] ?? 0 })
    await page.getByText('21–21 of 21').waitFor({ state: 'hidden' })
    await page.getByText('Lamp 19').waitFor()
    assert.equal(await page.getByRole('listitem').count(), 20)
    await navigate(page, `${team.url}/desk/tickets/${kettle}`)
    await page.getByText('Claimed by Ann.').waitFor()
    await page.getByRole('button', { name: 'Ask to join' }).click()
    await page.getByText('I would like to work on this too. Could you add me?').waitFor()
    await page.getByText('You asked. The answer will be here.').waitFor()
    await ann.tickets.assign({ id: kettle, name: 'Bob' })
    await page.getByRole('button', { name: 'Stop working on this' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0, 'only administrators see it')
    await ann.tickets.drop({ id: kettle })
    const putBack = page.getByRole('button', { name: 'Put back in the queue' })
    await bob.tickets.update({ id: kettle, status: 3 })
    await page.getByText('Add a colleague who can, or change the status back to “Claimed”').waitFor()
    assert.equal(await putBack.count(), 0)
    await bob.tickets.update({ id: kettle, status: 1 })
    await putBack.click()
    await page.keyboard.press('Escape')
    // After declining, the focus stays there; and a double tap only opens the question.
    await page.locator(':focus').and(putBack).waitFor()
    await putBack.dblclick()
    await page
      .getByRole('group', { name: 'Put it back in the queue for others to claim?' })
      .getByRole('button')
      .last()
      .click()
    await page.getByText('No one has claimed it yet.').waitFor()
    await page.getByRole('button', { name: 'Forward' }).click()
    await page.getByRole('group', { name: 'This cannot be undone.' }).getByRole('button').last().click()
    await page.getByText('Forwarding to the external ticket system…').waitFor()
    // All earlier messages have been sent by now; later ones come from this delivery.
    await ann.tickets.addnote({ id: kettle, content: 'It leaks.' })
    await page.getByText('It leaks.').waitFor()
    await team.running.deliver()
    await page.getByText('In the external ticket system: number').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('the queue keeps its state on back and reload, and works with the keyboard only', async () => {
    const { ann, bob } = people
    const user = await team.user()
    const ids: number[] = []
    for (let i = 0; i < 26; i += 1)
      ids.push(await createTicket(user, { type: 1, device: `Radio ${i}`, owner: 'Quentin' }))
    const [first = 0, second = 0] = ids
    await bob.tickets.update({ id: second, status: 2 })
    await bob.tickets.seen({ id: second, note: (await bob.tickets.info({ id: second })).notes.at(-1)?.id ?? 0 })
    team.pass({ minutes: 3 })
    await user.tickets.addnote({ id: second, content: 'Any news?' })
    const { page, complaints } = await at('/desk', bob, laptop)
    await page.getByRole('combobox', { name: 'Kind of device' }).selectOption('Computer')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).press('/')
    await page.keyboard.type('quentin')
    await page
      .getByRole('listitem')
      .filter({ hasText: `#${first}` })
      .getByText('3 min ago')
      .waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: `#${second}` })
      .getByText('New reply')
      .waitFor()
    assert.match(page.url(), /[?]type=1$/, 'the search text is not in the address')
    await page.getByText('1–20 of 26').waitFor()
    // The oldest is on top; j and k go from row to row.
    await page.getByRole('heading', { level: 1 }).press('j')
    await page.locator(':focus').getByText('Radio 0', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const claimed = page.waitForResponse('**/tickets/pick')
    await page.keyboard.press('c')
    await page.getByText(`#${first} is yours.`).waitFor()
    await claimed
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('21–26 of 26').waitFor()
    await page.getByRole('link', { name: 'Radio 25' }).scrollIntoViewIfNeeded()
    await page.setViewportSize({ width: 1440, height: 400 })
    await page.mouse.wheel(0, 5000)
    const scrolled = () => page.evaluate<number>('Math.round(scrollY)')
    await until(async () => (await page.evaluate<number>('history.state.y ?? 0')) > 100)
    const y = await scrolled()
    const asLeft = async () => {
      await page.getByText('21–26 of 26').waitFor()
      assert.equal(await page.getByRole('searchbox').inputValue(), 'quentin')
      await until(async () => (await scrolled()) === y)
    }
    await page.getByRole('link', { name: 'Radio 24' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Radio 24/ }).press('u')
    await asLeft()
    await page.reload()
    await asLeft()
    await page.getByRole('heading', { level: 1 }).press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('next ticket').waitFor()
    await page.getByRole('switch', { name: 'Use single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).press('?')
    assert.equal(await page.getByRole('dialog').count(), 0)
    // The next user of this browser must not find the search text.
    await logIn(page, team.url, ann.token)
    // Wait for the answer: the page that is asked disappears with it.
    await page.evaluate('void setTimeout(() => history.back())')
    await page.getByRole('listitem').first().waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), '')
    assert.deepEqual(complaints, [])
  })

  test('a refused optimistic claim is rolled back with an error', async () => {
    const { ann, bob } = people
    const id = await createTicket(await team.user(), { device: 'Drill' })
    const { page, complaints } = await at(`/desk/tickets/${id}`, bob, laptop, { deaf: true })
    await page.getByText('No one has claimed it yet.').waitFor()
    await ann.tickets.pick({ id })
    const held = Promise.withResolvers<void>()
    await page.route('**/tickets/pick', (route) => held.promise.then(() => route.continue()), { times: 1 })
    await page.getByRole('heading', { level: 1 }).press('c')
    await page.getByRole('main').getByText('Bob (you)').waitFor()
    held.resolve()
    await page.getByRole('alert').getByText('Ann').waitFor()
    await page.getByText('Bob (you)').waitFor({ state: 'hidden' })
    await page.getByText('Claimed by Ann.').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('an optimistic claim without an answer is rolled back even offline', async () => {
    const { bob } = people
    const id = await createTicket(await team.user(), { device: 'Fan heater' })
    const claim = `Claim #${id} Fan heater`
    for (const [path, name, mine] of [
      ['/desk?order=newest', claim, `#${id} is yours.`],
      [`/desk/tickets/${id}`, 'Claim', 'Bob (you)'],
    ] as const) {
      const { page } = await at(path, bob, laptop, { deaf: true })
      const button = page.getByRole('button', { name, exact: true })
      await button.waitFor()
      await page.getByText('Loading').waitFor({ state: 'hidden' })
      const held = Promise.withResolvers<void>()
      await page.route('**/tickets/**', (route) => route.abort())
      await page.route('**/tickets/pick', (route) => held.promise.then(() => route.abort()), { times: 1 })
      await button.click()
      if (name === 'Claim') await page.getByRole('main').getByText(mine).waitFor()
      held.resolve()
      await page.getByRole('alert').getByText('The service is not answering.').first().waitFor()
      await button.waitFor()
      assert.ok(await button.isEnabled())
      assert.equal(await page.getByText(mine).count(), 0, path)
    }
    assert.equal((await bob.tickets.info({ id })).picked, false)
  })

  test('administrators reassign tickets and remove workers; members pass on their own tickets', async () => {
    const { admin, ann, eve } = people
    const id = await createTicket(await team.user(), { device: 'Toaster' })
    await ann.tickets.update({ id, status: 3 })
    const workers = async () => (await admin.tickets.info({ id })).workers.map(({ name }) => name)
    const { page, complaints, click } = await at(`/desk/tickets/${id}`, admin, phone)
    await page.getByLabel(zh.deskTicket.assign).selectOption('Bob')
    assert.equal(await page.getByRole('button', { name: /^移出/ }).count(), 0, 'the last worker cannot be removed')
    await page.getByLabel(zh.deskTicket.inPlaceOf).selectOption('Ann')
    await click(zh.deskTicket.handOver)
    await page.getByText(zh.deskTicket.handedOver('Bob')).waitFor()
    assert.deepEqual(await workers(), ['Bob'])
    await page.getByLabel(zh.deskTicket.assign).selectOption('Eve')
    await click(zh.deskTicket.add)
    await click(zh.deskTicket.takeOffWhom('Bob'))
    await page
      .getByRole('group', { name: zh.deskTicket.takeOffQuestion('Bob') })
      .getByRole('button', { name: zh.deskTicket.takeOff })
      .click()
    await page.getByText('将 Bob 移出了工单。').waitFor()
    assert.deepEqual(await workers(), ['Eve'])
    const hers = await at(`/desk/tickets/${id}`, eve, laptop)
    await hers.page.getByLabel('Add a colleague').selectOption('Ann')
    const whom = hers.page.getByLabel('In place of')
    assert.deepEqual(await whom.getByRole('option').allInnerTexts(), ['No one, they work together', 'Eve (you)'])
    await whom.selectOption('Eve (you)')
    await hers.click('Hand over')
    await hers.page.getByText('Claimed by Ann.').waitFor()
    assert.deepEqual(await workers(), ['Ann'])
    await click(zh.deskTicket.takeOver)
    await page
      .getByRole('group', { name: zh.deskTicket.takeOverQuestion('Ann') })
      .getByRole('button')
      .last()
      .click()
    await page.getByText(zh.deskTicket.takenOver).waitFor()
    assert.deepEqual(await workers(), ['admin'])
    assert.deepEqual([complaints, hers.complaints], [[], []])
  })

  test('a member requests leave, and a colleague covers the shift, on the laptop in English', async () => {
    const { admin, ann, bob, eve } = people
    const { page, complaints, click } = await at('/desk/shifts', ann, laptop)
    await page.getByText('Shift 1 is on until 12:00', { exact: true }).waitFor()
    await page.locator('[data-today=true] h3').getByText('Today', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Revoke link' }).count(), 0, 'there is no link yet')
    assert.equal(await page.locator('[data-today=true]').count(), 1)
    await page.getByText('You are on duty').waitFor()
    await click('One more')
    await click('One more')
    await click('One fewer')
    await click('Save')
    await page.getByText('3 people').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' })
    await until(async () => (await bob.duty.info()).inDutyCnt === 3)
    await click('Request leave: Tomorrow · Shift 1')
    await page.getByLabel('Reason').fill('Exam')
    const substitutes = page.getByLabel('Substitute').getByRole('option')
    await substitutes.nth(1).waitFor({ state: 'attached' })
    assert.deepEqual(await substitutes.allInnerTexts(), ['No one yet, ask everyone', 'Eve', 'admin'])
    await click('Request leave')
    await page.getByText('You requested leave. No one is covering your shift yet.').waitFor()
    // A member's own shift is not offered to them.
    await page.getByText('There are no shifts to cover.').waitFor()

    const other = await at('/desk/shifts', eve, phone)
    await other.page.getByText('Ann 来不了 · Exam').waitFor()
    await other.page.getByRole('button', { name: zh.shift.takeThis('明天 · 第 1 班') }).dblclick()
    await other.page.getByText(zh.shift.noOffers).waitFor()
    const hers = other.page.getByRole('region', { name: zh.shift.mine })
    await hers.getByText('明天').waitFor()
    assert.deepEqual(
      await hers.getByText('同班').allInnerTexts(),
      [zh.shift.with(['Bob'])],
      'the shift of today has no one else',
    )
    await page.getByText('You requested leave. Eve is covering your shift.').waitFor()
    await click('Withdraw request')
    await click('Withdraw request')
    await page.getByRole('button', { name: 'Request leave: Tomorrow · Shift 1' }).waitFor()
    assert.deepEqual((await admin.leaves.list()).total, 0)
    await click('Create link')
    const calendar = await page.getByLabel('Link to subscribe to').inputValue()
    team.secret(new URL(calendar).searchParams.get('key') ?? '')
    const feed = () => team.call(new URL(calendar).pathname + new URL(calendar).search)
    assert.match(await (await feed()).text(), /VEVENT/)
    await click('Revoke link')
    await page.getByText('Link revoked').waitFor()
    assert.equal((await feed()).status, 404)
    await click('Next week')
    await page.getByRole('region', { name: 'Mon 23 Nov' }).getByText('Eve').waitFor()
    assert.deepEqual([complaints, other.complaints], [[], []])
  })

  test('a shift summary starts from its draft and can be submitted again', async () => {
    const { admin, ann } = people
    const { page, complaints, click } = await at('/desk/summary', ann, laptop)
    const text = page.getByLabel('Summary', { exact: true })
    await page.getByText('This draft comes from the tickets').waitFor()
    assert.match(await text.inputValue(), /^New tickets: \d/)
    await text.fill('')
    await click('Hand in')
    await page.getByText('Summary is required.').waitFor()
    await text.fill('Two kettles.\nThe soldering iron needs a tip.')
    await click('Hand in')
    await page.getByText('Summary handed in.').waitFor()
    await page.reload()
    await page.getByText('This is the summary you handed in.').waitFor()
    assert.equal(await text.inputValue(), 'Two kettles.\nThe soldering iron needs a tip.')
    await page.getByLabel('Which shift').selectOption('Tue 10 Nov · Shift 1 · 09:00–12:00')
    await page.getByText('This draft comes from the tickets').waitFor()
    const { list } = await admin.conclusions.list()
    assert.deepEqual(
      list.map(({ member, date, conclusion }) => [member, date, conclusion]),
      [['Ann', '2026-11-16', 'Two kettles.\nThe soldering iron needs a tip.']],
    )
    assert.deepEqual(complaints, [])
  })

  test('a missing ticket shows an error with a link to the queue', async () => {
    const { page, complaints, click } = await at('/desk/tickets/999', people.ann, phone)
    await page.getByText('没有工单 #999。').waitFor()
    assert.equal(await page.getByRole('button', { name: zh.common.retry }).count(), 0, 'trying again changes nothing')
    await page.getByRole('link', { name: zh.deskTicket.toList }).click()
    await page.getByRole('heading', { level: 1, name: zh.queue.title }).waitFor()
    // A lost answer offers a retry.
    await page.route('**/tickets/info**', (route) => route.fulfill({ status: 500, body: '' }))
    await page.evaluate('history.back()')
    await page.getByRole('button', { name: zh.common.retry }).waitFor()
    await page.unroute('**/tickets/info**')
    await click(zh.common.retry)
    await page.getByText('没有工单 #999。').waitFor()
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.startsWith('500')),
      [],
    )
  })

  test('a printed tag fits its paper, names no person, and leads owner and members to the ticket', async () => {
    const owner = await team.user('a-tagged-owner')
    const id = await createTicket(owner, { device: '显示器', owner: '周子涵', phone: '13700137002', accessories: [0] })
    const { page, complaints, click } = await at(`/desk/tickets/${id}`, people.ann, phone)
    await page.getByRole('link', { name: zh.deskTicket.tag }).click()
    await page.getByRole('img', { name: zh.common.qr(`工单 #${id}`) }).waitFor()
    const shown = await page.getByRole('main').innerText()
    for (const needed of [String(id), '显示器', accessory.power_adapter]) assert.ok(shown.includes(needed), needed)
    for (const personal of ['周子涵', '0137', '7002']) assert.ok(!shown.includes(personal), personal)
    assert.deepEqual(await printedSheets(page), { pages: 1, width: 62, height: 100 })
    await page.getByText('A6 纸').click()
    assert.deepEqual(await printedSheets(page), { pages: 1, width: 105, height: 148 })
    await click(zh.common.print)
    assert.ok((await page.getByText('随附物品：').count()) > 0)
    await page.goto(`${team.url}/desk/tickets/${await createTicket(owner)}/tag`)
    await page.getByRole('img', { name: /^二维码：工单/ }).waitFor()
    assert.equal(await page.getByText('随附物品：').count(), 0)
    const link = new URL((await people.ann.tickets.info({ id })).link).pathname
    await page.goto(team.url + link)
    await page.waitForURL(`**/desk/tickets/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // A phone opens a scanned code in a new tab, which offers the login of the first tab.
    // Only the chosen tab answers, and only the tab that asked uses the answer.
    const bobs = await page.context().newPage()
    await logIn(bobs, team.url, people.bob.token)
    await bobs.goto(`${team.url}/desk`)
    await bobs.getByRole('heading', { level: 1 }).waitFor()
    await bobs.evaluate(() => {
      const heard: string[] = []
      Object.assign(globalThis, { heard })
      new BroadcastChannel('fettle.tabs').onmessage = ({ data }) =>
        data.say === 'send_session' && heard.push(data.token)
    })
    const waiting = await page.context().newPage()
    await waiting.goto(`${team.url}/sign-in`)
    await waiting.getByRole('button', { name: /Bob/ }).waitFor()
    const scanned = await page.context().newPage()
    await scanned.goto(team.url + link)
    await scanned.getByRole('button', { name: /Bob/ }).waitFor()
    await scanned.getByRole('button', { name: /Ann/ }).click()
    await scanned.waitForURL(`**/desk/tickets/${id}`)
    await scanned.getByRole('heading', { name: `#${id} 显示器` }).waitFor()
    assert.deepEqual(await bobs.evaluate('heard'), [people.ann.token])
    assert.equal(await waiting.evaluate(() => globalThis.sessionStorage.getItem('fettle.token')), null)
    for (const tab of [bobs, waiting, scanned]) await tab.close()
    const { page: his } = await at(link, owner, laptop)
    await his.waitForURL(`**/mine/${id}`)
    assert.deepEqual(complaints, [])
  })

  test('text that people wrote never runs as a script on a page of the desk', async () => {
    const { admin } = people
    const evil = '<img src=x onerror="window.ran = 1">'
    const member = await team.member(evil)
    await admin.admin.updateSettings({ teamName: evil })
    await member.users.update({ name: evil })
    const wish = {
      device: evil,
      deviceModel: 'W'.repeat(128),
      owner: evil,
      description: `${evil}<script>window.ran = 1</script>`,
    }
    const id = await createTicket(member, wish)
    await member.tickets.pick({ id })
    for (const type of [1, 2]) await member.tickets.addnote({ id, content: evil, type })
    const sheet = [1, 2].map((weekday) => ({ weekday, shift: 1, workers: [evil, 'Ann'], leader: evil }))
    await admin.rosters.create({ name: evil, sheet })
    await member.leaves.ask({ week: '2', shift: '1', reason: evil })
    await member.conclusions.write({ week: '1', shift: '1', conclusion: evil })
    const { page, complaints } = await at('/desk', member, laptop, { width: 360 })
    for (const path of ['?order=newest', '/mine', `/tickets/${id}`, `/tickets/${id}/tag`, '/shifts', '/summary']) {
      await navigate(page, `${team.url}/desk${path}`)
      await page
        .getByRole('main')
        .getByText(evil)
        .or(page.getByRole('textbox', { name: 'Summary' }))
        .first()
        .waitFor()
      assert.equal(await page.locator('html').evaluate(() => 'ran' in globalThis), false, path)
      assert.equal(await page.locator('img[src=x]').count(), 0, path)
      const wide = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
      assert.equal(wide, 0, `${path} is wider than the screen`)
    }
    assert.deepEqual(complaints, [])
  })
})
