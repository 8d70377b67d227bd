import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Lang } from '#contract/languages.ts'
import { defaultSettings } from '#contract/team/settings.ts'
import { chats } from '../peers/bots.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { until } from '../support/until.ts'

describe('pages of administrators', { skip: noBrowser }, () => {
  const opened = new AsyncDisposableStack()
  let team: Team
  let admin: Person
  let page: Page
  let complaints: string[]
  before(async () => {
    team = opened.use(await newTeam())
    admin = await team.admin()
    ;({ page, complaints } = await opened.use(await openBrowser()).open())
    await logIn(page, team.url, admin.token)
  })
  after(() => opened.disposeAsync())

  /** Opens a page as the administrator, in the given language or in the last one. */
  async function at(path: string, { width, lang }: { width: number; lang?: Lang }) {
    if (lang) await admin.users.updateLocale({ lang })
    await page.setViewportSize({ width, height: 740 })
    await page.goto(team.url + path)
  }

  // This test runs first, while the log is empty.
  test('administrators read the log as sentences by day, and filter it by member, kind and day', async () => {
    for (let days = 2; days <= 25; days += 1) await admin.admin.updateSettings({ retentionDays: days })
    await at('/console/log', { width: 1440 })
    await page.getByRole('link', { name: 'admin changed “Days personal data is kept” from “24” to “25”.' }).waitFor()
    await page.getByText('1–20 of 25').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('21–25 of 25').waitFor()
    const first = page.getByText('changed “Days personal data is kept” from “30” to “2”.')
    await first.waitFor()
    await page.getByLabel('What').selectOption('Members')
    await first.waitFor({ state: 'hidden' })
    const day = page.getByRole('region', { name: 'Mon 16 Nov' })
    await day.getByRole('link', { name: 'admin logged in as a member (invitation).' }).click()
    await page.getByRole('button', { name: 'Close: admin' }).waitFor()
    await page.getByRole('link', { name: 'All members' }).click()
    await page.getByLabel('Find a member').waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByLabel('What').selectOption('Everything')
    await page.getByLabel('Until').fill('2026-11-15')
    await page.getByText('No entries found.').waitFor()
    await page.getByLabel('Until').fill('2026-11-16')
    await page.getByText('1–20 of 25').waitFor()
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByText('admin 修改了设置：“个人数据保留天数”从“24”改为“25”。').waitFor()
    await page.getByLabel('队员').selectOption('admin')
    await page.getByText('第 1–20 条，共 26 条').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('the admin pages show feedback as text and never run it', async () => {
    const ann = await team.user('ann')
    const written = '<script>document.title = "run"</script>\n<img src=x onerror="document.title = \'run\'"> =1+1'
    await ann.users.update({ name: '<b>Ann</b>' })
    await ann.users.report({ content: written })
    await at('/console/feedback', { width: 360, lang: 'en_US' })
    await page.getByText('<b>Ann</b>').waitFor()
    assert.ok((await page.getByRole('listitem').innerText()).includes(written))
    assert.equal(await page.title(), 'Feedback · Repair team')
    assert.deepEqual(complaints, [])
  })

  test('an administrator invites, changes, promotes, removes and brings back a member', async () => {
    await at('/console/members', { width: 360, lang: 'en_US' })
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await click('Invite a member')
    const form = page.getByRole('region', { name: 'Invite a member' })
    await form.getByLabel('Name').fill('admin')
    await form.getByLabel('Phone').fill('13900139000')
    await click('Create invitation code')
    await form.getByText('Another member is already called admin.').waitFor()
    await form.getByLabel('Name').fill('Bob')
    await form.getByRole('button', { name: 'Create invitation code' }).dblclick()
    await form.getByRole('heading', { name: 'Invitation for Bob' }).waitFor()
    const code = await form.getByText(/^inv_/).innerText()
    team.secret(code)
    await click('Done')

    await click('Edit: Bob')
    await page.getByLabel('Student ID').fill('20261234')
    const passwd = page.getByLabel('New password')
    await passwd.fill('hums like an old fan')
    team.secret('hums like an old fan')
    await click('Save')
    await page.getByText('Saved').waitFor()
    assert.equal(await passwd.inputValue(), '')
    await click('New invitation code')
    await click('New invitation code')
    const again = await page.getByText(/^inv_/).innerText()
    assert.notEqual(again, code)
    team.secret(again)
    await click('Done')
    await click('Make administrator')
    await page.getByRole('group', { name: /^Make Bob an administrator\?/ }).waitFor()
    await click('Go back')
    assert.equal((await admin.admin.members()).list[0]?.role, 'member')
    await click('Make administrator')
    await click('Make administrator')
    await page.getByText('administrator', { exact: true }).nth(1).waitFor()
    await click('Remove as administrator')
    await page.getByRole('group', { name: /^Remove Bob as administrator\?/ }).waitFor()
    await click('Remove as administrator')
    await page.getByRole('button', { name: 'Make administrator' }).waitFor()
    // Destructive buttons are red, in dark mode too.
    await page.emulateMedia({ colorScheme: 'dark' })
    const remove = page.getByRole('button', { name: 'Remove from the team' })
    const [red, green] =
      (await remove.evaluate((button) => button.computedStyleMap().get('color')?.toString() ?? '')).match(/\d+/g) ?? []
    assert.ok(Number(red) - Number(green) > 60, `rgb(${red}, ${green}, …)`)
    await page.emulateMedia({ colorScheme: 'light' })
    await click('Remove from the team')
    await page.getByRole('button', { name: 'Go back' }).click()
    await click('Remove from the team')
    await click('Remove from the team')
    await page.getByText('removed', { exact: true }).waitFor()
    await click('Add again')
    await page.getByText('removed', { exact: true }).waitFor({ state: 'hidden' })
    const { list } = await admin.admin.members()
    assert.deepEqual(
      list.map(({ name, role, active, stuid, phone }) => ({ name, role, active, stuid, phone })),
      [
        { name: 'Bob', role: 'member', active: true, stuid: '20261234', phone: '13900139000' },
        { name: 'admin', role: 'admin', active: true, stuid: '', phone: '' },
      ],
    )
    await click('Edit: admin')
    await click('Remove from the team')
    await click('Remove from the team')
    await page.getByText('This is the last administrator.').waitFor()

    // Problems of a pasted list are shown before members are added; the codes are on a printable sheet.
    await page.reload()
    await click('Invite several')
    const several = page.getByRole('region', { name: 'Invite several' })
    await several.getByLabel('List of names').fill('Bob\nCarol\t20261235\n韩梅梅')
    await several.getByText('Bob: already a member').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await several.getByRole('button', { name: 'Create 2 codes' }).dblclick()
    await several.getByRole('img', { name: 'QR code: Invitation for 韩梅梅' }).waitFor()
    const codes = await several.getByText(/^inv_/).allInnerTexts()
    assert.equal(codes.length, 2)
    for (const one of codes) team.secret(one)
    assert.deepEqual(await accessibilityViolations(page), [])
    // Only the sheet is printed.
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await page.locator('code:visible').allInnerTexts(), codes)
    assert.equal(await page.getByRole('heading', { name: 'Members' }).isVisible(), false)
    await page.emulateMedia({ media: 'screen' })
    await click('Done')
    await page.getByText('4 members', { exact: true }).waitFor()
    const names = async () =>
      (await page.getByRole('button', { name: /^Edit: / }).all()).map((one) => one.getAttribute('aria-label'))
    await page.getByLabel('Sort by').selectOption('Name')
    assert.deepEqual(await Promise.all(await names()), ['Edit: 韩梅梅', 'Edit: admin', 'Edit: Bob', 'Edit: Carol'])
    await page.getByLabel('Sort by').selectOption('Student ID')
    assert.equal(await (await names())[2], 'Edit: 韩梅梅', 'without a student ID after those with one')
    await page.getByLabel('Find a member').fill('梅')
    await page.getByText('Carol').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Edit: 韩梅梅' }).waitFor()
    await page.getByLabel('Find a member').fill('nobody')
    await page.getByText('No member found.').waitFor()
    assert.deepEqual(complaints, [])
  })

  test('an administrator sees which channel does not work, sends a test, and chooses what the chat is told', async () => {
    await using peer = await smtpPeer()
    const clock: { now?: () => number } = {}
    await using chat = await chats(() => clock.now?.() ?? 0)
    const env = { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org', MESSAGES_PRIVATE: 'on', DEFAULT_LANG: 'en_US' }
    const SLACK_BOT_URL = chat.env(chat.url)['SLACK_BOT_URL'] ?? ''
    await using team = await newTeam({ env: { ...env, SLACK_BOT_URL } })
    clock.now = team.now
    for (const secret of chat.secrets) team.secret(secret)
    const admin = await team.admin()
    await admin.users.updateLocale({ lang: 'en_US' })
    chat.forgotten.add('slack')
    await createTicket(await team.user())
    await team.running.deliver()
    await team.running.deliver()
    await page.setViewportSize({ width: 360, height: 740 })
    await logIn(page, team.url, admin.token)
    await page.goto(`${team.url}/console`)
    await page.getByText('Fix the message channel: Slack').click()
    const test = (name: string) => page.getByRole('button', { name: `Send a test: ${name}` })
    await page.getByRole('listitem').filter({ hasText: 'Slack' }).getByText('problem').waitFor()
    await page.getByRole('table').getByText('Slack').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await test('Slack').click()
    await page.getByText('The test message was not accepted.').waitFor()
    chat.forgotten.clear()
    team.pass({ minutes: 1 })
    await test('Slack').click()
    await page.getByText('The chat accepted it').waitFor()
    assert.match(chat.said.slack.at(-1)?.text ?? '', /This is a test/)
    await test('Email').click()
    await page.getByText('There is no address to send it to').waitFor()
    await admin.messages.setMail({ mail: 'admin@example.org' })
    await admin.messages.verifyMail({ code: peer.codeTo('admin@example.org').code })
    await test('Email').click()
    await page.getByText('Sent. Check whether you got it.').waitFor()
    assert.match(peer.mails.at(-1)?.mail.subject ?? '', /test/)

    await page.getByRole('link', { name: 'Go to settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
    await page.getByRole('region', { name: 'Send to the team chat' }).waitFor()
    assert.equal(await page.getByText('Send to the webhook').count(), 0)
    await page.getByLabel('Quiet hours from').fill('23:30')
    await page.getByLabel('Reminders to collect (days)').fill('3, soon')
    await page.getByLabel('New tickets').uncheck()
    await page.getByLabel('Devices ready to collect').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Not saved. Reminders to collect (days) must be a whole number').waitFor()
    await page.getByLabel('Reminders to collect (days)').fill('3，10')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.deepEqual((await admin.admin.settings()).messages, {
      ...defaultSettings.messages,
      quietFrom: '23:30',
      uncollectedDays: [3, 10],
      chat: ['ready', 'gap', 'digest'],
    })
    assert.deepEqual(complaints, [])
    await page.goto('about:blank')
  })

  test('a page of settings is saved as a whole, and a refusal names its field and leads to it', async () => {
    await at('/console/settings/team', { width: 1440, lang: 'zh_CN' })
    const save = () => page.getByRole('button', { name: '保存' }).click()
    const goTo = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    await page.getByLabel('队名').fill('蓝天维修队')
    await save()
    await page.getByText('已保存').waitFor()
    await page.getByRole('link', { name: '蓝天维修队' }).waitFor()

    await goTo('隐私与登录')
    const days = page.getByLabel('保留天数')
    await days.fill('0')
    await page.getByLabel('管理员（小时）').fill('8')
    await page.getByLabel('每人每小时反馈').fill('0')
    await page.getByText('有修改还没有保存。').waitFor()
    await save()
    await page.getByText('没有保存。 保留天数不能小于 1。').waitFor()
    assert.equal(await days.evaluate((field) => field === field.ownerDocument.activeElement), true)
    await days.fill('soon')
    await save()
    await page.getByText('没有保存。 保留天数必须是整数。').waitFor()
    await days.fill('14')
    await page.getByRole('switch', { name: '所有队员都能看到完整电话' }).check()
    await save()
    await page.getByText('没有保存。 每人每小时反馈不能小于 1。').waitFor()
    assert.equal((await admin.admin.settings()).adminSessionHours, 12, 'a page is saved as a whole')
    await page.getByLabel('每人每小时反馈').fill('5')
    await save()
    await page.getByText('有修改还没有保存。').waitFor({ state: 'hidden' })
    await page.getByLabel('每人每小时留言').fill('70')
    await page.getByRole('button', { name: '放弃修改' }).click()
    assert.notEqual(await page.getByLabel('每人每小时留言').inputValue(), '70')

    await goTo('开放时间')
    const calendar = page.getByRole('region', { name: '放假与补班', exact: true })
    await calendar.getByRole('button', { name: '添加放假' }).click()
    await calendar.getByLabel('第一天').fill('2026-12-24')
    await calendar.getByLabel('最后一天').fill('2026-12-20')
    await calendar.getByRole('button', { name: '添加补班' }).click()
    await calendar.getByLabel('日期').fill('2026-12-26')
    await calendar.getByLabel('按哪天的班次').selectOption('星期四')
    await page.getByLabel('每班至少几人').fill('3')
    await save()
    await page.getByText('没有保存。 放假的结束时间必须晚于开始时间。').waitFor()
    await calendar.getByLabel('最后一天').fill('2026-12-31')
    await save()
    await page.getByText(/^没有保存。/).waitFor({ state: 'hidden' })
    await until(async () => (await admin.admin.settings()).minimumPerShift === 3)
    const { closedDays, makeUpDays, teamName, retentionDays, phonesForAllMembers, adminSessionHours, rates } =
      await admin.admin.settings()
    assert.deepEqual([teamName, retentionDays, phonesForAllMembers, adminSessionHours], ['蓝天维修队', 14, true, 8])
    assert.equal(rates.feedbackPerHour, 5)
    assert.deepEqual(closedDays, [{ from: '2026-12-24', until: '2026-12-31' }])
    assert.deepEqual(makeUpDays, [{ date: '2026-12-26', weekday: 4 }])
    assert.deepEqual(complaints, [])
  })

  test('the whole navigation is visible on a low laptop and on a phone, and each link leads to its page', async () => {
    const nav = page.locator('#side')
    const hidden = () => nav.evaluate((box) => box.scrollHeight - box.clientHeight)
    await at('/console', { width: 1366, lang: 'en_US' })
    for (const [part, title] of [
      ['People', 'Members'],
      ['Data', 'Statistics'],
      ['Set-up', 'Settings'],
      ['Work', 'Overview'],
    ] as const) {
      await nav.getByRole('link', { name: part, exact: true }).press('Enter')
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await nav.getByRole('link', { name: title, exact: true }).and(page.locator('[aria-current=page]')).waitFor()
      assert.equal(await hidden(), 0, part)
    }
    assert.equal(await nav.getByRole('link', { name: 'Members', exact: true }).isVisible(), false)
    await page.setViewportSize({ width: 1366, height: 1200 })
    await nav.getByRole('link', { name: 'Members', exact: true }).waitFor()
    assert.equal(await hidden(), 0, 'all groups are open on a high screen')
    await page.setViewportSize({ width: 390, height: 740 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const last = nav.getByRole('link').last()
    assert.ok(
      await last.evaluate((link) => link.getBoundingClientRect().bottom <= 740),
      'the end of the menu is in sight',
    )
    assert.deepEqual(complaints, [])
  })

  test('an administrator finds a setting by searching for it, and the result leads to its field', async () => {
    await at('/console/settings', { width: 390, lang: 'en_US' })
    const search = page.getByLabel('Search settings')
    await search.fill('bicycle racks')
    await page.getByText('No setting matches “bicycle racks”.').waitFor()
    await search.fill('days users')
    await page.getByRole('link', { name: /^Users \(days\)/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy and logins' }).waitFor()
    await page.waitForFunction("document.activeElement?.name === 'sessionDays'")
    await page.getByRole('link', { name: 'All settings' }).click()
    await page.getByRole('navigation', { name: 'All settings' }).getByRole('link').nth(6).waitFor()
    assert.deepEqual(complaints, [])
  })

  test('two administrators who change settings at once keep both changes', async () => {
    const { id } = await admin.admin.invite({ name: 'Carl' })
    await admin.admin.updateSettings({ closedDays: [], makeUpDays: [] })
    await at('/console/settings/opening', { width: 1440, lang: 'zh_CN' })
    const save = page.getByRole('button', { name: '保存' })
    const calendar = page.getByRole('region', { name: '放假与补班', exact: true })
    await calendar.getByRole('button', { name: '添加放假' }).click()
    await calendar.getByLabel('第一天').fill('2027-01-11')
    const exams = { from: '2027-01-11', until: '2027-01-11' }
    const holidays = { from: '2026-12-24', until: '2026-12-26', name: '圣诞' }
    await admin.admin.updateSettings({ closedDays: [holidays], teamName: '蓝天' })
    await save.click()
    await page.getByText('其他人刚刚也改了这里').waitFor()
    assert.deepEqual((await admin.admin.settings()).closedDays, [holidays])
    assert.equal(await calendar.getByRole('group', { name: '放假' }).count(), 2)
    await save.click()
    await page.getByText('已保存').waitFor()
    const { closedDays, teamName } = await admin.admin.settings()
    assert.deepEqual([closedDays, teamName], [[holidays, exams], '蓝天'])

    await page.goto(`${team.url}/console/members`)
    await page.getByRole('button', { name: '修改: Carl' }).click()
    await page.getByLabel('电话').fill('13900139000')
    await admin.admin.updateMember({ id, name: '李雷' })
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存').waitFor()
    const carl = async () => (await admin.admin.members()).list.find((one) => one.id === id)
    assert.deepEqual([(await carl())?.name, (await carl())?.phone], ['李雷', '13900139000'])
    // Both change the same value: the typed one stays, and the saved one is named.
    await page.getByLabel('电话').fill('13900139001')
    await admin.admin.updateMember({ id, phone: '13900139002' })
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('对方保存的“电话（选填）”：13900139002').waitFor()
    assert.equal(await page.getByLabel('电话').inputValue(), '13900139001')
    assert.equal(await page.getByLabel('姓名').inputValue(), '李雷')

    // One deletes what the other edits: the edits stay and can be saved as new.
    await admin.admin.updateSettings({ timetable: [{ shift: 1, from: '12:00', until: '14:00' }] })
    await admin.rosters.create({ name: '春季', sheet: [{ weekday: 1, shift: 1, workers: ['李雷'] }] })
    const [old] = (await admin.rosters.list()).list
    await page.goto(`${team.url}/console/rosters/${old?.id}`)
    await page.getByLabel('名称').fill('春季，新')
    await admin.rosters.delete({ id: old?.id ?? 0 })
    await page.getByRole('alert').filter({ hasText: '有人刚刚删除了这张排班表' }).waitFor()
    assert.equal(await page.getByLabel('名称').inputValue(), '春季，新')
    await page.getByRole('button', { name: '保存为草稿' }).click()
    await page.getByText('已保存').waitFor()
    const { list } = await admin.rosters.list()
    assert.deepEqual(
      list.map(({ name, sheet }) => [name, sheet.length]),
      [['春季，新', 1]],
    )
    assert.deepEqual(complaints, [])
  })
})
