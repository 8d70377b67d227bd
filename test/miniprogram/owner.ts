import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { commonWords } from '#client/words/common.ts'
import { filingWords } from '#client/words/filing.ts'
import { myTicketsWords } from '#client/words/my-tickets.ts'
import { ownerWords } from '#client/words/owner.ts'
import { portalWords } from '#client/words/portal.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { statuses } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import { codeNow } from '#service/people/totp.ts'
import { noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { scanQrCode } from '../support/printing.ts'
import type { Person, Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'
import { type WechatTeam, wechatTeam } from '../support/wechat-team.ts'
import { miniprogramColours, webColours } from './colours.ts'
import { looksGood } from './looks.ts'
import { openPhone, type Phone, type PhoneWish } from './phone.ts'

/** The texts that an owner reads and taps. */
function textsIn(lang: Lang) {
  const filing = filingWords(lang)
  const ticket = ticketWords(lang)
  const own = {
    zh_CN: { laptop: '笔记本电脑', agree: '同意', code: '取件二维码', stars: '5 星', rateText: '想说的话' },
    en_US: {
      laptop: 'Laptop',
      agree: 'Agree',
      code: 'QR code for collecting',
      stars: '5 stars',
      rateText: 'Tell us more',
    },
  }[lang]
  const told = {
    zh_CN: { rate: '提交评价', thanks: '谢谢你的评价', photoRefused: '有照片不能用' },
    en_US: { rate: 'Send the rating', thanks: 'Thank you!', photoRefused: 'A photo was refused' },
  }[lang]
  return {
    ...own,
    ...told,
    ...{ cut: filing.cut, kept: filing.kept, arrived: filing.arrived, another: filing.another, afresh: filing.afresh },
    ...{ computer: filing.computer, device: filing.device, wrong: filing.description, send: filing.send },
    ...{ filed: filing.filed, addPhoto: ticket.addPhoto, removePhoto: ticket.removePhoto(1), sendComment: ticket.send },
    ...{ checking: ticket.checkingMine(1), repaired: ticket.sentence.repaired, collected: ticket.sentence.back },
    ...{ file: portalWords(lang).file, phone: myTicketsWords(lang).phone },
    ...{ edit: commonWords(lang).edit, save: commonWords(lang).save },
    ...{ ready: ownerWords(lang).ready, paused: ownerWords(lang).paused, noNext: ownerWords(lang).noNext },
    ...{ awaited: ticket.sentence.submitted, comment: ownerWords(lang).comment },
    ticket: new RegExp(`^${ownerWords(lang).number(0).replace('0', '')}`),
  }
}
const inEnglish = textsIn('en_US')
const walks = [
  { language: 'Chinese', say: textsIn('zh_CN'), width: 375, locale: 'zh-CN', colorScheme: 'light' },
  { language: 'English', say: inEnglish, width: 320, locale: 'en-US', colorScheme: 'dark' },
] as const

describe('the mini-program for owners', { skip: noBrowser }, () => {
  let scene: WechatTeam
  let team: Team
  let browser: OpenBrowser
  let eve: Person
  /** Eve's phone. */
  let desk: Phone
  let people = 0
  let openid = ''

  before(async () => {
    const template = (kind: string, page = 'pages') => ({
      id: `tpl-${kind}`,
      kinds: [kind],
      page: `${page}/ticket/ticket?id={number}`,
      fields: { thing1: 'device' },
    })
    // The templates for members come first, and are more than WeChat allows in one question.
    const forMembers = ['added', 'answered', 'idle'].map((kind) => template(kind, 'team'))
    const templates = [...forMembers, template('comment'), template('ready')]
    scene = await wechatTeam({ env: { RATE_LIMITS: 'off', WECHAT_TEMPLATES: JSON.stringify(templates) } })
    team = scene.team
    eve = await scene.member('Eve')
    browser = await openBrowser()
    desk = await opened({ ...english, openid: 'oEve', width: 430 })
    await desk.page.evaluate(`localStorage.setItem('mp.member', 'true'); host.privacy.agreed = true`)
    await button(desk.page, 'Me').tap()
    await desk.page.getByText('You are logged in as member Eve.').waitFor()
  })
  beforeEach(() => {
    people += 1
    openid = `openid-${people}`
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await scene[Symbol.asyncDispose]()
  })

  const opened = (wish: PhoneWish = {}): Promise<Phone> => openPhone(browser, team, scene.peer, { openid, ...wish })
  const english = { locale: 'en-US' } as const
  /** The owner of the phone, as an API client. */
  const owner = () => scene.person(openid)
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const failed = (page: Page) => page.getByRole('alert')

  /** Starts to write a ticket. */
  async function writes(phone: Phone, device: string, say = inEnglish): Promise<void> {
    await phone.go('pages/new/new')
    await phone.page.getByRole('radio', { name: say.computer }).check()
    await phone.page.getByLabel(say.device, { exact: true }).fill(device)
  }
  const filed = async (device: string) =>
    (await (await owner()).tickets.mine()).list.filter((one) => one.device === device).length

  /** Lets a request reach the service and drops the answer. */
  const loses = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }

  /** Hands back the device whose code the owner shows. */
  async function handsBack(code: Locator, device: string): Promise<void> {
    const { page } = desk
    await desk.go('pages/home/home')
    await desk.scans(await scanQrCode(code))
    await button(page, 'Scan').tap()
    await button(page, 'Hand back').tap()
    await page.getByRole('checkbox', { name: device, exact: true }).check()
    await button(page, 'Confirm hand-back').tap()
    await page.getByText('Collected', { exact: false }).first().waitFor()
    // Eve's phone serves all of these tests, so only the errors of this one count.
    assert.deepEqual(desk.complaints.splice(0), [])
  }

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the mini-program has the colours of the web pages, ${colorScheme}`, async () => {
      const phone = await opened({ colorScheme })
      const web = await browser.open({ colorScheme })
      await web.page.goto(team.url)
      await web.page.getByRole('heading', { level: 1 }).waitFor()
      assert.deepEqual(await miniprogramColours(phone.page), await webColours(web.page))
    })

  for (const { language, say, ...wish } of walks)
    test(`an owner submits a ticket with a photo, gets a message that it is ready, collects and rates it, in ${language}`, () =>
      wholeWay(wish, say))

  async function wholeWay(wish: PhoneWish, say: typeof inEnglish): Promise<void> {
    const own = openid
    const phone = await opened(wish)
    const { page, complaints } = phone
    await page.locator('.lamp').waitFor()
    await looksGood(phone, 'home')
    await button(page, say.file).tap()
    await page.getByRole('radio', { name: say.computer }).waitFor()
    await button(page, say.send).tap()
    await failed(page).waitFor()
    assert.deepEqual(await phone.consents(), [], 'the mini-program asks for consent only when a ticket is sent')
    await page.getByRole('radio', { name: say.computer }).check()
    await page.getByLabel(say.device, { exact: true }).fill(say.laptop)
    await page.getByLabel(say.wrong).fill('风扇很响')
    await phone.chooses(await photo())
    await button(page, say.addPhoto).tap()
    await button(page, say.agree).waitFor()
    await looksGood(phone, 'the question about photos')
    await button(page, say.agree).tap()
    await button(page, say.removePhoto).waitFor()
    await looksGood(phone, 'a ticket that is written')
    await button(page, say.send).tap()
    await page.getByText(say.filed).waitFor()
    await page.getByText(say.awaited).waitFor()
    assert.deepEqual(
      await phone.consents(),
      [['tpl-ready', 'tpl-comment']],
      'the templates of an owner, the most important first',
    )
    const ann = await owner()
    const [ticket] = (await ann.tickets.mine()).list
    const id = ticket?.id ?? 0
    assert.equal((await ann.tickets.info({ id })).notes.flatMap(({ pic }) => pic).length, 1)
    await page.getByText(say.checking).waitFor()
    await looksGood(phone, 'a ticket that is filed')
    // A photo of another person waits as well, and the service may ask about either first.
    await scene.upload(await scene.person(`other-${own}`))
    await team.running.deliver()
    const photoAsked = scene.content.pictures.find((asked) => asked.openid === own)
    await scene.content.judge(
      scene.push,
      'pass',
      photoAsked?.trace ?? assert.fail('WeChat was not asked about the photo'),
    )
    await phone.pullDown()
    await page.getByText(say.checking).waitFor({ state: 'detached' })

    await page.getByLabel(say.comment).fill('声音越来越大')
    const send = button(page, say.sendComment)
    await Promise.all([send.tap(), send.tap()])
    await page.getByText('声音越来越大').waitFor()
    assert.equal((await ann.tickets.info({ id })).notes.filter(({ content }) => content === '声音越来越大').length, 1)

    await button(page, say.edit).tap()
    await page.getByLabel(say.phone).fill('13800138000')
    await looksGood(phone, 'how to reach the owner')
    await button(page, say.save).tap()
    await page.getByText('13800138000').waitFor()

    await eve.tickets.pick({ id })
    await eve.tickets.update({ id, status: statuses.repaired, outcome: 'fixed', remedy: '清灰' })
    await team.running.deliver()
    team.pass({ minutes: 10 })
    await team.running.deliver()
    const told = scene.peer.messages.taken.filter(({ touser }) => touser === own)
    assert.deepEqual(
      told.map((one) => one.page),
      [`pages/ticket/ticket?id=${id}`],
    )
    await phone.go(told[0]?.page ?? '')
    await page.getByText(say.repaired).waitFor()
    await page.getByRole('img', { name: say.code }).waitFor()
    const ready = page.locator('.card').filter({ hasText: say.ready }).first()
    await ready.getByText(say.noNext).waitFor()
    assert.equal(
      await page.locator('.card').first().innerText(),
      await ready.innerText(),
      'the ready device comes first',
    )
    await looksGood(phone, 'a ticket that is ready')
    const { duty } = await team.admin()
    await duty.update({ isInDuty: false, currentDuty: 'off', offDutyReason: '期末考试' })
    await phone.pullDown()
    await page.getByText(say.paused).waitFor()
    await looksGood(phone, 'a ticket while the team pauses')
    await duty.update({ isInDuty: false, currentDuty: '0' })
    const consents = (await ann.messages.choices()).wechat?.templates.map((one) => [one.template, one.consents])
    assert.deepEqual(consents?.slice(-2), [
      ['tpl-comment', 1],
      ['tpl-ready', 0],
    ])

    await handsBack(page.getByRole('img', { name: say.code }), say.laptop)
    await phone.pullDown()
    await page.getByText(say.collected).waitFor()
    await page.getByText('清灰').waitFor()
    await page.getByRole('radio', { name: say.stars }).check()
    await page.getByLabel(say.rateText).fill('RISKY')
    await button(page, say.rate).tap()
    await failed(page).waitFor()
    await looksGood(phone, 'a rating that is refused')
    await page.getByLabel(say.rateText).fill('又快又好')
    await button(page, say.rate).tap()
    await page.getByText(say.thanks).waitFor()
    await button(page, say.rate).waitFor({ state: 'detached' })
    await looksGood(phone, 'a ticket that has ended')
    const { rating } = await eve.tickets.info({ id })
    assert.deepEqual([rating?.stars, rating?.content], [5, '又快又好'])
    assert.deepEqual(complaints, [])
  }

  for (const { language, say, ...wish } of walks) {
    const cut = (title: string, work: (phone: Phone) => Promise<void>) =>
      test(`${title}, in ${language}`, async () => {
        const phone = await opened(wish)
        await work(phone)
        assert.deepEqual(phone.complaints, [])
      })
    const button = ({ page }: Phone, name: string) => page.getByRole('button', { name, exact: true })
    const isFiled = ({ page }: Phone) => page.getByRole('heading', { name: say.ticket }).waitFor()

    cut('a ticket whose answer is lost is sent again automatically, and stored once', async (phone) => {
      await writes(phone, 'Lamp', say)
      await phone.page.route('**/tickets/create', loses, { times: 1 })
      await button(phone, say.send).tap()
      await isFiled(phone)
      assert.equal(await filed('Lamp'), 1, 'sent again by itself')
    })

    cut('the mini-program says that a ticket had arrived although no answer came', async (phone) => {
      const { page } = phone
      await writes(phone, 'Fan', say)
      await page.route('**/tickets/create', loses)
      await button(phone, say.send).tap()
      await failed(page).filter({ hasText: say.cut }).waitFor()
      await looksGood(phone, 'a ticket without an answer')
      await page.unroute('**/tickets/create')
      await phone.start('pages/new/new')
      await page.getByText(say.kept).waitFor()
      await page.getByLabel(say.wrong).fill('It does not turn')
      await button(phone, say.send).tap()
      await failed(page).filter({ hasText: say.arrived }).waitFor()
      assert.equal(await filed('Fan'), 1, 'the first ticket had arrived')
      await button(phone, say.another).waitFor()
      await looksGood(phone, 'a ticket that had arrived')
      await button(phone, say.afresh).tap()
      await button(phone, say.another).waitFor({ state: 'detached' })
    })

    cut('a photo whose upload breaks off, and a ticket sent in the background, arrive once', async (phone) => {
      const { page } = phone
      await writes(phone, 'Radio', say)
      await phone.set({ breakUploadAt: 0.9, cannotCompress: true })
      await phone.chooses(await photo(2400, 30))
      await button(phone, say.addPhoto).tap()
      await button(phone, say.agree).tap()
      await failed(page).waitFor()
      await looksGood(phone, 'a photo that is cut off')
      await phone.hide()
      await phone.show()
      await failed(page).waitFor({ state: 'detached' })
      await page.route('**/tickets/create', (route) => route.abort())
      await button(phone, say.send).tap()
      await phone.hide()
      await page.unroute('**/tickets/create')
      await phone.show()
      await isFiled(phone)
      assert.equal(await filed('Radio'), 1, 'a ticket that was sent from the background is filed once')
    })

    cut(
      'WeChat asks for consent once, also when a photo is refused, and the consent is stored with the ticket',
      async (phone) => {
        const { page } = phone
        await writes(phone, 'Iron', say)
        const asked = (await phone.consents()).length
        const held = async () => (await (await owner()).messages.choices()).wechat?.templates.at(-1)?.consents ?? 0
        const before = await held()
        await page.route('**/tickets/create', (route) => route.abort(), { times: 3 })
        await button(phone, say.send).tap()
        await failed(page).filter({ hasText: say.cut }).waitFor()
        await page.route('**/upload', (route) => route.fulfill({ status: 400, json: { err: 'Too large' } }))
        await phone.chooses(await photo())
        await button(phone, say.addPhoto).tap()
        await button(phone, say.agree).tap()
        await page.getByText('Too large').waitFor()
        await button(phone, say.send).tap()
        await failed(page).filter({ hasText: say.photoRefused }).waitFor()
        await looksGood(phone, 'a photo that is refused')
        assert.equal(await filed('Iron'), 0, 'the owner is told that the photo is not sent')
        await button(phone, say.send).tap()
        await isFiled(phone)
        const consents = [(await phone.consents()).length - asked, (await held()) - before]
        assert.deepEqual([await filed('Iron'), ...consents], [1, 1, 1])
      },
    )
  }

  test('the mini-program repeats a request when the session has ended or the service is busy', async () => {
    // The account speaks English, WeChat does not.
    const ann = await owner()
    await ann.users.updateLocale({ lang: 'en_US' })
    const phone = await opened()
    const { page, complaints } = phone
    await button(page, '我的').tap()
    await page.getByText('Profile').waitFor()
    const id = await createTicket(ann, { device: 'Kettle' })
    await phone.go(`pages/ticket/ticket?id=${id}`)
    await page.getByText(inEnglish.awaited).waitFor()
    await ann.sessions.end({ others: true })
    await page.getByLabel('Comment').fill('The lid is loose, too')
    await button(page, 'Send').tap()
    await page.getByText('The lid is loose, too').waitFor()

    for (const [status, code] of [
      [429, 'too_many'],
      [503, 'busy'],
    ] as const) {
      const headers = { 'retry-after': '0', 'x-error-code': code }
      await page.route('**/tickets/addnote', (route) => route.fulfill({ status, headers, json: { err: 'later' } }), {
        times: 1,
      })
      await page.getByLabel('Comment').fill(`After ${status}`)
      await button(page, 'Send').tap()
      await page.locator('.note', { hasText: `After ${status}` }).waitFor()
    }
    assert.equal((await ann.tickets.info({ id })).notes.filter(({ own }) => own).length, 4)

    await page.getByLabel('Comment').fill('RISKY')
    await button(page, 'Send').tap()
    await failed(page).filter({ hasText: 'rephrase it' }).waitFor()
    assert.equal(await page.getByLabel('Comment').inputValue(), 'RISKY', 'the refused text stays in the field')

    const gone = '**/user/mytickets?*'
    await page.route(gone, (route) => route.abort())
    await phone.go('pages/mine/mine')
    await failed(page).filter({ hasText: 'No connection to the service' }).waitFor()
    await page.unroute(gone)
    for (let lamps = 0; lamps < 20; lamps += 1) await createTicket(ann, { device: 'Lamp' })
    await button(page, 'Try again').tap()
    await page.getByText('Lamp').nth(19).waitFor()
    assert.equal(await page.getByText('Kettle').count(), 0, 'the list shows one page')
    await page.getByText('Lamp').first().tap()
    await button(page, 'Cancel the ticket').waitFor()
    assert.equal(await page.getByLabel('Comment').inputValue(), '', 'the draft belongs to another ticket')
    await page.route('**/tickets/info?*', (route) => route.abort())
    await phone.go(`pages/ticket/ticket?id=${id}`)
    await failed(page).filter({ hasText: 'No connection to the service' }).waitFor()
    await phone.hide()
    await phone.show()
    await page.unroute('**/tickets/info?*')
    await phone.go('pages/mine/mine')
    await page.getByText('Lamp').nth(19).waitFor()
    await phone.reachBottom()
    await page.getByText('Kettle').tap()
    await button(page, 'Cancel the ticket').waitFor()
    assert.equal(
      await page.getByLabel('Comment').inputValue(),
      'RISKY',
      'the draft stays after visiting another ticket',
    )
    await button(page, 'Cancel the ticket').tap()
    await button(page, 'Yes').tap()
    await page.getByText('Ticket cancelled').waitFor()
    assert.deepEqual(
      complaints.filter((one) => !one.startsWith('503')),
      [],
    )
  })

  test('an owner uses the mini-program with a service of an earlier revision', async () => {
    const phone = await opened(english)
    const { page, complaints } = phone
    const id = await createTicket(await owner(), { device: 'Kettle', accessories: [5] })
    for (const path of ['team', 'team/board', 'user/me', 'codes', 'user/notify'])
      await page.route(`${team.url}/${path}`, (route) =>
        route.fulfill({ status: 404, json: { success: false, err: '?' } }),
      )
    await page.route('**/tickets/info?*', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: Record<string, unknown> }
      const added = ['moves', 'here', 'link', 'outcome', 'barrier', 'remedy', 'merged', 'ahead', 'kind']
      const earlier = Object.fromEntries(Object.entries(data).filter(([name]) => !added.includes(name)))
      await route.fulfill({ response, json: { success: true, data: earlier } })
    })
    await phone.start('pages/home/home')
    await page.getByText('Closed now').waitFor()
    await phone.go('pages/mine/mine')
    await page.getByText('Submitted').first().waitFor()
    await phone.go(`pages/ticket/ticket?id=${id}`)
    await page.getByText('Waiting for your device', { exact: true }).waitFor()
    await page.getByText('Bag or box').waitFor()
    await writes(phone, 'Toaster')
    await button(page, 'Submit ticket').tap()
    await page.getByRole('heading', { name: /^Ticket #/ }).waitFor()
    await phone.go('pages/account/account')
    await page.getByText('Profile').waitFor()
    assert.equal(await failed(page).count(), 0)
    assert.deepEqual(complaints, [])
  })

  test('in the mini-program a photo that waited for over an hour is uploaded again, or left out with an explanation', async () => {
    const ann = await owner()
    const id = await createTicket(ann, { device: 'Mixer' })
    const phone = await opened(english)
    const { page } = phone
    const anHourLater = async () => {
      team.pass({ minutes: 61 })
      await team.running.jobs.find(({ name }) => name === 'unused pictures')?.run(AbortSignal.any([]))
    }
    const choose = async () => {
      const uploaded = page.waitForResponse((response) => response.url().endsWith('/upload'))
      await phone.chooses(await photo())
      await button(page, 'Add a photo').tap()
      await (await uploaded).finished()
      await page.locator('.photo-percent').waitFor({ state: 'detached' })
    }
    await phone.go(`pages/ticket/ticket?id=${id}`)
    await page.evaluate('host.privacy.agreed = true')
    await page.getByLabel('Comment').fill('It smokes')
    await choose()
    await anHourLater()
    await button(page, 'Send').tap()
    await page.locator('.note', { hasText: 'It smokes' }).waitFor()
    assert.equal((await ann.tickets.info({ id })).notes.at(-1)?.pic.length, 1)

    // After a restart the program no longer has the file. WeChat checks texts for two hours after a login.
    await ann.sessions.end({ others: true })
    await page.getByLabel('Comment').fill('It hums')
    await choose()
    await phone.start(`pages/ticket/ticket?id=${id}`)
    await button(page, 'Remove photo 1').waitFor()
    await anHourLater()
    await button(page, 'Send').tap()
    await failed(page).filter({ hasText: 'Photo 1 was deleted' }).first().waitFor()
    assert.equal(await page.getByLabel('Comment').inputValue(), 'It hums')
    await button(page, 'Send').tap()
    await page.locator('.note', { hasText: 'It hums' }).waitFor()
    assert.equal((await ann.tickets.info({ id })).notes.at(-1)?.pic.length, 0)
  })

  test("on a phone: a receipt that leads to an account's ticket shows it and allows no action", async () => {
    const ann = await owner()
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    const into = await createTicket(ann, { device: 'Grinder', owner: 'Ann', phone: '13800138000' })
    const { id, receipt } = await eve.counter.create({ type: 0, device: 'Grinder', owner: 'Ann', phone: '13800138000' })
    for (const one of [id, into]) await eve.tickets.pick({ id: one })
    const phone = await opened(english)
    const { page, complaints } = phone
    const scans = async () => {
      await phone.go('pages/home/home')
      await phone.scans(`${team.url}/r#${receipt}`)
      await button(page, 'Scan').tap()
      await page.getByText('Grinder').first().waitFor()
    }
    await scans()
    await page.getByLabel('Comment').waitFor()
    await eve.tickets.merge({ id, into })
    await scans()
    await page.getByText(`#${into}`).first().waitFor()
    for (const name of ['Send', 'Cancel the ticket', 'This is mine', 'Send the rating'])
      assert.equal(await button(page, name).count(), 0, name)
    assert.equal(await page.getByLabel('Comment').count(), 0)
    assert.deepEqual(complaints, [])
  })

  test('a user scans the codes of the team with the mini-program, and takes over a ticket of the counter', async () => {
    const phone = await opened(english)
    const { page, complaints } = phone
    const scans = async (text: string) => {
      await phone.go('pages/home/home')
      await phone.scans(text)
      await button(page, 'Scan').tap()
    }
    await phone.go('pages/home/home?q=%E0%A4%A')
    await page.getByText('This code is not from this team.').waitFor()
    await button(page, 'OK').tap()
    await page.evaluate('host.ways.updateReady()')
    await button(page, 'No').tap()
    await scans('https://elsewhere.example.org/7')
    await page.getByText('This code is not from this team.').waitFor()
    await button(page, 'OK').tap()
    await scans(`${team.url}/g/7`)
    await page.getByText('This tag belongs to').waitFor()

    const { receipt } = await eve.counter.create({ type: 0, device: 'Iron', owner: 'Ann' })
    await phone.scans(`${team.url}/r#${receipt}`)
    await button(page, 'OK').tap()
    await button(page, 'Scan').tap()
    await page.getByText('Iron').first().waitFor()
    await page.route('**/receipt/comment', loses, { times: 1 })
    await page.getByLabel('Comment').fill('It smells')
    await button(page, 'Send').tap()
    await page.locator('.note', { hasText: 'It smells' }).waitFor()
    const { ticket } = await team.anyone.receipts.info({ receipt })
    assert.equal(ticket.notes.filter(({ content }) => content === 'It smells').length, 1, 'sent again with its key')
    await button(page, 'This is mine').tap()
    await page.getByText('This ticket is now yours.').waitFor()
    assert.equal(await filed('Iron'), 1)

    assert.deepEqual(complaints, [])
  })

  test('a user of the mini-program logs in another device, and becomes a member by an invitation code', async () => {
    const phone = await opened(english)
    const { page, complaints } = phone
    const { pair, secret } = await team.anyone.session.pair()
    await phone.scans(`${team.url}/account#${pair}`)
    await button(page, 'Scan').tap()
    await page.getByText('Allow this device to log in?').waitFor()
    await button(page, 'Allow login').tap()
    await page.getByText('The other device can now log in').waitFor()
    assert.match((await team.anyone.session.paired({ secret })).code, /^pair_/)

    const { code } = await (await team.admin()).admin.invite({ name: 'Ann' })
    team.secret(code)
    await phone.scans(`${team.url}/join#${code}`)
    await button(page, 'Scan an invitation').tap()
    await page.getByText('You are logged in as member Ann.').waitFor()
    await button(page, 'Log out as a member').tap()
    await page.getByText('logged out as a member').waitFor()

    assert.deepEqual(complaints, [])
  })

  test('the mini-program stores the phone number from WeChat, feedback, and a choice of messages', async () => {
    const phone = await opened(english)
    const { page, complaints } = phone
    const wechatSettings = { phone: true, checkContent: true, whenUnchecked: 'let_through' } as const
    await (await team.admin()).admin.updateSettings({ wechat: wechatSettings })
    // The tab bar is in the user's language also if a message opened another page first.
    await phone.start('pages/new/new')
    await button(page, 'Use my WeChat phone number').waitFor()
    await phone.go('pages/account/account')
    await button(page, 'Tickets').waitFor()
    await button(page, 'Use my WeChat phone number').tap()
    await button(page, 'Not now').tap()
    await button(page, 'Use my WeChat phone number').tap()
    // Reading the guide does not answer the question.
    await page.getByText('Read the privacy guide').tap()
    await phone.hide()
    await phone.show()
    await button(page, 'Agree').tap()
    await until(async () => (await page.getByLabel('Phone', { exact: true }).inputValue()) === '13800138123')
    await button(page, 'Use my WeChat phone number').tap()
    await failed(page).filter({ hasText: 'Please type it in' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ann')
    await button(page, 'Save').tap()
    await page.getByText('Saved').waitFor()
    await page.getByRole('switch', { name: 'My device was collected' }).check()
    await page.getByLabel('Your message').fill('Thank you')
    await page.route('**/report', loses, { times: 1 })
    await button(page, 'Send').tap()
    await page.getByText('Thank you! We have received your feedback.').waitFor()
    assert.equal((await (await team.admin()).admin.feedback({})).list.length, 1)
    assert.equal((await (await owner()).messages.choices()).kinds['collected'], true)
    assert.deepEqual(complaints, [])
  })

  test('a user of the mini-program exports their data, changes the language and logs out', async () => {
    await (await owner()).users.update({ name: 'Ann' })
    const phone = await opened(english)
    const { page, complaints } = phone
    await phone.go('pages/account/account')
    await button(page, 'Download my data').tap()
    await button(page, 'Send the file').tap()
    const [data = '{}'] = await phone.shared()
    assert.equal((JSON.parse(data) as { profile: { name: string } }).profile.name, 'Ann')
    await button(page, 'Send the file').waitFor({ state: 'detached' })
    assert.deepEqual(
      (await phone.left()).filter((one) => !one.startsWith('mp.')),
      [],
    )

    await page.getByRole('radio', { name: '中文' }).check()
    await page.getByText('个人资料').waitFor()
    await page.getByRole('button', { name: '首页' }).waitFor()
    assert.equal((await (await owner()).users.locale()).lang, 'zh_CN')
    await button(page, '退出登录').tap()
    await page.getByText('现在休息').waitFor()
    assert.deepEqual(await phone.left(), ['mp.lang'], 'no data of the user stays on the phone')
    assert.deepEqual(complaints, [])
  })

  test('a member proves who they are in the mini-program, exports their data and erases the account', async () => {
    const passwd = 'correct horse battery'
    const { code } = await (await team.admin()).admin.invite({ name: 'Fay', stuid: 'f1', passwd })
    const fay = await team.user('fay')
    await fay.members.login({ code })
    const { secret } = await fay.proof.beginFactor()
    const { recovery } = await fay.proof.switchFactorOn({ factor: codeNow(secret, team.now()) })
    for (const one of [code, secret, passwd, ...recovery]) team.secret(one)
    const phone = await opened(english)
    const { page, complaints } = phone
    await button(page, 'Me').tap()
    await button(page, 'Student ID and password').tap()
    await page.getByLabel('Student ID', { exact: true }).fill('f1')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await button(page, 'Open the desk').last().tap()
    await failed(page).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(passwd)
    await button(page, 'Open the desk').last().tap()
    const factor = page.getByLabel('Code', { exact: true }).first()
    await page.getByText('Please confirm that it is you').waitFor()
    await factor.fill(recovery[0] ?? '')
    await button(page, 'Confirm').tap()
    await page.getByText('You are logged in as member Fay.').waitFor()

    team.pass({ minutes: 11 })
    await button(page, 'Download my data').tap()
    await page.getByText('Please confirm that it is you').waitFor()
    await factor.fill(recovery[1] ?? '')
    await button(page, 'Confirm').tap()
    await button(page, 'Send the file').waitFor()
    await button(page, 'Erase my data').tap()
    await button(page, 'Yes').tap()
    await page.getByText('Your data has been erased').waitFor()
    await button(page, 'New ticket').waitFor()
    assert.deepEqual(await phone.left(), [])
    assert.deepEqual(complaints, [])
  })
})
