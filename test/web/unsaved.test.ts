import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Route } from 'playwright-core'
import { commonWords } from '#client/words/common.ts'
import { filingWords } from '#client/words/filing.ts'
import { summaryWords } from '#client/words/summary.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { photo } from '../support/pictures.ts'
import { addRoster, type TeamWithRoster } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const zh = {
  common: commonWords('zh_CN'),
  filing: filingWords('zh_CN'),
  summary: summaryWords('zh_CN'),
  ticket: ticketWords('zh_CN'),
}

describe('unsaved input', { skip: noBrowser }, () => {
  const opened = new AsyncDisposableStack()
  let team: Team
  let staff: TeamWithRoster
  let browser: OpenBrowser
  before(async () => {
    team = opened.use(await newTeam())
    staff = await addRoster(team)
    browser = opened.use(await openBrowser())
  })
  after(() => opened.disposeAsync())

  test('leaving unsaved settings asks once, however many fields changed, and saved settings do not ask', async () => {
    const { admin } = staff
    const { page, context, complaints } = await browser.open({ width: 1440, locale: 'zh-CN' })
    await logIn(page, team.url, admin.token)
    await page.goto(`${team.url}/console/settings/team`)
    const goTo = (name: string) => page.getByRole('link', { name, exact: true }).click()
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    const save = () => page.getByRole('button', { name: zh.common.save }).click()
    const question = page.getByRole('dialog', { name: '有修改没有保存' })
    // Trailing spaces are no change.
    await page.getByLabel('队名').press('End')
    await page.keyboard.type(' ')
    await goTo('隐私与登录')
    await heading('隐私与登录')
    await page.getByLabel('保留天数').fill('14')
    await page.getByLabel('用户（天）').fill('20')
    await goTo('团队')
    await question.getByRole('button', { name: '留在这里' }).click()
    assert.equal(await page.getByLabel('保留天数').inputValue(), '14')
    await save()
    await page.getByText(zh.common.saved).waitFor()
    await goTo('人员')
    await heading('队员')

    await goTo('系统')
    await page.getByRole('link', { name: /^开放时间/ }).click()
    await page.getByLabel('每班至少几人').fill('5')
    await page.getByRole('button', { name: '添加放假' }).click()
    await goTo('人员')
    await question.getByRole('button', { name: '不保存，离开' }).click()
    await heading('队员')
    // Nothing of it lingers on the next page.
    await goTo('系统')
    await heading('设置')
    const { teamName, retentionDays, minimumPerShift } = await admin.admin.settings()
    assert.deepEqual([teamName, retentionDays, minimumPerShift], ['', 14, 1])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('an unsaved summary and comment are not lost on the way to another page', async () => {
    const { ann } = staff
    const id = await createTicket(await team.user(), { device: 'Teapot' })
    const { page, context, complaints } = await browser.open({ width: 390, height: 844 })
    await page.clock.setFixedTime(team.now())
    await logIn(page, team.url, ann.token)
    await page.goto(`${team.url}/desk/summary`)
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const goTo = async (name: string) => {
      await click('Menu')
      await page.locator('#side').getByRole('link', { name, exact: true }).click()
    }
    const question = page.getByRole('dialog', { name: 'You have unsaved changes' })
    const text = page.getByRole('textbox')
    const shift = page.getByLabel('Which shift')
    await text.fill('Two kettles.')
    await goTo('Tickets')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await click('Menu')
    await shift.selectOption({ index: 1 })
    await click('Stay here')
    assert.equal(await text.inputValue(), 'Two kettles.')
    // An untouched draft follows the page's language.
    await click('中文')
    await page.getByText('这是按工单记录起的草稿').waitFor()
    assert.equal(await text.inputValue(), 'Two kettles.')
    await click(zh.summary.backToDraft)
    assert.match(await text.inputValue(), /^新收工单/)
    await click('English')
    await page.getByText('This draft comes from the tickets').waitFor()
    await text.fill('Two kettles.')
    await shift.selectOption({ index: 1 })
    await click('Leave without saving')
    await page.waitForFunction("!document.querySelector('textarea')?.value.startsWith('Two')")
    await text.fill('Three kettles.')
    await click('Hand in')
    await page.getByText('Summary handed in.').waitFor()
    await goTo('Tickets')
    await page.getByRole('link', { name: 'Teapot' }).click()

    await page.getByLabel('Comment', { exact: true }).fill('It leaks.')
    await page.evaluate('history.back()')
    await click('Stay here')
    assert.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), 'It leaks.')
    await click('Send')
    await page.getByText('Sent').waitFor()
    await goTo('Tickets')
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    assert.equal((await ann.tickets.info({ id })).notes.at(-1)?.content, 'It leaks.')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('an expired session asks for the login over the page; the same user continues, and another one finds nothing', async () => {
    // The clock moves by days, so that any other session would expire.
    await using team = await newTeam()
    const ann = await team.member('Ann')
    await team.member('Bob')
    const owner = await team.user()
    const id = await createTicket(owner, { device: 'Kettle' })
    const { page, context, complaints } = await browser.open({ width: 390, height: 844 })
    const text = page.getByLabel('Comment', { exact: true })
    const dialog = page.getByRole('dialog', { name: 'Your login has expired' })
    const token = () => page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token') ?? '')
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    // A query of the page that is refused first covers the button with the dialog, so the mouse would not reach it.
    const sendAfterTheEnd = async () => {
      await team.as(await token()).session.logout()
      await page.getByRole('button', { name: 'Send', exact: true }).dispatchEvent('click')
    }
    const logInAs = async (name: string) => {
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    const said = async () =>
      (await owner.tickets.info({ id })).notes.filter(({ type }) => type > 0).map((one) => one.content)
    // The page hears of nothing: what is sent finds out.
    await page.route('**/live', () => {})
    await logIn(page, team.url, ann.token)
    await page.goto(`${team.url}/desk/tickets/${id}`)
    await text.fill('It leaks.')
    await sendAfterTheEnd()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    assert.deepEqual(await accessibilityViolations(page), [])
    await logInAs('member Ann')
    await page.getByText('Sent').waitFor()
    assert.deepEqual(await said(), ['It leaks.'])

    // An expired membership asks for its proof, and then the action continues.
    await text.fill('At the bottom.')
    team.pass({ days: 8 })
    await click('Send')
    await page.getByRole('dialog', { name: 'Your member login has expired' }).waitFor()
    await click('Continue')
    await page.getByRole('listitem').getByText('At the bottom.').waitFor()
    assert.deepEqual(await said(), ['It leaks.', 'At the bottom.'])

    await text.fill('Between us: it is hopeless.')
    await sendAfterTheEnd()
    await logInAs('member Bob')
    await text.waitFor()
    assert.equal(await text.inputValue(), '')
    assert.doesNotMatch(await page.content(), /hopeless/)
    assert.deepEqual(await said(), ['It leaks.', 'At the bottom.'])

    // Logging out deletes the text, also in other tabs.
    await text.fill('For my eyes.')
    const beside = await context.newPage()
    await beside.goto(`${team.url}/account`)
    await beside.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    assert.doesNotMatch(await page.content(), /For my eyes/)
    assert.deepEqual(await said(), ['It leaks.', 'At the bottom.'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('text typed on one ticket appears on no other ticket, and is restored on return', async () => {
    const { ann } = staff
    const owner = await team.user('owner')
    const [kettle, lamp] = [
      await createTicket(owner, { device: 'Kettle' }),
      await createTicket(owner, { device: 'Lamp' }),
    ]
    for (const id of [kettle, lamp]) await ann.tickets.pick({ id })
    const { page, context, complaints } = await browser.open({ width: 1440, height: 900 })
    await page.clock.setFixedTime(team.now())
    const show = async (path: string, device: string) => {
      await page.evaluate(`history.pushState(null, '', '${path}')`)
      await page.getByRole('heading', { level: 1, name: device }).waitFor()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const note = page.getByLabel('What is it waiting for?')
    const remedy = page.getByLabel('What helped')
    const toDo = {
      waits: async () => {
        await button('More actions').click()
        await page.getByRole('menuitem', { name: 'On hold', exact: true }).click()
      },
      isRepaired: () => page.getByRole('heading', { level: 1 }).press('r'),
    }
    await logIn(page, team.url, ann.token)
    // Both have been shown before, so that one takes the place of the other at once.
    await page.goto(`${team.url}/desk/tickets/${lamp}`)
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
    await show(`/desk/tickets/${kettle}`, 'Kettle')
    await page.getByLabel('Comment', { exact: true }).fill('The kettle leaks.')
    await toDo.waits()
    await note.fill('A new lid')
    await button('Go back').click()
    await toDo.isRepaired()
    await remedy.fill('Descaled it')
    await button('Go back').click()

    await show(`/desk/tickets/${lamp}`, 'Lamp')
    assert.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), '')
    await toDo.waits()
    assert.equal(await note.inputValue(), '')
    await button('Go back').click()
    await toDo.isRepaired()
    assert.equal(await remedy.inputValue(), '')
    await button('Go back').click()
    await show(`/desk/tickets/${kettle}`, 'Kettle')
    await toDo.waits()
    assert.equal(await note.inputValue(), 'A new lid')
    await button('Go back').click()
    await toDo.isRepaired()
    assert.equal(await remedy.inputValue(), 'Descaled it')

    await logIn(page, team.url, owner.token)
    await page.goto(`${team.url}/mine/${lamp}`)
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
    await show(`/mine/${kettle}`, 'Kettle')
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.fill('Is it ready?')
    await show(`/mine/${lamp}`, 'Lamp')
    assert.equal(await comment.inputValue(), '')
    await show(`/mine/${kettle}`, 'Kettle')
    assert.equal(await comment.inputValue(), 'Is it ready?')

    for (const device of ['Iron', 'Drill']) {
      const { receipt = '' } = await ann.counter.create({ type: 0, device })
      team.secret(receipt)
      await page.goto(`${team.url}/healthz`)
      await page.goto(`${team.url}/r#${receipt}`)
      await page.getByRole('heading', { level: 1, name: device }).waitFor()
    }
    await comment.fill('Mind the cable.')
    await button('Other receipts').click()
    await page.getByRole('button', { name: 'Iron' }).click()
    await page.getByRole('heading', { level: 1, name: 'Iron' }).waitFor()
    assert.equal(await comment.inputValue(), '')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  test('a late answer to an earlier login does not end the new session', async () => {
    await using team = await newTeam()
    const ann = await team.member('Ann')
    const id = await createTicket(await team.user(), { device: 'Kettle' })
    const { page, context, complaints } = await browser.open({ width: 1440, height: 900 })
    const dialog = page.getByRole('dialog', { name: 'Your login has expired' })
    const token = () => page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token') ?? '')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.route('**/live', () => {})
    await logIn(page, team.url, ann.token)
    await page.goto(`${team.url}/desk/tickets/${id}`)
    await button('Claim').waitFor()
    await page.getByLabel('Comment', { exact: true }).fill('It leaks.')
    const before = await token()
    await team.as(before).session.logout()
    const [come, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = async (route: Route) => {
      const response = await route.fetch()
      come.resolve()
      await released.promise
      await route.fulfill({ response })
    }
    await page.route('**/tickets/addnote', late, { times: 1 })
    // Not by the mouse: a query of the page that is refused first covers the buttons with the dialog.
    await button('Send').dispatchEvent('click')
    await come.promise
    await button('Claim').dispatchEvent('click')
    await dialog.getByLabel('Name').fill('member Ann')
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button('Start diagnosing').waitFor()
    const now = await token()
    assert.notEqual(now, before)
    const answered = page.waitForResponse('**/tickets/addnote')
    released.resolve()
    await answered
    await page.getByRole('alert').waitFor()
    assert.deepEqual([await token(), await dialog.count()], [now, 0])
    await button('Send').click()
    await page.getByText('Sent').waitFor()
    assert.equal((await team.as(now).tickets.info({ id })).notes.at(-1)?.content, 'It leaks.')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  // This test runs last, because the service stops.
  test('a photo that waited over an hour is uploaded again; without its file the text is sent alone', async () => {
    const { ann } = staff
    const owner = await team.user('late')
    const id = await createTicket(owner, { device: 'Toaster' })
    const { page, context, complaints } = await browser.open({ width: 390, height: 844, locale: 'zh-CN' })
    await page.clock.setFixedTime(team.now())
    const choose = async (...names: string[]) => {
      for (const name of names) {
        const uploaded = page.waitForResponse((response) => response.url().endsWith('/upload'))
        const file = { name, mimeType: 'image/jpeg', buffer: await photo() }
        await page.locator('input[type=file]').setInputFiles(file)
        await (await uploaded).finished()
      }
    }
    const anHourLater = async () => {
      team.pass({ minutes: 61 })
      await team.running.jobs.find(({ name }) => name === 'unused pictures')?.run(AbortSignal.any([]))
    }
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const lastNote = async () => (await ann.tickets.info({ id })).notes.at(-1)

    await logIn(page, team.url, owner.token)
    await page.goto(`${team.url}/mine/${id}`)
    await page.getByLabel('留言', { exact: true }).fill('It smokes.')
    await choose('one.jpg', 'two.jpg')
    await anHourLater()
    await click(zh.ticket.send)
    await page.getByText(zh.ticket.sent).waitFor()
    const note = await lastNote()
    assert.deepEqual([note?.content, note?.pic.length], ['It smokes.', 2])

    await page.goto(`${team.url}/new`)
    await page.getByLabel(zh.filing.device).fill('Fan')
    await choose('one.jpg', 'two.jpg')
    // The draft is kept by an effect of the page.
    await page.waitForFunction("JSON.parse(localStorage['fettle.typed.ticket'] ?? '{}').pic?.length === 2")
    await page.reload()
    await page.getByText(zh.filing.kept).waitFor()
    await anHourLater()
    await choose('fresh.jpg')
    await click(zh.filing.send)
    for (const number of [1, 2])
      await page
        .getByRole('alert')
        .filter({ hasText: `照片 ${number} 已经删除` })
        .waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.equal(await page.getByLabel(zh.filing.device).inputValue(), 'Fan')
    await click(zh.filing.send)
    await page.getByRole('heading', { level: 1, name: 'Fan' }).waitFor()
    const filed = (await owner.tickets.mine()).list.find(({ device }) => device === 'Fan')
    assert.equal((await owner.tickets.info({ id: filed?.id ?? 0 })).notes.at(-1)?.pic.length, 1)
    // The refusals that this test is about.
    assert.deepEqual(
      complaints.filter((one) => !one.includes('400')),
      [],
    )
    await context.close()
  })

  test('a restart of the service while people type at the desk, in a roster and on the portal loses no letter', async () => {
    const { admin, ann } = staff
    const owner = await team.user('owner')
    const id = await createTicket(owner, { device: 'Kettle' })
    const { list } = await admin.rosters.list()
    const at = async (path: string, who: { token: string }, width: number) => {
      const { page, complaints } = await browser.open({ width, height: 844 })
      await page.clock.install()
      await logIn(page, team.url, who.token)
      await page.goto(team.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return { page, complaints, banner: page.getByRole('status').filter({ hasText: 'No connection right now.' }) }
    }
    const desk = await at(`/desk/tickets/${id}`, ann, 1440)
    const roster = await at(`/console/rosters/${list[0]?.id}`, admin, 1440)
    const portal = await at('/new', owner, 390)
    const everywhere = [desk, roster, portal]
    const [comment, name, device] = [
      desk.page.getByLabel('Comment', { exact: true }),
      roster.page.getByLabel('Name'),
      portal.page.getByLabel('Device'),
    ]
    await comment.fill('It leaks')
    await name.fill('Autumn, ')
    await device.fill('Toaster')

    await team.running[Symbol.asyncDispose]()
    for (const { banner } of everywhere) await banner.waitFor()
    // Long enough for each page to give up its requests, and to start again.
    const askInVain = async ({ page }: (typeof everywhere)[number]) => {
      for (let times = 0; times < 8; times += 1) {
        const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/user/me'))
        await page.clock.fastForward(1_000)
        await asked
      }
    }
    await Promise.all(everywhere.map(askInVain))
    await comment.press('End')
    await desk.page.keyboard.type(' at the bottom.')
    await desk.page.getByRole('button', { name: 'Send' }).click()
    await desk.page.getByRole('alert').getByText('The service is not answering.').waitFor()
    await name.press('End')
    await roster.page.keyboard.type('second half')
    await device.press('End')
    await portal.page.keyboard.type(' with two slots')
    const file = { name: 'toaster.jpg', mimeType: 'image/jpeg', buffer: await photo() }
    await portal.page.locator('input[type=file]').setInputFiles(file)
    await portal.page.getByText('The network failed. Not uploaded.').waitFor()
    // The banner is above the page and covers nothing on it.
    for (const { page, banner } of everywhere) {
      await page.evaluate('scrollTo(0, 0)')
      const [over, title] = [await banner.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()]
      assert.ok(over && title && over.y + over.height <= title.y, 'the banner covers the title')
    }

    await using again = await newTeam({ beside: team, env: { PORT: new URL(team.url).port } })
    assert.equal(again.url, team.url)
    for (const { banner } of everywhere) await banner.waitFor({ state: 'hidden' })
    await portal.page.getByText('The network failed. Not uploaded.').waitFor({ state: 'hidden' })
    await desk.page.getByRole('button', { name: 'Send' }).click()
    await desk.page.getByText('Sent').waitFor()
    await roster.page.getByRole('button', { name: 'Save', exact: true }).click()
    await roster.page.getByRole('heading', { level: 1, name: 'Rosters' }).waitFor()
    await portal.page.getByRole('button', { name: 'Submit ticket' }).click()
    await portal.page.getByRole('heading', { level: 1, name: 'Toaster with two slots' }).waitFor()

    assert.equal((await ann.tickets.info({ id })).notes.at(-1)?.content, 'It leaks at the bottom.')
    assert.equal((await admin.rosters.list()).list[0]?.name, 'Autumn, second half')
    const filed = (await owner.tickets.mine()).list[0]
    assert.equal(filed?.device, 'Toaster with two slots')
    assert.equal((await owner.tickets.info({ id: filed.id })).notes.at(-1)?.pic.length, 1)
    for (const { complaints } of everywhere) assert.deepEqual(complaints, [])
  })
})
