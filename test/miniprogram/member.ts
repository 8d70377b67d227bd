import assert from 'node:assert/strict'
import { after, before, describe, test as testOnce } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { closingWords } from '#client/words/closing.ts'
import { commonWords } from '#client/words/common.ts'
import { custodyWords } from '#client/words/custody.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { dutyWords } from '#client/words/duty.ts'
import { hourWords } from '#client/words/hours.ts'
import { queueWords } from '#client/words/queue.ts'
import { shiftWords } from '#client/words/shifts.ts'
import { summaryWords } from '#client/words/summary.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { connect } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type Lang, langs, languages } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { appWords } from '../../miniprogram/lib/words.ts'
import { noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { timetable } from '../support/staffed.ts'
import type { Person, Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { type WechatTeam, wechatTeam } from '../support/wechat-team.ts'
import { looksGood } from './looks.ts'
import { inEnglish } from './member-words.ts'
import { openPhone, type Phone } from './phone.ts'

for (const lang of langs)
  describe(`the mini-program for members in ${lang}`, { skip: noBrowser }, () => forMembers(lang))

function forMembers(lang: Lang): void {
  const w = {
    closing: closingWords(lang),
    common: commonWords(lang),
    custody: custodyWords(lang),
    deskTicket: deskTicketWords(lang),
    duty: dutyWords(lang),
    hour: hourWords(lang),
    queue: queueWords(lang),
    shift: shiftWords(lang),
    summary: summaryWords(lang),
    ticket: ticketWords(lang),
    app: appWords(lang),
  }
  const { accessory, category, status } = words[lang].codes
  const [part = ''] = w.deskTicket.waitingReasons
  const say = (chinese: keyof typeof inEnglish) => (lang === 'zh_CN' ? chinese : inEnglish[chinese])
  const locale = languages[lang].tag
  let scene: WechatTeam
  let team: Team
  let browser: OpenBrowser
  let admin: Person
  let bob: Person
  let eve: Person
  before(async () => {
    // A Monday, 09:30.
    scene = await wechatTeam({ env: { RATE_LIMITS: 'off' } })
    team = scene.team
    admin = await team.admin()
    await admin.admin.updateSettings({
      timetable,
      signing: { on: true, desk: false, earlyMinutes: 15, overtimeMinutes: 30 },
    })
    bob = await team.member('Bob')
    eve = await team.member('Eve')
    browser = await openBrowser()
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await scene[Symbol.asyncDispose]()
  })

  async function invited(name: string, isAdmin = false): Promise<string> {
    const { code } = await admin.admin.invite({ name, admin: isAdmin })
    team.secret(code)
    return code
  }
  /** Stores values that the mini-program finds at its next start. */
  const keeps = (page: Page, stored: object) =>
    page.evaluate((values) => {
      for (const [key, value] of Object.entries(values))
        globalThis.localStorage.setItem(`mp.${key}`, JSON.stringify(value))
    }, stored)
  /** The phone of a person who is logged in as a member. */
  async function phoneOf(name: string) {
    const openid = `openid-of-${name}`
    const person = await scene.person(openid)
    await person.members.login({ code: await invited(name) })
    const phone = await openPhone(browser, team, scene.peer, { openid, locale })
    await keeps(phone.page, { token: person.token, member: true })
    await phone.start('pages/home/home')
    return { ...phone, person }
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  /** Two quick taps on one place. */
  async function tapTwice(on: Locator): Promise<void> {
    await on.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await on.boundingBox()) ?? assert.fail('it is not there')
    for (let taps = 0; taps < 2; taps += 1) await on.page().touchscreen.tap(x + width / 2, y + height / 2)
  }
  const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

  async function files(device: string, more: object = {}) {
    const owner = await team.user(`owner of ${device}`)
    await owner.tickets.create({ type: 0, device, owner: 'Olga', phone: '13800001234', ...more })
    return owner
  }

  let ann: Phone & { person: Person }
  let ada: Phone
  /** The code that the board shows now. */
  let shown: () => Promise<string>

  // Each step continues where the step before ended, so the steps after a failed one are skipped.
  let broken = false
  const test = (what: string, work: () => Promise<void>) =>
    testOnce(what, async (t) => {
      if (broken) return t.skip('an earlier step of this walk failed')
      broken = true
      await work()
      broken = false
    })

  test('a double tap in the mini-program claims one ticket, and a late claim names the faster member', async () => {
    await files(say('电热水壶'), {
      deviceModel: say('美的 MK-17'),
      description: say('不加热了。'),
      accessories: [0, 5],
    })
    await files(say('台灯'))
    await files(say('笔记本电脑'), { type: 1 })
    ann = await phoneOf('Ann')
    const { page } = ann
    await ann.go('team/queue/queue')
    await says(page, `#1 ${say('电热水壶')}`)
    await bob.tickets.pick({ id: 2 })
    await tapTwice(button(page, w.queue.claimThis(1, say('电热水壶'))))
    await says(page, w.queue.claimed(1))
    await button(page, w.queue.claimThis(2, say('台灯'))).tap()
    await says(page, /Bob/)
    assert.deepEqual(
      (await bob.tickets.info({ id: 2 })).workers.map(({ name }) => name),
      ['Bob'],
    )
    assert.equal((await bob.tickets.info({ id: 3 })).picked, false, 'a double tap claims one ticket')
    await page.getByRole('alert').waitFor()
    await looksGood(ann, 'the queue')

    await page.getByRole('radio', { name: new RegExp(`^${w.queue.who.mine}`) }).check()
    await says(page, `#1 ${say('电热水壶')}`)
    await page.getByText(`#3 ${say('笔记本电脑')}`).waitFor({ state: 'hidden' })
    await page.getByLabel(w.queue.search).fill(say('鼠标'))
    await says(page, w.queue.none)
    await looksGood(ann, 'a search that finds nothing')
    await button(page, w.queue.clear).tap()
    await says(page, `#3 ${say('笔记本电脑')}`)
    assert.deepEqual(ann.complaints, [])
  })

  test('a member receives a device and comments with a photo, also when the answer is lost', async () => {
    const { page } = ann
    await page.getByRole('link', { name: `#1 ${say('电热水壶')}` }).tap()
    await page.getByLabel(w.custody.shelf).fill('B3')
    await looksGood(ann, 'a ticket to receive')
    await button(page, w.custody.receive).tap()
    await says(page, w.custody.at('shelf', 'B3', ''))

    // The answer to a comment is lost. It is sent again with its key and stored once.
    await page.getByLabel(w.deskTicket.content.comment, { exact: true }).fill(say('底座烧坏了，换一个。'))
    await ann.chooses(await photo())
    await button(page, w.ticket.addPhoto).tap()
    await button(page, say('同意')).tap()
    await button(page, w.ticket.removePhoto(1)).waitFor()
    await looksGood(ann, 'a comment with a photo')
    await page.route(
      '**/tickets/addnote',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await tapTwice(button(page, w.deskTicket.send.comment))
    await says(page, w.ticket.sent)
    const told = async () =>
      (await bob.tickets.info({ id: 1 })).notes.filter(({ content }) => content === say('底座烧坏了，换一个。'))
    assert.deepEqual(
      (await told()).map(({ type, pic, held }) => [type, pic.length, held]),
      [[1, 0, 1]],
      'others see the picture once it was checked',
    )
    assert.deepEqual(ann.complaints, [])
  })

  test('putting a ticket on hold needs a reason, which stays typed when the service cannot be reached', async () => {
    const { page } = ann
    await button(page, w.deskTicket.more).tap()
    await button(page, status.waiting).tap()
    await button(page, w.deskTicket.move(status.waiting)).tap()
    await says(page, w.deskTicket.waitingMissing)
    await button(page, part).tap()
    await looksGood(ann, 'the form of a move')
    await page.getByRole('switch', { name: w.deskTicket.noteInside }).check()
    await page.route('**/tickets/update', (route) => route.abort(), { times: 3 })
    await button(page, w.deskTicket.move(status.waiting)).tap()
    await says(page, w.app.offline)
    assert.equal(await page.getByLabel(w.deskTicket.waitingFor).inputValue(), part)
    await button(page, w.deskTicket.move(status.waiting)).tap()
    await button(page, w.deskTicket.likely.repairing).waitFor()
    const waiting = await bob.tickets.info({ id: 1 })
    assert.deepEqual(
      waiting.notes.filter(({ content }) => content === part).map(({ type }) => type),
      [2],
    )
    assert.deepEqual(ann.complaints, [])
  })

  test('a member writes the remedy when closing a repaired ticket', async () => {
    const { page } = ann
    await button(page, w.deskTicket.more).tap()
    await button(page, status.repaired).tap()
    await button(page, w.closing.isIt(w.closing.byBrand('Midea', category.kettle))).waitFor()
    await looksGood(ann, 'the form of a repair')
    await button(page, w.closing.isIt(w.closing.byBrand('Midea', category.kettle))).tap()
    await page.getByLabel(w.closing.remedy.repaired).fill(say('换了底座'))
    await button(page, w.deskTicket.move(status.repaired)).tap()
    await button(page, w.deskTicket.handBack).waitFor()
    const done = await bob.tickets.info({ id: 1 })
    assert.deepEqual([done.outcome, done.category, done.brand, done.remedy], ['fixed', 14, 'Midea', say('换了底座')])
    assert.deepEqual(ann.complaints, [])
  })

  test('a member whose session has ended logs in, and hands back each accessory or gives a reason', async () => {
    const { page } = ann
    await ann.person.session.logout()
    await button(page, w.deskTicket.handBack).tap()
    await button(page, w.custody.confirm).tap()
    await says(page, w.deskTicket.left(3))
    await page.getByRole('checkbox', { name: w.deskTicket.itself(say('电热水壶')) }).check()
    await page.getByRole('checkbox', { name: accessory.power_adapter }).check()
    await button(page, w.custody.missingWhich(accessory.bag_or_box)).tap()
    await page.getByLabel(w.custody.reason(accessory.bag_or_box)).fill(say('上次已经带走'))
    await looksGood(ann, 'the form of handing back')
    await tapTwice(button(page, w.custody.confirm))
    await says(page, w.deskTicket.givenBack)
    await looksGood(ann, 'a ticket that is handed back')
    const back = await bob.tickets.info({ id: 1 })
    assert.equal(back.isConfirmed, true)
    const line = back.custody?.lines.at(-1)
    assert.deepEqual(
      line?.accessories.map(({ returned, reason }) => [returned, reason]),
      [
        [true, ''],
        [false, say('上次已经带走')],
      ],
    )
    assert.deepEqual(ann.complaints, [])
  })

  test('a member requests leave and covers an offered shift', async () => {
    const { page } = ann
    await admin.rosters.create({
      name: 'Autumn',
      sheet: [
        { weekday: 1, shift: 1, workers: ['Ann', 'Bob'], leader: 'Bob' },
        { weekday: 1, shift: 2, workers: ['Eve'], leader: 'Eve' },
        { weekday: 2, shift: 1, workers: ['Ann', 'Bob'], leader: 'Bob' },
      ],
    })
    await eve.leaves.ask({ week: '2026-11-16', shift: '2', reason: say('考试') })

    await ann.go('team/shifts/shifts')
    await button(page, w.shift.askFor(`${say('明天')} · ${w.shift.shift(1)}`)).tap()
    await page.getByLabel(w.shift.substitute).selectOption('Eve')
    await page.getByLabel(w.shift.reason).fill(say('有课'))
    await looksGood(ann, 'asking leave, and an offer')
    await button(page, w.shift.ask).tap()
    await says(page, w.shift.comes('Eve'))

    await button(page, w.shift.takeThis(`${say('今天')} · ${w.shift.shift(2)}`)).tap()
    await page.getByRole('dialog').getByRole('button', { name: w.app.yes }).tap()
    await says(page, w.shift.noOffers)
    await looksGood(ann, 'an offer that is taken')
    assert.deepEqual(
      (await bob.rosters.week({})).list.find(({ shift, weekday }) => weekday === 1 && shift === 2)?.workers,
      ['Ann'],
    )
    assert.deepEqual(ann.complaints, [])
  })

  test('a member signs in with the code of the board', async () => {
    const { page } = ann
    const { token } = await admin.hours.makeBoard()
    team.secret(token)
    const board = connect({ url: team.url, token: () => token, lang: () => 'en_US' })
    shown = async () => {
      const { code } = await board.hours.boardCode()
      team.secret(code)
      return code
    }
    await page.getByLabel(w.hour.code).fill('K7QM')
    await button(page, w.hour.signIn).tap()
    await says(page, w.hour.noCode)
    await looksGood(ann, 'a code that is none')
    await ann.scans(`${team.url}/in#${await shown()}`)
    await button(page, w.hour.scan).tap()
    await says(page, w.hour.isIn)
    assert.deepEqual(
      (await bob.hours.here()).here.map(({ name, shift }) => [name, shift]),
      [['Ann', '1']],
    )
    await button(page, w.shift.more).tap()
    await looksGood(ann, 'a member who is signed in')
    await button(page, w.common.save).tap()
    await button(page, w.common.save).waitFor({ state: 'hidden' })
    team.pass({ minutes: 90 })
    await button(page, w.hour.signOut).tap()
    await page.getByRole('dialog').getByRole('button', { name: w.app.yes }).tap()
    await says(page, say('共 1 小时 30 分钟。辛苦了！'))
    await looksGood(ann, 'a member who is signed out')
    assert.deepEqual(ann.complaints, [])
  })

  test('a typed shift summary survives a restart and is submitted once', async () => {
    const { page } = ann
    await ann.go('team/summary/summary')
    await page.getByLabel(w.summary.text).fill(say('修好一个水壶。'))
    await ann.start('team/summary/summary')
    await says(page, w.summary.title)
    await looksGood(ann, 'a summary')
    assert.equal(await page.getByLabel(w.summary.text).inputValue(), say('修好一个水壶。'))
    await tapTwice(button(page, w.summary.hand))
    await says(page, w.summary.handed)
    assert.deepEqual(
      (await admin.conclusions.list({})).list.map(({ conclusion }) => conclusion),
      [say('修好一个水壶。')],
    )
    assert.deepEqual(ann.complaints, [])
  })

  test('a person who scans the board before logging in as a member is signed in after the login', async () => {
    ada = await openPhone(browser, team, scene.peer, { openid: 'openid-of-Ada', locale })
    const { page } = ada
    await ada.scans(`${team.url}/in#${await shown()}`)
    await button(page, w.app.scan).tap()
    await says(page, say('先以队员身份登录'))
    await looksGood(ada, 'a code of the board that waits')
    await ada.scans(`${team.url}/join#${await invited('Ada', true)}`)
    await button(page, say('扫邀请码')).tap()
    await says(page, w.hour.isIn)
    assert.deepEqual(
      (await bob.hours.here()).here.map(({ name }) => name),
      ['Ada'],
    )
    assert.deepEqual(ada.complaints, [])
  })

  test('an administrator sets duty, and the page refuses other members', async () => {
    await ann.go('team/duty/duty')
    await says(ann.page, w.common.needs.adminsOnly)
    await looksGood(ann, 'a page for administrators')
    const { page, complaints } = ada
    await ada.go('team/duty/duty')
    await page.getByRole('radio', { name: w.duty.choices.off.name }).check()
    await says(page, w.duty.fill)
    await page.getByLabel(w.duty.offReason).fill('exams')
    await says(page, w.duty.preview)
    await page.route('**/admin/duty/update', (route) => route.abort(), { times: 1 })
    await button(page, w.duty.save).tap()
    await says(page, w.app.offline)
    await looksGood(ada, 'a pause that is not saved')
    await tapTwice(button(page, w.duty.save))
    await says(page, w.duty.saved)
    assert.equal((await team.anyone.duty.info()).offDutyReason, 'exams')
    await page.getByRole('radio', { name: w.duty.choices.others.name }).check()
    await page.getByLabel(w.duty.place).fill(say('三号门'))
    await page.getByLabel(say('开始日期')).fill('2026-11-20')
    await page.getByLabel(say('开始时间')).fill('14:00')
    await page.getByLabel(say('结束日期')).fill('2026-11-20')
    await page.getByLabel(say('结束时间')).fill('17:00')
    await says(page, w.duty.later)
    await looksGood(ada, 'special duty')
    await button(page, w.duty.save).tap()
    await button(page, `${w.duty.callOff} ${say('三号门')}`).waitFor()
    await looksGood(ada, 'special duty that is planned')
    await button(page, `${w.duty.callOff} ${say('三号门')}`).tap()
    await page.getByRole('dialog').getByRole('button', { name: w.app.yes }).tap()
    await says(page, w.duty.plannedNone)

    assert.deepEqual(complaints, [])
  })

  // The remaining tests do not depend on the language.
  if (lang === 'en_US') return

  test('a member sees earlier remedies, asks to join, and learns that a colleague has changed a ticket', async () => {
    const { page } = ann
    await files('电热水壶', { deviceModel: '美的 MK-17', description: '不加热了。' })
    await ann.go('team/ticket/ticket?id=4')
    await says(page, '以前修过')
    const before = page.getByRole('link', { name: '换了底座' })
    await before.waitFor()

    // Two taps open one page. WeChat stacks ten pages: the next one replaces the last.
    const kept = () => page.evaluate('getCurrentPages().length')
    const opens = (times: number) =>
      page.evaluate(
        `(async () => { for (let i = 0; i < ${times}; i += 1) await wx.navigateTo({ url: '/team/ticket/ticket?id=4' }) })()`,
      )
    await opens(7)
    await before.waitFor()
    await page.evaluate(`{
      const seen = [...document.querySelectorAll('main:not([hidden]) .like')]
      const link = seen.find((one) => one.textContent.includes('换了底座'))
      const changedTouches = [new Touch({ identifier: 1, target: link, clientX: 9, clientY: 9 })]
      for (const event of ['touchstart', 'touchend', 'touchstart', 'touchend'])
        link.dispatchEvent(new TouchEvent(event, { bubbles: true, changedTouches }))
    }`)
    await page.locator('.title:visible', { hasText: '#1 电热水壶' }).waitFor()
    assert.equal(await kept(), 9)
    await opens(1)
    await before.tap()
    await page.locator('.title:visible', { hasText: '#1 电热水壶' }).waitFor()
    assert.equal(await kept(), 10)

    await ann.go('team/ticket/ticket?id=2')
    await button(page, '想一起修').tap()
    await says(page, '已经问过了，对方答复后会显示在这里。')
    await bob.tickets.assign({ id: 2, name: 'Ann' })
    await ann.pullDown()
    await button(page, '开始检测').tap()
    await page.getByLabel('附言（选填）').fill('我来看看')
    await bob.tickets.update({ id: 2, status: 5 })
    await button(page, '改为“检测中”').tap()
    await page.getByRole('alert').waitFor()
    await says(page, '已修好')
    assert.equal(await page.getByLabel('留言', { exact: true }).inputValue(), '我来看看', 'no text is lost')
    assert.deepEqual(ann.complaints, [])
  })

  test('members and administrators work with a service of an earlier revision', async () => {
    const { page, complaints } = ada
    const owner = await files('Toaster')
    const id = (await owner.tickets.mine()).list[0]?.id ?? 0
    await keeps(page, { lang: 'en_US' })
    const later = new Set(
      Object.values(contract).flatMap((area) =>
        Object.values(area as Record<string, Endpoint>)
          .filter(({ revision }) => revision === 'addition')
          .map(({ path }) => path),
      ),
    )
    const unknown = ({ origin, pathname }: URL) => origin === new URL(team.url).origin && later.has(pathname)
    await page.route(unknown, (route) => route.fulfill({ status: 404, json: { success: false, err: '?' } }))
    const fewer = (names: readonly string[]) => async (route: Route) => {
      const response = await route.fetch()
      const text = await response.text()
      const json: unknown = JSON.parse(text, (key, value) => (names.includes(key) ? undefined : value))
      await route.fulfill({ response, json })
    }
    await page.route('**/tickets/search*', fewer(['workers', 'photo', 'unread', 'kind']))
    const added = ['moves', 'custody', 'here', 'link', 'outcome', 'barrier', 'remedy', 'guess', 'unread', 'kind']
    await page.route('**/tickets/info*', fewer(added))
    await ada.start('team/queue/queue')
    await button(page, `Claim #${id} Toaster`).tap()
    await says(page, `#${id} is yours.`)
    await page.getByRole('link', { name: `#${id} Toaster` }).tap()
    await page.getByLabel('Comment', { exact: true }).fill('The spring is broken')
    await button(page, 'Send').tap()
    await page.locator('.note', { hasText: 'The spring is broken' }).waitFor()
    await button(page, 'Start diagnosing').tap()
    await button(page, 'Change to “Diagnosing”').tap()
    await button(page, 'Start repairing').waitFor()
    assert.equal((await bob.tickets.info({ id })).status, 2)

    await ada.go('team/shifts/shifts')
    await says(page, 'My shifts')
    await ada.go('team/summary/summary')
    await page.locator('.card').first().waitFor()
    await ada.go('team/duty/duty')
    await page.getByRole('radio', { name: 'Closed until the next shift' }).check()
    await button(page, 'Save').tap()
    await says(page, 'Saved. Everyone sees it now.')
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
    assert.equal(await page.getByRole('alert').count(), 0)
    for (const changed of [unknown, '**/tickets/search*', '**/tickets/info*']) await page.unroute(changed)
    assert.deepEqual(complaints, [])
  })

  test('a token that is refused during a login does not block the page', async () => {
    const { page } = ann
    await keeps(page, { token: 'ended' })
    let calls = 0
    await page.route('**/user/me', (route) => {
      calls += 1
      return calls === 2 ? route.fulfill({ status: 401, json: { err: '?' } }) : route.fallback()
    })
    await ann.start('pages/account/account')
    await says(page, '个人资料')
    assert.ok(calls > 2)
  })

  test('every page fits small and large phones, also with large letters', async () => {
    const { page, complaints } = ada
    const own = { device: 'Kettle', deviceModel: 'Midea MK-SH15', description: 'It leaks.' }
    const id = await createTicket(await scene.person('openid-of-Ada'), own)
    await bob.tickets.pick({ id })
    const pages = [
      ['pages/home/home', '.lamp'],
      ['pages/new/new', 'mp-radio'],
      ['pages/mine/mine', '.ticket'],
      [`pages/ticket/ticket?id=${id}`, '.note'],
      ['pages/account/account', 'mp-switch'],
      ['team/queue/queue', '.card'],
      [`team/ticket/ticket?id=${id}`, '.note'],
      ['team/shifts/shifts', '.card'],
      ['team/summary/summary', '.card'],
      ['team/duty/duty', '.card'],
    ] as const
    // The tests above check the others.
    const unseen = pages.filter(([path]) => ['pages/mine/mine', 'pages/account/account'].includes(path))
    for (const each of langs) {
      await keeps(page, { lang: each })
      await ada.start('pages/home/home')
      for (const [path, shows] of unseen) {
        await ada.go(path)
        await page.locator(shows).first().waitFor()
        await looksGood({ ...ada, locale: languages[each].tag }, path)
      }
    }
    // WeChat's largest letters, and the longer of the two languages.
    await keeps(page, { lang: 'en_US' })
    await ada.start('pages/home/home')
    await page.evaluate(() => Object.assign(globalThis, { fontSize: 23 }))
    for (const [path, shows] of pages) {
      await ada.go(path)
      await page.locator(shows).first().waitFor()
      for (const width of [430, 375, 320]) {
        await page.setViewportSize({ width, height: 780 })
        assert.deepEqual(await ada.misfits(width), [], `${path} at ${width} px`)
      }
    }
    // Beside each other the names of steps would break within words.
    await ada.go('pages/mine/mine')
    const names = page.locator('main:not([hidden]) .ticket-steps').first().locator('.step-name')
    await names.first().waitFor()
    const lines = await names.evaluateAll((all) =>
      all.map((one) => {
        const range = one.ownerDocument.createRange()
        range.selectNodeContents(one)
        return range.getClientRects().length
      }),
    )
    assert.deepEqual(lines, [1, 1, 1, 1])
    assert.deepEqual(await ada.misfits(320), [])
    assert.deepEqual(complaints, [])
  })
}
