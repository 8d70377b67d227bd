import assert from 'node:assert/strict'
import { after, before, describe, test as testOnce } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { connect } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type Lang, langs, languages } from '#contract/languages.ts'
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
  /** What the mini-program finds on the phone when it is started next. */
  const keeps = (page: Page, stored: object) =>
    page.evaluate((values) => {
      for (const [key, value] of Object.entries(values))
        globalThis.localStorage.setItem(`mp.${key}`, JSON.stringify(value))
    }, stored)
  /** Somebody's phone on which they are logged in as a member. */
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
  /** Two taps on one place, as a nervous finger does it. */
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

  // Each step begins where the one before has ended: one that fails is told once, and those after it are not tried.
  let broken = false
  const test = (what: string, work: () => Promise<void>) =>
    testOnce(what, async (t) => {
      if (broken) return t.skip('an earlier step of this walk failed')
      broken = true
      await work()
      broken = false
    })

  test('a member claims, once however often they tap, and is told who was faster', async () => {
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
    await says(page, say('#1 电热水壶'))
    await bob.tickets.pick({ id: 2 })
    await tapTwice(button(page, say('接单：#1 电热水壶')))
    await says(page, say('#1 归你了。'))
    await button(page, say('接单：#2 台灯')).tap()
    await says(page, /Bob/)
    assert.deepEqual(
      (await bob.tickets.info({ id: 2 })).workers.map(({ name }) => name),
      ['Bob'],
    )
    assert.equal((await bob.tickets.info({ id: 3 })).picked, false, 'a double tap claims one ticket')
    await page.getByRole('alert').waitFor()
    await looksGood(ann, 'the queue')

    await page.getByRole('radio', { name: new RegExp(`^${say('我的')}`) }).check()
    await says(page, say('#1 电热水壶'))
    await page.getByText(say('#3 笔记本电脑')).waitFor({ state: 'hidden' })
    await page.getByLabel(say('搜索工单')).fill(say('鼠标'))
    await says(page, say('没有符合条件的工单。'))
    await looksGood(ann, 'a search that finds nothing')
    await button(page, say('清除筛选')).tap()
    await says(page, say('#3 笔记本电脑'))
    assert.deepEqual(ann.complaints, [])
  })

  test('a member receives, writes, moves with a note and hands back', async () => {
    const { page } = ann
    await page.getByRole('link', { name: say('#1 电热水壶') }).tap()
    await page.getByLabel(say('货架')).fill('B3')
    await looksGood(ann, 'a ticket to receive')
    await button(page, say('收下')).tap()
    await says(page, say('货架 B3'))

    // The answer to a comment is lost: it is sent again with its key, and is there once.
    await page.getByLabel(say('内容'), { exact: true }).fill(say('底座烧坏了，换一个。'))
    await ann.chooses(await photo())
    await button(page, say('添加照片')).tap()
    await button(page, say('同意')).tap()
    await button(page, say('移除照片 1')).waitFor()
    await looksGood(ann, 'a comment with a photo')
    await page.route(
      '**/tickets/addnote',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await tapTwice(button(page, say('发送')))
    await says(page, say('已发送'))
    const told = async () =>
      (await bob.tickets.info({ id: 1 })).notes.filter(({ content }) => content === say('底座烧坏了，换一个。'))
    assert.deepEqual(
      (await told()).map(({ type, pic, held }) => [type, pic.length, held]),
      [[1, 0, 1]],
      'others see the picture once it was checked',
    )

    // What waits says for what; the note is for members, and is kept when the service cannot be reached.
    await button(page, say('更多操作')).tap()
    await button(page, say('等待中')).tap()
    await button(page, say('改为“等待中”')).tap()
    await says(page, say('写一句在等什么'))
    await button(page, say('等零件')).tap()
    await looksGood(ann, 'the form of a move')
    await page.getByRole('switch', { name: say('仅队员可见') }).check()
    await page.route('**/tickets/update', (route) => route.abort(), { times: 3 })
    await button(page, say('改为“等待中”')).tap()
    await says(page, say('写好的内容还在'))
    assert.equal(await page.getByLabel(say('在等什么？')).inputValue(), say('等零件'))
    await button(page, say('改为“等待中”')).tap()
    await button(page, say('开始维修')).waitFor()
    const waiting = await bob.tickets.info({ id: 1 })
    assert.deepEqual(
      waiting.notes.filter(({ content }) => content === say('等零件')).map(({ type }) => type),
      [2],
    )

    await button(page, say('更多操作')).tap()
    await button(page, say('已修好')).tap()
    await button(page, say('是“Midea 电水壶”吗？')).waitFor()
    await looksGood(ann, 'the form of a repair')
    await button(page, say('是“Midea 电水壶”吗？')).tap()
    await page.getByLabel(say('怎么修好的')).fill(say('换了底座'))
    await button(page, say('改为“已修好”')).tap()
    await button(page, say('交还报修人')).waitFor()
    const { outcome, category, brand, remedy } = await bob.tickets.info({ id: 1 })
    assert.deepEqual([outcome, category, brand, remedy], ['fixed', 14, 'Midea', say('换了底座')])

    // The login has ended meanwhile: nobody notices, and they are still a member.
    await ann.person.session.logout()
    await button(page, say('交还报修人')).tap()
    await button(page, say('确认交还')).tap()
    await says(page, say('还有 3 件未核对'))
    await page.getByRole('checkbox', { name: say('电热水壶（机器本身）') }).check()
    await page.getByRole('checkbox', { name: say('电源适配器') }).check()
    await button(page, say('没有还：包或盒子')).tap()
    await page.getByLabel(say('包或盒子为什么没有还')).fill(say('上次已经带走'))
    await looksGood(ann, 'the form of handing back')
    await tapTwice(button(page, say('确认交还')))
    await says(page, say('已交还报修人'))
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

  test('a member asks leave, takes an offer, signs in by the code of the board, and sums up', async () => {
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
    const { token } = await admin.hours.makeBoard()
    team.secret(token)
    const board = connect({ url: team.url, token: () => token, lang: () => 'en_US' })
    shown = async () => {
      const { code } = await board.hours.boardCode()
      team.secret(code)
      return code
    }

    await ann.go('team/shifts/shifts')
    await button(page, say('请假：明天 · 第 1 班')).tap()
    await page.getByLabel(say('谁来替你')).selectOption('Eve')
    await page.getByLabel(say('原因（可不填）')).fill(say('有课'))
    await looksGood(ann, 'asking leave, and an offer')
    await button(page, say('请假')).tap()
    await says(page, say('已请假，Eve 替你来。'))

    await button(page, say('我来：今天 · 第 2 班')).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('确定') })
      .tap()
    await says(page, say('没有你可以接的班。'))
    await looksGood(ann, 'an offer that is taken')
    assert.deepEqual(
      (await bob.rosters.week({})).list.find(({ shift, weekday }) => weekday === 1 && shift === 2)?.workers,
      ['Ann'],
    )

    await page.getByLabel(say('签到码')).fill('K7QM')
    await button(page, say('签到')).tap()
    await says(page, say('签到码是看板上的 8 位字符'))
    await looksGood(ann, 'a code that is none')
    await ann.scans(`${team.url}/in#${await shown()}`)
    await button(page, say('扫看板的码')).tap()
    await says(page, say('你已签到'))
    assert.deepEqual(
      (await bob.hours.here()).here.map(({ name, shift }) => [name, shift]),
      [['Ann', '1']],
    )
    await button(page, say('加一人')).tap()
    await looksGood(ann, 'somebody who is signed in')
    await button(page, say('保存')).tap()
    await button(page, say('保存')).waitFor({ state: 'hidden' })
    team.pass({ minutes: 90 })
    await button(page, say('签退')).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('确定') })
      .tap()
    await says(page, say('共 1 小时 30 分钟。辛苦了！'))
    await looksGood(ann, 'somebody who is signed out')

    await ann.go('team/summary/summary')
    await page.getByLabel(say('小结')).fill(say('修好一个水壶。'))
    await ann.start('team/summary/summary')
    await says(page, say('值班小结'))
    await looksGood(ann, 'a summary')
    assert.equal(await page.getByLabel(say('小结')).inputValue(), say('修好一个水壶。'))
    await tapTwice(button(page, say('提交小结')))
    await says(page, say('小结已提交'))
    assert.deepEqual(
      (await admin.conclusions.list({})).list.map(({ conclusion }) => conclusion),
      [say('修好一个水壶。')],
    )
    assert.deepEqual(ann.complaints, [])
  })

  test('who scans the board before they are here as a member is signed in once they are', async () => {
    ada = await openPhone(browser, team, scene.peer, { openid: 'openid-of-Ada', locale })
    const { page } = ada
    await ada.scans(`${team.url}/in#${await shown()}`)
    await button(page, say('扫一扫')).tap()
    await says(page, say('先以队员身份登录'))
    await looksGood(ada, 'a code of the board that waits')
    await ada.scans(`${team.url}/join#${await invited('Ada', true)}`)
    await button(page, say('扫邀请码')).tap()
    await says(page, say('你已签到'))
    assert.deepEqual(
      (await bob.hours.here()).here.map(({ name }) => name),
      ['Ada'],
    )
    assert.deepEqual(ada.complaints, [])
  })

  test('an administrator sets duty, and who is none is told so', async () => {
    await ann.go('team/duty/duty')
    await says(ann.page, say('仅限管理员'))
    await looksGood(ann, 'what is for administrators')
    const { page, complaints } = ada
    await ada.go('team/duty/duty')
    await page.getByRole('radio', { name: say('暂停值班') }).check()
    await says(page, say('填好上面的内容'))
    await page.getByLabel(say('原因')).fill('exams')
    await says(page, say('保存后，大家将看到'))
    await page.route('**/admin/duty/update', (route) => route.abort(), { times: 1 })
    await button(page, say('保存')).tap()
    await says(page, say('连不上服务。'))
    await looksGood(ada, 'a pause that is not saved')
    await tapTwice(button(page, say('保存')))
    await says(page, say('已保存，立即生效。'))
    assert.equal((await team.anyone.duty.info()).offDutyReason, 'exams')
    await page.getByRole('radio', { name: say('特殊值班') }).check()
    await page.getByLabel(say('地点')).fill(say('三号门'))
    await page.getByLabel(say('开始日期')).fill('2026-11-20')
    await page.getByLabel(say('开始时间')).fill('14:00')
    await page.getByLabel(say('结束日期')).fill('2026-11-20')
    await page.getByLabel(say('结束时间')).fill('17:00')
    await says(page, say('从开始时间起，大家将看到'))
    await looksGood(ada, 'special duty')
    await button(page, say('保存')).tap()
    await button(page, say('取消安排 三号门')).waitFor()
    await looksGood(ada, 'special duty that is planned')
    await button(page, say('取消安排 三号门')).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('确定') })
      .tap()
    await says(page, say('没有安排。'))

    assert.deepEqual(complaints, [])
  })

  // The rest is the same in both.
  if (lang === 'en_US') return

  test('a member sees what helped before, asks to join, and hears that somebody else has moved a ticket', async () => {
    const { page } = ann
    await files('电热水壶', { deviceModel: '美的 MK-17', description: '不加热了。' })
    await ann.go('team/ticket/ticket?id=4')
    await says(page, '以前修过')
    const before = page.getByRole('link', { name: '换了底座' })
    await before.waitFor()

    // Two taps open one page. WeChat keeps ten: the next one takes the place of the last.
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
    await says(page, '已在内部备注里问了')
    await bob.tickets.assign({ id: 2, name: 'Ann' })
    await ann.pullDown()
    await button(page, '开始检测').tap()
    await page.getByLabel('附言（可不填）').fill('我来看看')
    await bob.tickets.update({ id: 2, status: 5 })
    await button(page, '改为“检测中”').tap()
    await page.getByRole('alert').waitFor()
    await says(page, '已修好')
    assert.equal(await page.getByLabel('内容').inputValue(), '我来看看', 'nothing that was written is lost')
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
    await page.getByLabel('Text', { exact: true }).fill('The spring is broken')
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
    await says(page, 'Saved. Everybody sees it now.')
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
    assert.equal(await page.getByRole('alert').count(), 0)
    for (const changed of [unknown, '**/tickets/search*', '**/tickets/info*']) await page.unroute(changed)
    assert.deepEqual(complaints, [])
  })

  test('a token that is refused while somebody logs in holds nothing up', async () => {
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
    // The walks come by all the others.
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
    // The largest that WeChat has, and the longer of both languages.
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
    assert.deepEqual(complaints, [])
  })
}
