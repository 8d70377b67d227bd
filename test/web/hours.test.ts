import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { hourWords } from '#client/words/hours.ts'
import { connect } from '#contract/client.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { printedSheets, scanQrCode } from '../support/printing.ts'
import { addRoster, type TeamWithRoster } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'

const hour = hourWords('zh_CN')

const signing = { on: true, desk: false, earlyMinutes: 15, overtimeMinutes: 30 }

describe('hours and attendance', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let people: TeamWithRoster
  let board: ReturnType<typeof connect>
  type Device = Awaited<ReturnType<OpenBrowser['open']>>
  let phone: Device
  let laptop: Device
  before(async () => {
    // A Monday, 09:30: Ann, Bob and Dan have shift 1, from 09:00 to 12:00.
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    people = await addRoster(team)
    const { admin } = people
    await admin.admin.invite({ name: 'Dan' })
    await admin.rosters.create({
      name: 'November',
      sheet: [{ weekday: 1, shift: 1, workers: ['Ann', 'Bob', 'Dan'], leader: 'Ann' }],
    })
    await admin.admin.updateSettings({
      teamName: '东区维修队',
      signing,
      signatory: { zh_CN: '志愿服务部', en_US: 'Volunteer Office' },
    })
    const { token } = await admin.hours.makeBoard()
    team.secret(token)
    board = connect({ url: team.url, token: () => token, lang: () => 'en_US' })
    browser = await openBrowser()
    phone = await browser.open({ width: 320, height: 640, locale: 'zh-CN', touch: true })
    laptop = await browser.open({ width: 1280, height: 900 })
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  /** The code that the board shows; no log may contain it. */
  async function code(): Promise<string> {
    const shown = (await board.hours.boardCode()).code
    team.secret(shown)
    return shown
  }

  /** True once the page has no session. */
  async function forget({ page, context }: Device): Promise<void> {
    await page.evaluate(() => globalThis.sessionStorage.clear())
    await context.clearCookies()
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  test('a member scans the board’s code on a small phone, logs in, signs in and signs out', async () => {
    const { ann } = people
    await ann.users.updateLocale({ lang: 'zh_CN' })
    const { page, complaints } = phone
    const scanIt = async (shown: string) => {
      await page.goto(`${team.url}/healthz`)
      await page.goto(`${team.url}/in#${shown}`)
    }
    const kept = () => page.evaluate(() => JSON.stringify({ ...globalThis.sessionStorage }))

    // The code waits during the login and is not visible.
    const logInByName = async () => {
      await heading(page, '登录')
      assert.equal(page.url(), `${team.url}/sign-in?next=%2Fin`)
      await page.getByLabel('名字').fill('member Ann')
      await page.getByRole('button', { name: '登录', exact: true }).click()
    }
    await page.clock.setFixedTime(team.now())
    await scanIt(await code())
    await logInByName()
    await page.getByText(hour.isIn).waitFor()
    await page.getByText('第 1 班 · 09:00–12:00 · 09:30 起').waitFor()
    await page.getByText(hour.left('12:00', '2 小时 30 分钟')).waitFor()
    await page.getByText(hour.alone).waitFor()
    assert.equal(page.url(), `${team.url}/in`)
    assert.equal((await kept()).includes('board-code'), false)
    assert.deepEqual(await accessibilityViolations(page), [])

    // Another member signs in; the page shows it live.
    await people.bob.hours.signIn({ code: await code() })
    await page.getByText(hour.with('Bob')).waitFor()

    // A second scan offers to sign out; it does not do so by itself.
    team.pass({ minutes: 90 })
    await page.clock.setFixedTime(team.now())
    await scanIt(await code())
    await page.getByText('扫看板的码签退').waitFor()
    assert.equal((await ann.hours.here()).here.length, 2)
    await page.getByRole('button', { name: hour.signOut }).click()
    await page.getByText(hour.outNow).waitFor()
    await page.getByText('第 1 班 09:30–11:00，共 1 小时 30 分钟。辛苦了！').waitFor()
    const [line] = (await ann.hours.mine({})).list
    assert.deepEqual([line?.came, line?.left, line?.minutes], ['board', 'board', 90])

    // A wrong code is refused at its field; a right one may be typed in lower case.
    await page.reload()
    const field = page.getByLabel(hour.code)
    await field.fill('K7QM')
    await field.press('Enter')
    await page.getByText('签到码是看板上的 8 位字符').waitFor()
    const old = await code()
    team.pass({ minutes: 2 })
    await page.clock.setFixedTime(team.now())
    await field.fill(old)
    await field.press('Enter')
    await page.getByText('签到码不对，或已超过一分钟').waitFor()
    const typed = (await code()).toLowerCase()
    await page.getByLabel(hour.code).fill(`${typed.slice(0, 4)} ${typed.slice(4)}`)
    await page.getByRole('button', { name: hour.signIn }).click()
    await page.getByText(hour.isIn).waitFor()
    await page.getByRole('link', { name: '我的时长' }).click()
    await heading(page, '我的时长')
    await page.getByRole('button', { name: hour.signOut }).click()
    await page.getByText(hour.outNow).waitFor()
    assert.deepEqual(
      (await ann.hours.mine({})).list.map(({ left }) => left),
      ['anywhere', 'board'],
    )

    // If the login takes longer than the code is valid, it is not sent.
    await forget(phone)
    await scanIt(await code())
    await heading(page, '登录')
    await page.clock.setFixedTime(team.now() + 61_000)
    await logInByName()
    await page.getByText('刚才扫的码已超过一分钟').waitFor()
    assert.deepEqual(
      (await ann.hours.here()).here.map(({ name }) => name),
      ['Bob'],
    )
    assert.deepEqual(complaints, [])
  })

  test('a member sees their hours, enters work, objects, and prints a certificate that anyone can verify', async () => {
    const { admin, eve } = people
    const { id: member } = await eve.members.checklogin()
    const { page, complaints } = laptop
    await page.clock.setFixedTime(team.now())
    await logIn(page, team.url, eve.token)
    await page.goto(`${team.url}/desk/hours`)
    await page.getByText('No hours this month yet.').waitFor()
    await page.getByText('You are not signed in').waitFor()

    // From another page it is open already, for today.
    await page.goto(`${team.url}/desk/hours?work`)
    await page.getByLabel('What you did').fill('Sorted the spare parts')
    assert.equal(await page.getByLabel('Date').inputValue(), '2026-11-16')
    assert.equal(new URL(page.url()).search, '')
    await page.getByLabel('What you did').press('Enter')
    await page.getByText('Please enter how long it took.').waitFor()
    await page.getByLabel('Date').fill('2026-11-17')
    await page.getByLabel('Hours', { exact: true }).fill('1.5')
    await page.getByLabel('Who with (optional)').fill('Bob')
    await page.getByRole('button', { name: 'Enter', exact: true }).click()
    const day = page.getByLabel('Date')
    await page.locator('[aria-invalid=true]').waitFor()
    assert.equal(await day.getAttribute('aria-invalid'), 'true', 'a day that is still to come')
    await day.fill('2026-11-14')
    await page.getByLabel('Who with (optional)').press('Enter')
    const line = page.getByRole('article', { name: 'Sat 14 Nov · Sorted the spare parts' })
    await line.getByText('to review', { exact: true }).waitFor()
    await line.getByText('1 h 30 min').waitFor()
    await line.getByText('with Bob').waitFor()

    const [entered] = (await eve.hours.mine({})).list
    await admin.hours.decide({ ids: [entered?.id ?? 0], state: 'refused', reason: 'Bob has it already' })
    await line.getByText('not counted').waitFor()
    await line.getByText('Reason: Bob has it already').waitFor()
    await line.getByRole('button', { name: 'Object' }).click()
    await page.keyboard.type('We both were there')
    await page.keyboard.press('Enter')
    await line.getByText('“We both were there” · waiting for an answer').waitFor()
    assert.deepEqual(
      (await eve.hours.mine({})).list.map(({ objection, objected }) => [objection, objected]),
      [['We both were there', true]],
    )

    // Earlier months: entered by an administrator, and closed.
    const reason = 'Before we had the board'
    await admin.hours.correct({ member, date: '2026-09-14', shift: '2', arrival: '14:10', leaving: '17:00', reason })
    await admin.hours.correct({ member, date: '2026-10-20', minutes: 45, what: 'Flyers', reason })
    await admin.hours.close({ name: 'September', until: '2026-09-30' })
    await admin.hours.close({ name: 'October', until: '2026-10-31' })
    await page.getByText('Closed periods').waitFor()
    await page.keyboard.press('p')
    await page.getByRole('article', { name: 'Tue 20 Oct · Flyers' }).waitFor()
    await page.getByRole('button', { name: 'Previous month' }).click()
    const before = page.getByRole('article', { name: 'Mon 14 Sept · Shift 2' })
    await before.getByText('14:10–17:00').waitFor()
    await before.getByText('10 min late').waitFor()
    await before.getByText(`Entered by admin · Reason: ${reason} · closed`).waitFor()
    assert.equal(new URL(page.url()).search, '?month=2026-09')

    await page.getByRole('link', { name: 'Print certificate' }).click()
    await heading(page, 'Certificate of hours')
    await page.getByRole('button', { name: 'Create certificate' }).click()
    await page.getByRole('button', { name: 'Print certificate' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual(await printedSheets(page), { pages: 1, width: 210, height: 297 })
    // More than a dozen periods and long texts.
    const certify = '**/member/hours/certificate'
    await page.route(certify, async (route) => {
      const answer = await route.fetch()
      const { data: made, ...around } = await answer.json()
      const [first] = made.periods
      const sums = { shift: 6015, work: 6015, ticket: 615, correction: -615, total: 12030 }
      const periods = Array.from({ length: 14 }, (_, place) => ({ ...first, name: `2026 秋季学期 ${place}`, sums }))
      const about = {
        stuid: '20260012345678',
        college: '电子信息与电气工程学院（国家示范性软件学院）',
        class: '计算机科学与技术二零二六级第十二班',
      }
      await route.fulfill({ response: answer, json: { ...around, data: { ...made, ...about, periods, sums } } })
    })
    const another = async () => {
      await page.getByRole('button', { name: 'Choose other periods' }).click()
      await page.getByRole('button', { name: 'Create certificate' }).click()
      await page.getByRole('button', { name: 'Print certificate' }).waitFor()
    }
    await another()
    assert.deepEqual(await printedSheets(page), { pages: 1, width: 210, height: 297 })
    await page.unroute(certify)
    await another()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    const sheet = page.locator('body > div[aria-hidden=true]')
    const text = await sheet.innerText()
    for (const needed of [
      '东区维修队',
      '志愿服务时长证明',
      'Certificate of Volunteer Hours',
      '兹证明Eve于 2026 年 9 月 14 日至 2026 年 10 月 31 日期间参加东区维修队志愿服务，经审核计入时长共 3 小时 35 分钟。',
      'Eve volunteered with 东区维修队 from 14 September 2026 to 31 October 2026',
      '志愿服务部',
      'Volunteer Office',
      '2026-09-14 – 2026-09-30',
      '2 h 50 min',
      '45 min',
      '3 h 35 min',
    ])
      assert.ok(text.includes(needed), `${needed} in ${text}`)
    const url = await scanQrCode(sheet.getByRole('img', { includeHidden: true }))
    const number = url.split('#')[1] ?? ''
    assert.match(number, /^\w{4}-\w{4}-\w{4}-\w{4}$/)
    assert.ok(text.includes(number), 'it can be typed as well')
    assert.deepEqual(complaints, [])

    // Continue as a guest and in another language.
    const stranger = phone
    await forget(stranger)
    await stranger.page.emulateMedia({ colorScheme: 'dark' })
    await stranger.page.goto(`${team.url}/certificate#${number}`)
    await stranger.page.getByText('这份证明是真的').waitFor()
    await stranger.page.getByText('3 小时 35 分钟').waitFor()
    await stranger.page.getByText('2026 年 9 月 14 日 至 2026 年 10 月 31 日').waitFor()
    assert.equal((await stranger.page.locator('main').innerText()).includes('Eve'), false)
    assert.deepEqual(await accessibilityViolations(stranger.page), [])
    const field = stranger.page.getByLabel('证明编号')
    await stranger.page.goto(`${team.url}/certificate#%`)
    await stranger.page.getByText('没有这个编号的证明').waitFor()
    await field.fill(`${number.slice(0, -1)}${number.endsWith('0') ? '1' : '0'}`)
    await field.press('Enter')
    await stranger.page.getByText('没有这个编号的证明').waitFor()
    await field.fill(number.toLowerCase().replaceAll('-', ' '))
    await field.press('Enter')
    await stranger.page.getByText('这份证明是真的').waitFor()
    assert.deepEqual(stranger.complaints, [])
  })

  test('on the shared laptop members sign in by tapping their name or with the keyboard only', async () => {
    const { admin, bob } = people
    const { page, complaints } = laptop
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.clock.setFixedTime(team.now())
    await logIn(page, team.url, bob.token)
    await page.goto(`${team.url}/desk/here`)
    await page.getByText('1 person is signed in.').waitFor()
    await page.getByRole('region', { name: 'Me' }).getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('No one is signed in now.').waitFor()

    // The administrator allows it, and the page hears of it.
    await admin.admin.updateSettings({ signing: { ...signing, desk: true } })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Bob Shift 1 Sign in').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByText('Dan is signed in (Shift 1)').waitFor()
    await button('Sign out: Dan').waitFor()
    // A member who is not on the roster.
    await page.keyboard.press('/')
    await page.keyboard.type('ev')
    await button('Eve Shift 1 Sign in').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Eve is signed in (Shift 1)').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('nobody')
    await page.getByText('No member has this name.').waitFor()
    const { here } = await admin.hours.here()
    assert.deepEqual(
      here.map(({ name }) => name),
      ['Dan', 'Eve'],
    )
    await page.getByLabel('Find a member').fill('')
    await button('Sign out: Dan').click()
    await page.getByRole('group', { name: 'Sign Dan out?' }).getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Dan is signed out: 11:02–11:02, 0 min').waitFor()
    const [stay] = (await people.eve.hours.mine({})).list
    assert.deepEqual([stay?.came, stay?.standing, stay?.here], ['desk', 'beside', true])

    // If signing in is off, the page says so, and the menu has no link to it.
    await admin.admin.updateSettings({ signing: { ...signing, on: false } })
    await page.getByText('Signing in is switched off').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Who is here' }).waitFor({ state: 'detached' })
    await page.getByRole('navigation').getByRole('link', { name: 'My hours' }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
