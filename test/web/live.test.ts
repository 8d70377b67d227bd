import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { accessibilityViolations } from '../support/axe.ts'
import { pollUntil } from '../support/block-writes.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { scanQrCode } from '../support/printing.ts'
import { sampleValue } from '../support/prometheus.ts'
import { addRoster, off, others, type TeamWithRoster } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'

const listeners = async (team: Team) => sampleValue(await team.anyone.machines.metrics(), 'fettle_listeners')

describe('live news', { skip: noBrowser }, () => {
  let team: Team
  let staff: TeamWithRoster
  let browser: OpenBrowser
  before(async () => {
    team = await newTeam()
    staff = await addRoster(team)
    browser = await openBrowser()
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })
  // Closes the pages of a test, so that they do not listen in the next one.
  const opened: BrowserContext[] = []
  const open = async (options?: Parameters<OpenBrowser['open']>[0]) => {
    const person = await browser.open(options)
    opened.push(person.context)
    return person
  }
  afterEach(() => {
    for (const context of opened.splice(0)) context.close().catch(() => {})
  })

  test('a change by one user appears on the pages of all others, on the board, and without live news too', async () => {
    const { admin, ann, bob } = staff
    const owner = await team.user('Olga')
    await owner.tickets.create({ type: 0, device: 'Kettle', owner: 'Olga' })
    await admin.duty.update(others('2026-11-16T12:30/2026-11-16T13:30', 'Gate 3'))

    const deaf = await open()
    await deaf.page.route('**/live', (route) => route.abort())
    await deaf.page.goto(team.url)
    const board = await open({ width: 1440, height: 900 })
    await board.page.goto(`${team.url}/board`)
    const [anns, bobs] = [await open(), await open()]
    for (const [{ page }, who] of [[anns, ann] as const, [bobs, bob] as const]) {
      await logIn(page, team.url, who.token)
      await page.goto(`${team.url}/desk`)
    }
    const claim = 'Claim #1 Kettle'
    for (const { page } of [anns, bobs]) await page.getByRole('button', { name: claim }).waitFor()
    const figure = (name: string) => board.page.locator('section').filter({ hasText: name })
    await pollUntil(team, async () => (await listeners(team)) === 3)

    await anns.page.getByRole('button', { name: claim }).click()
    await bobs.page.getByRole('button', { name: claim }).waitFor({ state: 'hidden' })
    await ann.tickets.update({ id: 1, status: 5 })
    await figure('Ready to collect').getByRole('listitem').getByText('#1', { exact: true }).waitFor()
    const place = { name: { zh_CN: '三号楼', en_US: 'Building 3' }, map: '' }
    const boardText = { zh_CN: '', en_US: 'Bring your card' }
    await admin.admin.updateSettings({ teamName: 'Fixers', place, boardText })
    await board.page.getByText('Bring your card').waitFor()
    for (const { page } of [deaf, board]) await page.getByRole('heading', { level: 1, name: 'Fixers' }).waitFor()

    const shown = await board.page.getByRole('main').innerText()
    const facts = [
      '09:30',
      'Monday 16 November',
      'Building 3',
      'Open',
      'until 12:00 today',
      'Led by Ann',
      '2 people here',
    ]
    const hours = ['today at 12:30 · Gate 3', 'Open today 09:00–12:00', 'Bring your card']
    for (const fact of [...facts, ...hours]) assert.match(shown, RegExp(fact))
    assert.doesNotMatch(shown, /Olga|Kettle|Bob/)
    // Phones cannot open an address of this computer alone.
    assert.doesNotMatch(shown, /127\.0\.0\.1/)
    for (const { complaints } of [board, anns, bobs]) assert.deepEqual(complaints, [])
  })

  test('the board shows at once that the team closes or opens and how many members are here', async () => {
    // The duty set here would last for the tests after this one, so the test has its own team.
    await using team = await newTeam()
    const { admin, ann } = await addRoster(team)
    const { page, complaints } = await open({ width: 1440, height: 900 })
    // Without timers the page changes only by live news.
    await page.addInitScript('setInterval = () => 0')
    await page.goto(`${team.url}/board`)
    await page.getByText('2 people here').waitFor()
    await pollUntil(team, async () => (await listeners(team)) === 1)
    await admin.duty.update({ ...off, offDutyReason: 'Spring cleaning' })
    await page.getByText('Spring cleaning').waitFor()
    await admin.duty.update(others('2026-11-16T09:00/2026-11-16T10:30', 'Gate 3'))
    await page.getByText('Gate 3').waitFor()
    await ann.duty.count({ dutycnt: 7 })
    await page.getByText('7 people here').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('a hidden page does not listen, and shows what it missed when it is visible again', async () => {
    const { admin } = staff
    const { page, complaints } = await open()
    await page.goto(team.url)
    await pollUntil(team, async () => (await listeners(team)) === 1)
    const turn = (state: string) =>
      page.locator('html').evaluate((root, now) => {
        Object.defineProperty(root.ownerDocument, 'visibilityState', { value: now, configurable: true })
        root.ownerDocument.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await turn('hidden')
    await pollUntil(team, async () => (await listeners(team)) === 0)
    await admin.admin.updateSettings({ teamName: 'Menders' })
    await turn('visible')
    await page.getByRole('heading', { level: 1, name: 'Menders' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('the board uses the language in its address, and reloads when the service has new pages', async () => {
    const { page, complaints } = await open({ width: 1440, height: 900 })
    await page.clock.install()
    await page.goto(`${team.url}/board?lang=zh_CN`)
    await page.getByRole('heading', { name: '可以取回' }).waitFor()
    let came = 0
    page.on('request', (request) => (came += Number(request.isNavigationRequest())))
    // Twice, so that what the first look would have led to has happened.
    for (let i = 0; i < 2; i += 1) {
      const looked = page.waitForResponse(
        (response) => response.request().resourceType() === 'fetch' && new URL(response.url()).pathname === '/board',
      )
      await page.clock.fastForward('10:01')
      await (await looked).finished()
    }
    assert.equal(came, 0, 'the same pages are left alone')
    await page.route('**/board', (route) => route.fulfill({ body: '<script src="/assets/index-new.js"></script>' }))
    const anew = page.waitForRequest((request) => request.isNavigationRequest())
    await page.clock.fastForward('10:01')
    await anew
    assert.deepEqual(complaints, [])
  })

  test('the board shows a current sign-in code and who is here, until its token is revoked', async () => {
    const { admin, ann, bob } = staff
    const signing = { on: true, desk: false, earlyMinutes: 15, overtimeMinutes: 30 }
    await admin.admin.updateSettings({ signing })
    const { token } = await admin.hours.makeBoard()
    const asBoard = team.as(token)
    const { page, complaints } = await open({ width: 1920, height: 1080 })
    await page.clock.install()
    await page.goto(`${team.url}/board?lang=en_US#${token}`)
    const section = page.locator('section').filter({ hasText: 'Members sign in' })
    const shows = async () => {
      const { code, url } = await asBoard.hours.boardCode()
      await section.getByText(`${code.slice(0, 4)} ${code.slice(4)}`, { exact: true }).waitFor()
      assert.equal(await scanQrCode(section.getByRole('img')), url)
      return code
    }
    const first = await shows()
    assert.equal(page.url(), `${team.url}/board?lang=en_US`, 'the token leaves the address')
    await page.getByText('No one has signed in yet').waitFor()
    assert.ok(((await section.getByRole('img').boundingBox())?.width ?? 0) > 320, 'a sixth of the display')

    await ann.hours.signIn({ code: first })
    await page.getByText('Here: Ann', { exact: true }).waitFor()
    await bob.hours.signIn({ code: first.toLowerCase() })
    await page.getByText('Here: Ann, Bob', { exact: true }).waitFor()
    await ann.hours.signOut({})
    await page.getByText('Here: Bob', { exact: true }).waitFor()

    team.pass({ seconds: 30 })
    await page.clock.fastForward(30_000)
    assert.notEqual(await shows(), first)
    assert.deepEqual(await accessibilityViolations(page), [])

    // Without a network the code goes before anybody is refused with it.
    await page.route('**/board/code', (route) => route.abort())
    await page.clock.fastForward(61_000)
    await section.getByText('No connection, so there is no code at the moment.').waitFor()
    assert.equal(await section.getByRole('img').count(), 0)
    await page.unroute('**/board/code')
    team.pass({ seconds: 61 })
    await page.clock.fastForward(31_000)
    await shows()

    // Other boards are unchanged, and so is this one while attendance is off.
    await admin.admin.updateSettings({ signing: { ...signing, on: false } })
    await section.waitFor({ state: 'detached' })
    await page.getByText('2 people here').waitFor()
    await admin.admin.updateSettings({ signing })
    await shows()
    await admin.hours.endBoard()
    await page.clock.fastForward(30_000)
    await section.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Led by Ann · 1 person here').waitFor()
    assert.equal(await page.evaluate(() => globalThis.localStorage.getItem('fettle.board')), null)
    assert.deepEqual(complaints, [])
  })
})
