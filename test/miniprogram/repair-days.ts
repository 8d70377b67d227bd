import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { filingWords } from '#client/words/filing.ts'
import { portalWords } from '#client/words/portal.ts'
import { repairDayWords } from '#client/words/repair-days.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { ticketTypes } from '#contract/codes.ts'
import { exampleReceipt } from '#contract/counter/counter.ts'
import { langOf } from '#contract/languages.ts'
import { noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { announcedDay, ownerWithTicket } from '../support/repair-days.ts'
import { createTicket } from '../support/tickets.ts'
import { type WechatTeam, wechatTeam } from '../support/wechat-team.ts'
import { looksGood } from './looks.ts'
import { openPhone, type PhoneWish } from './phone.ts'

const span = (from: string, until: string) => ({ from: `2026-11-21T${from}`, until: `2026-11-21T${until}` })
const plan = {
  kinds: [0, 1],
  about: { zh_CN: '带上坏了的小家电和电脑。', en_US: 'Bring a broken appliance or computer.' },
  refused: [
    {
      what: { zh_CN: '微波炉', en_US: 'Microwave ovens' },
      where: { zh_CN: '家电维修店', en_US: 'The appliance shop' },
    },
  ],
  waves: [span('14:00', '15:00'), span('15:00', '16:00')].map((wave) => ({
    ...wave,
    places: [0, 1].map((kind) => ({ kind, places: 1 })),
  })),
}
const walks = [
  { language: 'Chinese', width: 375, locale: 'zh-CN', colorScheme: 'light' },
  { language: 'English', width: 320, locale: 'en-US', colorScheme: 'dark' },
] as const

describe('repair days in the mini-program', { skip: noBrowser }, () => {
  let browser: OpenBrowser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser[Symbol.asyncDispose]())

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true })
  const withTeam = async (work: (scene: WechatTeam, id: number) => Promise<void>) => {
    const fields = { thing1: 'device' }
    const templates = ['ready', 'comment', 'place_offered', 'booking_tomorrow'].map((kind) => ({
      ...{ id: `tpl-${kind}`, kinds: [kind], page: 'pages/ticket/ticket?id={number}', fields },
    }))
    await using scene = await wechatTeam({ env: { RATE_LIMITS: 'off', WECHAT_TEMPLATES: JSON.stringify(templates) } })
    await work(scene, (await announcedDay(scene.team, plan)).id)
  }
  const open = (scene: WechatTeam, wish: PhoneWish) =>
    openPhone(browser, scene.team, scene.peer, { openid: 'oAnn', ...wish })

  for (const { language, ...wish } of walks) {
    const lang = langOf(wish.locale) ?? 'zh_CN'
    const say = repairDayWords(lang)
    const place = (time: string, text: string) => new RegExp(`^${time}.*${text}$`)

    test(`an owner books a laptop, changes the wave, arrives and reads the number, in ${language}`, () =>
      withTeam(async (scene) => {
        const { team } = scene
        const ann = await scene.person('oAnn')
        const ticket = await createTicket(ann, { device: 'Laptop', type: ticketTypes.computer })
        const phone = await open(scene, wish)
        const { page, complaints } = phone
        const next = button(page, lang === 'zh_CN' ? /十一月维修日/ : /Repair day in November/)
        await next.waitFor()
        await looksGood(phone, 'home with a repair day')
        await next.tap()
        const book = button(page, say.send)
        await book.tap()
        await page.getByRole('alert').waitFor()
        await radio(page, lang === 'zh_CN' ? '微波炉' : 'Microwave ovens').check()
        await page.getByRole('status').waitFor()
        await radio(page, say.notBackedUp).check()
        await looksGood(phone, 'answers that keep from booking')
        await book.tap()
        await page.getByRole('alert').waitFor()
        await radio(page, say.noneListed).check()
        await radio(page, say.backedUp).check()
        await radio(page, place('15:00', say.free(1))).check()
        await book.tap()
        await page.getByText(say.hasPlace).waitFor()
        assert.deepEqual((await phone.consents()).at(-1)?.slice(0, 2).toSorted(), [
          'tpl-booking_tomorrow',
          'tpl-place_offered',
        ])
        await looksGood(phone, 'a day with a booking')
        const mine = async () =>
          (await ann.repairDays.mine()).list.map(({ state, from }) => `${state} ${from.slice(11, 16)}`)
        assert.deepEqual(await mine(), ['booked 15:00'])

        await phone.go(`pages/ticket/ticket?id=${ticket}`)
        await button(page, '14:00–15:00').tap()
        await page.getByText(say.changed).waitFor()
        assert.deepEqual(await mine(), ['booked 14:00'])
        assert.equal(await page.getByText(ticketWords(lang).next.submitted).count(), 0, 'the wave says when to come')
        await looksGood(phone, 'a ticket with a booking')

        team.pass({ milliseconds: Temporal.Instant.from('2026-11-21T05:30Z').epochMilliseconds - team.now() })
        await phone.start(`pages/ticket/ticket?id=${ticket}`)
        await button(page, say.arrive).tap()
        await page.getByText(say.number('B01')).first().waitFor()
        await page.getByText(say.arrivedAbout).waitFor()
        await looksGood(phone, 'an owner who has arrived')
        assert.deepEqual(await mine(), ['arrived 14:00'])
        assert.deepEqual(complaints, [])
      }))

    test(`an owner waits, takes an offered place, and lets one go, with one tap each, in ${language}`, () =>
      withTeam(async (scene, id) => {
        const { team } = scene
        const wave = (await team.anyone.repairDays.info({ id })).waves[1]?.id ?? 0
        const other = await ownerWithTicket(team)
        const book = () => other.owner.repairDays.book({ id, ticket: other.ticket, wave, backedUp: true })
        const leave = () => other.owner.repairDays.unbook({ id, ticket: other.ticket })
        await book()
        const ann = await scene.person('oAnn')
        const ticket = await createTicket(ann, { device: 'Kettle' })
        const phone = await open(scene, wish)
        const { page, complaints } = phone
        await phone.go(`pages/ticket/ticket?id=${ticket}`)
        await button(page, say.look).tap()
        await radio(page, say.noneListed).check()
        await radio(page, place('15:00', say.full)).check()
        await button(page, say.sendWaiting).tap()
        await page.getByText(say.waits).waitFor()
        await looksGood(phone, 'a day with a place in the waiting list')
        await leave()
        await book()
        await phone.pullDown()
        await page.getByText(say.offered).waitFor()
        await looksGood(phone, 'a day with an offered place')
        await button(page, say.take).tap()
        await page.getByText(say.hasPlace).waitFor()
        await button(page, say.cancel).tap()
        await page.getByText(say.cancelDone).waitFor()
        assert.deepEqual((await ann.repairDays.mine()).list, [])
        assert.equal((await other.owner.repairDays.mine()).list[0]?.state, 'offered', 'the next in order is asked')
        await page.getByText(say.others).tap()
        await page.getByText(say.about).waitFor()
        await looksGood(phone, 'the list of repair days')
        assert.deepEqual(complaints, [])
      }))

    test(`someone without a ticket scans the poster, files one and comes back to the day, in ${language}`, () =>
      withTeam(async (scene, id) => {
        const phone = await open(scene, wish)
        const { page, complaints } = phone
        await phone.scans(`${scene.team.url}/events/${id}`)
        await button(page, lang === 'zh_CN' ? '扫一扫' : 'Scan').tap()
        await button(page, say.begin).waitFor()
        await looksGood(phone, 'a day without a ticket')
        await button(page, say.begin).tap()
        await page.getByLabel(filingWords(lang).device, { exact: true }).fill('Toaster')
        await button(page, filingWords(lang).send).tap()
        await radio(page, say.noneListed).check()
        await button(page, say.send).tap()
        await page.getByText(say.hasPlace).waitFor()
        assert.deepEqual(complaints, [])
      }))

    test(`the holder of a receipt books without making the ticket theirs, in ${language}`, () =>
      withTeam(async (scene) => {
        const { team } = scene
        const eve = await team.member('Eve')
        const radioSet = await eve.counter.create({ type: 0, device: 'Radio', receipt: exampleReceipt, queue: true })
        await eve.counter.mark({ id: radioSet.id, state: 'gone' })
        const phone = await open(scene, wish)
        const { page, complaints } = phone
        await phone.scans(`${team.url}/r#${exampleReceipt}`)
        await button(page, lang === 'zh_CN' ? '扫一扫' : 'Scan').tap()
        await button(page, say.look).tap()
        await radio(page, say.noneListed).check()
        await button(page, say.send).tap()
        await page.getByText(say.hasPlace).waitFor()
        const { bookings, visitor } = await team.anyone.receipts.info({ receipt: exampleReceipt })
        assert.deepEqual([bookings.map(({ state }) => state), visitor], [['booked'], true])
        assert.deepEqual(complaints, [])
      }))
  }

  test('the home page names the next repair day, and the list says that none is planned', async () => {
    await using scene = await wechatTeam({ env: { RATE_LIMITS: 'off' } })
    const phone = await open(scene, { locale: 'en-US' })
    const { page, complaints } = phone
    const say = repairDayWords('en_US')
    await button(page, portalWords('en_US').file).waitFor()
    assert.equal(await page.getByText(say.title).count(), 0)
    await phone.go('pages/days/days')
    await page.getByText(say.none).waitFor()
    await looksGood(phone, 'no repair day')
    assert.deepEqual(complaints, [])
  })
})
