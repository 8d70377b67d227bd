import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { closingWords } from '#client/words/closing.ts'
import { commonWords } from '#client/words/common.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { categories, statuses } from '#contract/codes.ts'
import { exampleReceipt } from '#contract/counter/counter.ts'
import { words } from '#contract/words/index.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const zh = {
  closing: closingWords('zh_CN'),
  common: commonWords('zh_CN'),
  deskTicket: deskTicketWords('zh_CN'),
  ticket: ticketWords('zh_CN'),
}

const phone = { width: 320, locale: 'zh-CN', colorScheme: 'dark' } as const
const laptop = { width: 1440, locale: 'en-US', colorScheme: 'light' } as const

describe('outcomes of repairs', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let ann: Person
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    browser = await openBrowser()
    ann = await team.member('Ann')
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  // Each person has a phone and a laptop, each with one open page.
  const devices = new Map<string, Promise<Awaited<ReturnType<OpenBrowser['open']>>>>()
  async function at(path: string, who: Person | undefined, options: typeof phone | typeof laptop) {
    const device = `${who === ann ? 'Ann' : 'others'} ${options.width}`
    const { page, complaints } = await devices.getOrInsertComputed(device, () =>
      browser.open({ ...options, height: 740 }),
    )
    await page.clock.setFixedTime(team.now())
    await who?.users.updateLocale({ lang: options.locale === 'zh-CN' ? 'zh_CN' : 'en_US' })
    if (who) await logIn(page, team.url, who.token)
    await page.goto(team.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { page, complaints, click: (name: string) => page.getByRole('button', { name, exact: true }).click() }
  }
  const became = async (id: number) => {
    const { status, outcome, barrier, category, brand, year, remedy } = await ann.tickets.info({ id })
    return { status, outcome, barrier, category, brand, year, remedy }
  }
  /** A kettle on the bench. */
  async function onBench(owner: Person, deviceModel: string) {
    const id = await createTicket(owner, { device: '电水壶', deviceModel, description: '不加热，指示灯不亮' })
    await ann.tickets.update({ id, status: statuses.repairing })
    return id
  }

  test('a member sees similar repairs, closes a ticket in two taps and corrects its outcome; the owner rates it on a phone', async () => {
    const owner = await team.user()
    const earlier = await onBench(await team.user(), '美的 MK-100')
    const remedy = '换了加热盘的保险丝'
    await ann.tickets.update({ id: earlier, status: statuses.repaired, outcome: 'fixed', remedy })
    const id = await onBench(owner, '美的 MK-100')

    const { page, complaints, click } = await at(`/desk/tickets/${id}`, ann, phone)
    const seen = page.getByRole('region', { name: zh.closing.seen })
    await seen.locator('summary').click()
    await seen.getByText(remedy).waitFor()
    await seen.getByText('修好了 · Ann').waitFor()
    assert.equal(await seen.getByRole('link').getAttribute('href'), `/desk/tickets/${earlier}`)

    // A double tap opens the form and presses nothing inside.
    await page.getByRole('button', { name: words.zh_CN.outcomes.fixed, exact: true }).dblclick()
    const guess = page.getByRole('group', {
      name: zh.closing.isIt(zh.closing.byBrand('Midea', words.zh_CN.codes.category.kettle)),
    })
    await guess.waitFor()
    await click(zh.common.goBack)
    // Two taps in the same place: no scrolling and no typing.
    await click(words.zh_CN.outcomes.fixed)
    await page.getByRole('radio', { name: words.zh_CN.outcomes.fixed }).and(page.locator(':focus')).waitFor()
    const save = page.getByRole('button', { name: zh.deskTicket.move(words.zh_CN.codes.status.repaired) })
    const free = await save.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(button.ownerDocument.elementFromPoint(x + width / 2, y + height - 2))
    })
    assert.ok(free, 'all of the button can be seen, and nothing lies over it')
    assert.deepEqual(await accessibilityViolations(page), [])
    await save.click()
    await page
      .getByRole('region', { name: zh.closing.title })
      .getByText(words.zh_CN.outcomes.fixed, { exact: true })
      .waitFor()
    const bare = { barrier: '', category: 0, brand: '', year: 0, remedy: '' }
    assert.deepEqual(await became(id), { ...bare, status: statuses.repaired, outcome: 'fixed' }, 'no guess is stored')

    // By the keyboard the page does not jump, and a choice can be taken back.
    const kept = () => page.locator('main :focus').waitFor()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
    await press(zh.closing.correct)
    await kept()
    await press(zh.common.goBack)
    await kept()
    await press(zh.closing.correct)
    await press(zh.closing.another)
    await kept()
    const fixed = page.getByRole('radio', { name: words.zh_CN.outcomes.fixed })
    const chosen = page.locator('[name=outcome]:checked')
    await fixed.press('Space')
    await chosen.waitFor({ state: 'detached' })
    await fixed.press('Space')
    await chosen.waitFor({ state: 'attached' })
    await fixed.press('Delete')
    await chosen.waitFor({ state: 'detached' })
    // Escape closes the list of categories, and then the form.
    await page.getByRole('combobox', { name: zh.closing.category }).press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    assert.equal(await fixed.count(), 1)
    await page.keyboard.press('Escape')
    await fixed.waitFor({ state: 'detached' })
    await kept()

    // Later: what it is with one tap, a year that cannot be, and one that can.
    await click(zh.closing.correct)
    await guess.getByRole('button', { name: zh.closing.yes }).click()
    await page.getByLabel(zh.closing.remedy.repaired).fill('换了温控器')
    await page.getByLabel(zh.closing.year).fill('１８１９')
    await click(zh.common.save)
    await page.getByText(zh.closing.year).and(page.locator('.mantine-InputWrapper-error')).waitFor()
    await page.getByLabel(zh.closing.year).fill('2019')
    await page.getByLabel(zh.closing.year).press('Enter')
    await page.getByText('电水壶 · Midea · 2019').waitFor()
    assert.deepEqual(await became(id), {
      status: statuses.repaired,
      outcome: 'fixed',
      barrier: '',
      category: categories.kettle,
      brand: 'Midea',
      year: 2019,
      remedy: '换了温控器',
    })

    // The owner sees it and rates it after collecting the device.
    const { page: theirs, complaints: told, click: tap } = await at(`/mine/${id}`, owner, phone)
    await theirs.getByText('修好了，可以接着用了。').waitFor()
    await theirs.getByText('换了温控器').waitFor()
    assert.equal(await theirs.getByRole('radio').count(), 0)
    await ann.tickets.retrieve({ id })
    await tap('提交评价')
    await theirs.getByText('请先选一到五颗星。').waitFor()
    await theirs.locator('input[name=stars]:focus').waitFor()
    await theirs.getByRole('radio', { name: zh.ticket.stars(3) }).check()
    await theirs.keyboard.press('ArrowRight')
    await theirs
      .getByRole('radio', { name: zh.ticket.stars(4) })
      .and(theirs.locator(':checked'))
      .waitFor()
    await theirs.getByLabel('想说的话').fill('又能泡茶了，谢谢！')
    assert.deepEqual(await accessibilityViolations(theirs), [])
    await tap('提交评价')
    await theirs.getByText('谢谢你的评价！').waitFor()
    await theirs
      .getByRole('region', { name: '你的评价' })
      .getByRole('img', { name: zh.ticket.stars(4) })
      .waitFor()
    // Members see the rating live.
    await page.getByText('又能泡茶了，谢谢！').waitFor()
    await page.getByRole('img', { name: zh.ticket.stars(4) }).waitFor()
    assert.deepEqual([complaints, told], [[], []])
  })

  test('a member gives an unrepaired ticket its barrier with the keyboard only, and its owner rates it with the receipt', async () => {
    const about = { type: 0, device: 'Steam thing', owner: 'Li', receipt: exampleReceipt }
    const { id } = await ann.counter.create(about)
    await ann.tickets.update({ id, status: statuses.diagnosing })
    const { page, complaints } = await at(`/desk/tickets/${id}`, ann, laptop)
    assert.equal(await page.getByRole('region', { name: 'Seen before' }).count(), 0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Not repaired' }).click()
    assert.equal(await page.locator('[name=outcome]:checked').count(), 0, 'no outcome is preselected')
    await page.getByRole('radio', { name: 'Beyond repair' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('radio', { name: 'Parts too expensive' }).focus()
    await page.keyboard.press('Space')
    // A name in the other language finds it, too.
    await page.getByRole('combobox', { name: 'Category' }).fill(words.zh_CN.codes.category.iron)
    await page.getByRole('option', { name: 'Iron' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByLabel('What you found').fill('The heating plate is cracked')
    await page.getByLabel('What you found').press('Enter')
    const card = page.getByRole('region', { name: 'Outcome' })
    await card.getByText('Parts too expensive').waitFor()
    assert.deepEqual(await became(id), {
      status: statuses.unrepairable,
      outcome: 'end_of_life',
      barrier: 'parts_expensive',
      category: categories.iron,
      brand: '',
      year: 0,
      remedy: 'The heating plate is cracked',
    })
    await ann.tickets.retrieve({ id })
    const theirs = await at(`/r#${exampleReceipt}`, undefined, { ...laptop, width: 1440 })
    await theirs.page.getByText('it is beyond repair').waitFor()
    await theirs.page.getByText('Reason: Parts too expensive.').waitFor()
    await theirs.page.getByRole('radio', { name: '5 of 5 stars: very good' }).check()
    assert.deepEqual(await accessibilityViolations(theirs.page), [])
    await theirs.click('Send rating')
    await theirs.page.getByRole('region', { name: 'Your rating' }).waitFor()
    await card.getByRole('img', { name: '5 of 5 stars' }).waitFor()

    // Where the team publishes what it does, the start page leads there.
    await theirs.page.goto(team.url)
    const figures = theirs.page.getByRole('link', { name: 'What we have repaired' })
    await theirs.page.getByRole('link', { name: 'Log in' }).first().waitFor()
    assert.equal(await figures.count(), 0)
    const openData = { provider: '', group: '', country: '', impact: true }
    await (await team.admin()).admin.updateSettings({ openData })
    await theirs.page.reload()
    assert.equal(await figures.getAttribute('href'), '/impact')
    // Without a country there is no file and no download button.
    await figures.click()
    await theirs.page.getByText('Groups of fewer than five are not shown').waitFor()
    assert.equal(await theirs.page.getByRole('button', { name: /^Download/ }).count(), 0)
    assert.deepEqual([complaints, theirs.complaints], [[], []])
  })

  test('two tickets of one device are merged; the old number redirects, and the merge can be undone for a day', async () => {
    const owner = await team.user()
    const first = await createTicket(owner, { device: 'Fan' })
    const second = await createTicket(owner, { device: 'Table fan', description: 'It squeaks' })
    await owner.tickets.addnote({ id: second, content: 'It fell from the table' })
    // A worker of one ticket may merge it with an unclaimed one.
    await ann.tickets.pick({ id: second })
    const { page, complaints, click } = await at(`/desk/tickets/${second}`, ann, laptop)
    await page.getByText('Same owner').waitFor()
    await page.getByRole('button', { name: `Merge with #${first}` }).press('Enter')
    await page.keyboard.press('Escape')
    await page.locator('main :focus').waitFor()
    await click(`Merge with #${first}`)
    const joining = page.getByRole('group', { name: `Merge #${second} and #${first}` })
    // The member chooses which ticket stays; the effect is shown beside it.
    await joining.getByText(`of #${second} move to #${first}`).waitFor()
    await joining.getByRole('radio', { name: `#${second} Table fan (this ticket)` }).check()
    await joining.getByText(`of #${first} move to #${second}`).waitFor()
    await joining.getByRole('radio', { name: `#${first} Fan`, exact: true }).check()
    assert.deepEqual(await accessibilityViolations(page), [])
    await click(`Merge and keep #${first}`)
    await page.getByRole('heading', { level: 1, name: `#${first} Fan` }).waitFor()
    await page.getByText(`#${second} was merged into this ticket.`).waitFor()
    await page.getByText('It fell from the table').waitFor()
    assert.ok(page.url().endsWith(`/desk/tickets/${first}`))

    // The old number redirects members and the owner; lists name the new one.
    await page.goto(`${team.url}/t/${second}`)
    await page.getByRole('heading', { level: 1, name: `#${first} Fan` }).waitFor()
    const theirs = await at(`/mine/${second}`, owner, phone)
    await theirs.page.getByText(zh.ticket.merged(second)).waitFor()
    assert.ok(theirs.page.url().endsWith(`/mine/${first}`))
    await theirs.page.goto(`${team.url}/mine`)
    await theirs.page.getByText(zh.ticket.mergedInto(first)).waitFor()
    await page.goto(`${team.url}/desk?state=all`)
    const row = page.getByRole('listitem').filter({ hasText: `#${second}` })
    await row.getByText(`Merged into #${first}`).waitFor()
    await row.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: `#${first} Fan` }).waitFor()

    await click(`Undo merge: #${second}`)
    await page.getByRole('group').getByRole('button', { name: 'Undo merge', exact: true }).click()
    await page.getByText(`#${second} is a separate ticket again`).waitFor()
    await page.getByText(`#${second} was merged into this ticket.`).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Merge with #${second}` }).waitFor()
    assert.equal((await ann.tickets.info({ id: second })).description, 'It squeaks')
    assert.deepEqual([complaints, theirs.complaints], [[], []])
  })
})
