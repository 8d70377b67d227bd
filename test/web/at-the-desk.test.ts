import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { queueWords } from '#client/words/queue.ts'
import { summaryWords } from '#client/words/summary.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { statuses } from '#contract/codes.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { addRoster, type TeamWithRoster } from '../support/staffed.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const [queue, summary] = [queueWords('en_US'), summaryWords('en_US')]
const [ticket, ticketText] = [deskTicketWords('en_US'), ticketWords('en_US')]

describe('the queue of the desk', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let people: TeamWithRoster
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    browser = await openBrowser()
    people = await addRoster(team)
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  async function at(path: string, who: Person, { width = 1366, height = 768 } = {}) {
    const { page, complaints, context } = await browser.open({ width, height, touch: width < 500 })
    await page.clock.setFixedTime(team.now())
    await logIn(page, team.url, who.token)
    await page.goto(team.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { page, complaints, context }
  }

  test('three tickets with their buttons fit on a phone and eight rows on a laptop, each with model and fault', async () => {
    const owner = await team.user()
    const kettle = { device: 'Electric kettle', deviceModel: 'Philips HD9318', owner: 'Lina Chen' }
    for (let i = 0; i < 9; i += 1) await createTicket(owner, { ...kettle, description: 'It does not switch off.' })
    for (const [width, height, fits] of [
      [360, 740, 3],
      [1366, 768, 8],
    ] as const) {
      const { page, complaints, context } = await at('/desk', people.ann, { width, height })
      const rows = page.locator('[data-row]')
      await rows.nth(8).waitFor()
      const tabs = await page.locator('nav:visible').last().boundingBox()
      const bottom = width < 500 ? (tabs?.y ?? 0) : height
      for (const part of [rows, page.getByRole('button', { name: /^Claim #/ })]) {
        const box = await part.nth(fits - 1).boundingBox()
        assert.ok(box && box.y + box.height <= bottom, `${fits} rows end at ${box && box.y + box.height} of ${bottom}`)
      }
      for (const text of ['Philips HD9318', 'It does not switch off.', 'Lina Chen', 'just now'])
        assert.ok(await rows.first().getByText(text, { exact: true }).isVisible(), text)
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  test('a phone shows the claim button of a ticket with a long description without scrolling', async () => {
    const id = await createTicket(await team.user(), { description: 'It hums and does not heat. '.repeat(40) })
    const { page, complaints, context } = await at(`/desk/tickets/${id}`, people.ann, { width: 360, height: 740 })
    const box = await page.getByRole('main').getByRole('button', { name: 'Claim', exact: true }).boundingBox()
    const tabs = await page.locator('nav:visible').last().boundingBox()
    assert.ok(box && tabs && box.y + box.height <= tabs.y, `it ends at ${box && box.y + box.height}`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a phone hides the filters of the queue behind a button that counts them', async () => {
    const { page, complaints, context } = await at('/desk', people.ann, { width: 360, height: 740 })
    const order = page.getByLabel(queue.order)
    await page.getByRole('button', { name: queue.filters(0) }).click()
    await order.selectOption('newest')
    await page.getByRole('button', { name: queue.filters(1) }).click()
    await order.waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
    await context.close()
  })
  test('a long shift summary is folded above the queue of the next shift, and gone once it was read', async () => {
    const [first, end] = ['The laptop waits for a fan.', 'The soldering tip is worn.']
    const conclusion = [first, ...Array.from({ length: 9 }, (_, i) => `Box ${i + 1} is sorted.`), end].join('\n')
    await people.ann.conclusions.write({ week: '1', shift: '1', conclusion })
    team.pass({ hours: 5 })
    const { page, complaints, context } = await at('/desk', people.eve, { width: 390, height: 844 })
    const card = page.getByRole('region', { name: summary.last })
    const text = card.getByText(first)
    const folded = (await text.boundingBox())?.height ?? 0
    const third = await page.locator('[data-row]').nth(2).boundingBox()
    const tabs = await page.locator('nav:visible').last().boundingBox()
    assert.ok(third && tabs && third.y + third.height <= tabs.y)
    await card.getByRole('button', { name: summary.readAll }).click()
    assert.ok(((await text.boundingBox())?.height ?? 0) > 3 * folded)
    await card.getByRole('button', { name: summary.gotIt }).click()
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
    const other = await at('/desk', people.bob)
    await other.page.locator('[data-row]').first().waitFor()
    assert.equal(await other.page.getByText(first).count(), 0)
    await other.context.close()
  })
  test('typed text stays when a colleague changes the ticket, and Ctrl+Enter sends it', async () => {
    const { ann, bob } = people
    const pic = [(await ann.media.upload({ file: Uint8Array.from(await photo()) })).url]
    const { id } = await ann.counter.create({ type: 0, device: 'Lamp', description: 'It flickers.', pic })
    await ann.tickets.pick({ id })
    await ann.tickets.assign({ id, name: 'Bob' })
    await ann.tickets.update({ id, status: statuses.repairing })
    const hers = await at(`/desk/tickets/${id}`, ann)
    const fault = await hers.page.getByText('It flickers.', { exact: true }).boundingBox()
    const picture = await hers.page.getByRole('button', { name: ticketText.enlarge(ticketText.photo(1)) }).boundingBox()
    assert.ok(fault && picture && picture.x > fault.x + fault.width && picture.y < fault.y + fault.height)
    await hers.page.getByRole('button', { name: ticket.more }).click()
    await hers.page.getByRole('menuitem', { name: 'On hold' }).click()
    await hers.page.getByLabel(ticket.waitingFor).fill('A new starter from the shop')
    await hers.page.getByLabel(ticket.content.comment, { exact: true }).fill('We look for a part.')

    const his = await at(`/desk/tickets/${id}`, bob)
    await his.page.getByRole('button', { name: ticket.likely.repaired }).click()
    await his.page.getByRole('button', { name: ticket.move('Repaired') }).click()

    await hers.page.getByText(ticket.movedMeanwhile('Repaired')).waitFor()
    await hers.page.getByLabel(ticket.waitingFor).press('Control+Enter')
    await hers.page.getByRole('listitem').getByText('A new starter from the shop').waitFor()
    await hers.page.getByText(ticket.movedMeanwhile('Repaired')).waitFor({ state: 'detached' })
    assert.equal(
      await hers.page.getByLabel(ticket.content.comment, { exact: true }).inputValue(),
      'We look for a part.',
    )
    await hers.page.getByLabel(ticket.content.comment, { exact: true }).press('Control+Enter')
    await hers.page.getByRole('listitem').getByText('We look for a part.').waitFor()
    assert.deepEqual([...hers.complaints, ...his.complaints], [])
    await hers.context.close()
    await his.context.close()
  })
  test('a member asks to join a ticket, and its worker declines and then agrees with one tap each', async () => {
    const { ann, bob } = people
    const { id } = await ann.counter.create({ type: 0, device: 'Radio' })
    await ann.tickets.pick({ id })
    const [hers, his] = [await at(`/desk/tickets/${id}`, ann), await at(`/desk/tickets/${id}`, bob)]
    const request = hers.page.getByRole('status', { name: ticket.joinAsks('Bob') })
    await his.page.getByRole('button', { name: ticket.askToJoin }).click()
    await his.page.getByText(ticket.joinAsked).waitFor()
    await request.getByRole('button', { name: ticket.joinNo }).click()
    await his.page.getByText(ticket.joinNotNow).waitFor()
    await request.waitFor({ state: 'detached' })
    await his.page.getByRole('button', { name: ticket.askToJoin }).click()
    await request.getByRole('button', { name: ticket.joinYes }).click()
    await his.page.getByRole('button', { name: ticket.drop }).waitFor()
    await request.waitFor({ state: 'detached' })
    assert.deepEqual([...hers.complaints, ...his.complaints], [])
    await hers.context.close()
    await his.context.close()
  })
})
