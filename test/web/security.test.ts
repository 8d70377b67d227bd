import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeNow } from '#service/people/totp.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { newTeam, type Team } from '../support/team.ts'

const passwd = 'correct horse battery'

describe('account security', { skip: noBrowser }, () => {
  const opened = new AsyncDisposableStack()
  let team: Team
  let browser: OpenBrowser
  let page: Page
  let complaints: string[]
  /** The key of the administrator's second factor. */
  let secret = ''
  before(async () => {
    team = opened.use(await newTeam())
    team.secret(passwd)
    browser = opened.use(await openBrowser())
    ;({ page, complaints } = await browser.open())
  })
  after(() => opened.disposeAsync())

  test('an administrator sets a password and two-step verification, and is asked for both', async () => {
    const admin = await team.admin()
    await logIn(page, team.url, admin.token)
    await page.goto(`${team.url}/console`)
    await page.getByRole('link', { name: 'Switch on two-step verification' }).click()
    const password = page.getByRole('region', { name: 'Password' })
    await password.getByRole('textbox', { name: 'Student ID' }).fill('a1')
    await password.getByLabel('New password', { exact: true }).fill('password')
    await password.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('New password is easy to guess').waitFor()
    await password.getByLabel('New password', { exact: true }).fill(passwd)
    await password.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('You can log in as a member with student ID a1').waitFor()
    assert.equal(await password.getByLabel('New password', { exact: true }).inputValue(), '')
    const factor = page.getByRole('region', { name: 'Two-step verification' })
    await factor.getByRole('button', { name: 'Set up' }).click()
    await factor.getByRole('img', { name: 'key for two-step verification' }).waitFor()
    secret = await factor.getByText(/^[A-Z2-7]{32}$/).innerText()
    team.secret(secret)
    await factor.getByRole('textbox', { name: 'Code' }).fill('000000')
    await factor.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('This verification code is wrong').waitFor()
    await factor.getByRole('textbox', { name: 'Code' }).fill(codeNow(secret, team.now()))
    await factor.getByRole('button', { name: 'Switch on' }).click()
    const recovery = page.getByRole('region', { name: 'Recovery codes' })
    await recovery.waitFor()
    const codes = await recovery.getByText(/^rec_/).allInnerTexts()
    assert.equal(codes.length, 8)
    for (const code of codes) team.secret(code)
    // A notice that comes in meanwhile may push a button under the pointer, whose colour then changes while it is looked at.
    await page.mouse.move(0, 0)
    assert.deepEqual(await accessibilityViolations(page), [], 'recovery codes')
    await recovery.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('8 recovery codes are left.').waitFor()
    // Ten minutes later an irreversible action asks for the proof again, and then continues.
    team.pass({ minutes: 11 })
    await page.goto(`${team.url}/account/data`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' })
    await dialog.getByRole('textbox', { name: 'Code' }).fill('123')
    await page.keyboard.press('Enter')
    await dialog.getByText('This verification code is wrong').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [], 'the question')
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeNow(secret, team.now()))
    await page.keyboard.press('Enter')
    await saving
    // In another browser the password alone is not enough.
    const other = await browser.open({ locale: 'zh-CN' })
    await logIn(other.page, team.url, (await team.user('laptop', 'zh_CN')).token)
    await other.page.goto(`${team.url}/join?next=/console`)
    await other.page.getByRole('button', { name: '学号登录' }).click()
    await other.page.getByRole('textbox', { name: '学号' }).fill('a1')
    await other.page.getByLabel('密码', { exact: true }).fill(passwd)
    await other.page.getByRole('button', { name: '进入工作台' }).last().click()
    const asked = other.page.getByRole('dialog', { name: '请确认是你本人' })
    await asked.getByRole('textbox', { name: '验证码' }).waitFor()
    await other.page.keyboard.press('Escape')
    await other.page.getByText('请输入验证器应用现在显示的验证码').waitFor()
    await other.page.getByRole('button', { name: '进入工作台' }).last().click()
    await asked.getByRole('textbox', { name: '验证码' }).fill(codes[0] ?? '')
    await other.page.keyboard.press('Enter')
    await other.page.getByRole('heading', { level: 1, name: '概览' }).waitFor()
    assert.deepEqual([...complaints, ...other.complaints], [])
    await other.context.close()
  })

  test('a member without a password proves who they are with a new invitation code, on the page that asks', async () => {
    const [admin, eve] = [await team.admin(), await team.member('Eve')]
    const { id } = await eve.members.checklogin()
    team.pass({ minutes: 11 })
    await logIn(page, team.url, eve.token)
    await page.goto(`${team.url}/account/login`)
    await page.getByRole('region', { name: 'Two-step verification' }).getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' })
    await admin.proof.confirm({ factor: codeNow(secret, team.now()) })
    const { code } = await admin.admin.invite({ id })
    team.secret(code)
    await dialog.getByRole('textbox', { name: 'Invitation code' }).fill('inv_nonsense')
    await page.keyboard.press('Enter')
    await dialog.getByText('This code is not valid').waitFor()
    await dialog.getByRole('textbox', { name: 'Invitation code' }).fill(code)
    await page.keyboard.press('Enter')
    team.secret(await page.getByText(/^[A-Z2-7]{32}$/).innerText())
    assert.deepEqual(complaints, [])
  })

  test('a member sees where another device is before logging it in, and logs it out again', async () => {
    const bob = await team.member('Bob')
    const laptop = await browser.open()
    await laptop.page.goto(`${team.url}/sign-in`)
    await laptop.page.getByRole('button', { name: 'Log in with another device' }).click()
    const pair = await laptop.page.getByText(/^pair_/).innerText()
    team.secret(pair)
    await logIn(page, team.url, bob.token)
    await page.goto(`${team.url}/account/login`)
    const device = page.getByRole('region', { name: 'Log in on another device' })
    await device.getByRole('textbox', { name: 'Code' }).fill(pair)
    await device.getByRole('button', { name: 'Check the device' }).click()
    await device.getByText(/^Chrome, Linux, from address 127\.0\.0\.1$/).waitFor()
    await device.getByRole('checkbox', { name: 'Also log it in as a member' }).check()
    assert.deepEqual(await accessibilityViolations(page), [], 'the other device')
    await device.getByRole('button', { name: 'Allow login' }).click()
    await page.getByText('The other device can now log in').waitFor()
    await laptop.page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    await page.reload()
    const sessions = page.getByRole('region', { name: 'Where you are logged in' })
    await sessions.getByText('by another device').waitFor()
    assert.equal(await sessions.getByText('as a member').count(), 2)
    assert.equal((await laptop.context.cookies()).length, 1)
    await sessions.getByRole('button', { name: 'Log out: Chrome, Linux' }).click()
    await page.getByText('Logged out', { exact: true }).waitFor()
    assert.equal((await bob.sessions.list()).list.length, 1)
    await laptop.page.reload()
    await laptop.page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    // The session in the other browser has ended, so its cookie is deleted, now or by the next page.
    const next = await laptop.context.newPage()
    await next.goto(`${team.url}/desk`)
    await next.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    assert.deepEqual(await laptop.context.cookies(), [])
    assert.deepEqual([...complaints, ...laptop.complaints], [])
  })
})
