import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { filingWords } from '#client/words/filing.ts'
import { repairDayWords } from '#client/words/repair-days.ts'
import { ticketTypes } from '#contract/codes.ts'
import { exampleReceipt } from '#contract/counter/counter.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { announcedDay, ownerWithTicket } from '../support/repair-days.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const w = { day: repairDayWords('en_US'), filing: filingWords('en_US') }
const span = (from: string, until: string) => ({ from: `2026-11-21T${from}`, until: `2026-11-21T${until}` })
const plan = {
  kinds: [0, 1],
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

/** Taps by a person, counted. */
function finger() {
  let taps = 0
  return {
    count: () => taps,
    async tap(target: Locator) {
      taps += 1
      await target.tap()
    },
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

describe('booking a place on a repair day', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let id: number
  before(async () => {
    team = await newTeam()
    browser = await openBrowser()
    id = (await announcedDay(team, plan)).id
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  test('an owner books on a phone with at most six taps, changes the wave and cancels with one tap each', async () => {
    const owner = await team.user()
    const ticket = await createTicket(owner, { device: 'Laptop', type: ticketTypes.computer })
    const { page, complaints } = await browser.open({ touch: true })
    await page.clock.install({ time: team.now() })
    await logIn(page, team.url, owner.token)
    await page.goto(team.url)
    const { tap, count } = finger()
    await tap(page.getByRole('link', { name: /^Repair day in November/ }))
    const book = button(page, w.day.send)
    await book.waitFor()
    assert.equal(await book.isDisabled(), true, 'the questions come first')
    // What is not mended: where else to go.
    await page.getByText('Microwave ovens', { exact: true }).first().tap()
    await page.getByText(w.day.goTo('The appliance shop')).first().waitFor()
    assert.equal(await book.isDisabled(), true)
    await tap(page.getByText(w.day.noneListed, { exact: true }))
    await tap(page.getByText(w.day.backedUp, { exact: true }))
    await tap(page.getByText(`15:00–16:00${w.day.free(1)}`))
    await tap(book)
    await heading(page, w.day.hasPlace).waitFor()
    assert.ok(count() <= 6, `${count()} taps`)
    const mine = async () =>
      (await owner.repairDays.mine()).list.map(({ state, from }) => `${state} ${from.slice(11, 16)}`)
    assert.deepEqual(await mine(), ['booked 15:00'])

    // The ticket shows it, with everything else in one tap.
    await page.goto(`${team.url}/mine/${ticket}`)
    await heading(page, w.day.hasPlace).waitFor()
    await button(page, '14:00–15:00').tap()
    await page.getByText(w.day.changed).waitFor()
    assert.deepEqual(await mine(), ['booked 14:00'])
    await button(page, w.day.cancel).tap()
    await heading(page, w.day.bookThis).waitFor()
    assert.deepEqual(await mine(), [])
    assert.deepEqual(complaints, [])
  })

  test('a visitor without an account files a ticket and comes back to the day to book', async () => {
    const { page, complaints } = await browser.open({ touch: true })
    await page.clock.install({ time: team.now() })
    await page.goto(`${team.url}/events`)
    await page.getByRole('link', { name: /^Repair day in November/ }).tap()
    await page.getByRole('link', { name: w.day.begin }).tap()
    await page.getByRole('textbox', { name: w.filing.device, exact: true }).fill('Toaster')
    await page.getByLabel(w.filing.phone).fill('13800138000')
    await page.getByRole('button', { name: w.filing.send, exact: true }).tap()
    await page.getByText(w.day.noneListed, { exact: true }).tap()
    await button(page, w.day.send).tap()
    await heading(page, w.day.hasPlace).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('the holder of a receipt waits, takes an offered place, and lets it go, with one tap each', async () => {
    const wave = (await team.anyone.repairDays.info({ id })).waves[1]?.id ?? 0
    const first = await ownerWithTicket(team)
    const other = await ownerWithTicket(team)
    await first.owner.repairDays.book({ id, ticket: first.ticket, wave, backedUp: true })
    const ann = await team.member('Ann')
    const radio = await ann.counter.create({ type: 0, device: 'Radio', receipt: exampleReceipt, queue: true })
    await ann.counter.mark({ id: radio.id, state: 'gone' })
    const { page, complaints } = await browser.open({ touch: true })
    await page.clock.install({ time: team.now() })
    await page.goto(`${team.url}/r#${exampleReceipt}`)
    await page.getByRole('link', { name: w.day.look }).tap()
    await page.getByText(w.day.noneListed, { exact: true }).tap()
    await page.getByText(`15:00–16:00${w.day.full}`).tap()
    await button(page, w.day.sendWaiting).tap()
    await heading(page, w.day.waits).waitFor()
    await first.owner.repairDays.unbook({ id, ticket: first.ticket })
    await other.owner.repairDays.book({ id, ticket: other.ticket, wave, backedUp: true })
    await page.goto(`${team.url}/r`)
    await heading(page, w.day.offered).waitFor()
    await button(page, w.day.take).tap()
    await heading(page, w.day.hasPlace).waitFor()
    await button(page, w.day.cancel).tap()
    await page.getByText(w.day.cancelDone).waitFor()
    const [next] = (await other.owner.repairDays.mine()).list
    assert.equal(next?.state, 'offered', 'the next in order is asked')
    assert.deepEqual(complaints, [])
  })
})
