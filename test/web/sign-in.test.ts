import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client, oidcPeer } from '../peers/oidc.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, type OpenBrowser, openBrowser, openProfile } from '../support/browser.ts'
import { freePort } from '../support/postgres.ts'
import { newTeam, type Team } from '../support/team.ts'

describe('logging in', { skip: noBrowser }, () => {
  let team: Team
  let browser: OpenBrowser
  let phone: Awaited<ReturnType<OpenBrowser['open']>>
  before(async () => {
    team = await newTeam()
    browser = await openBrowser()
    phone = await browser.open({ touch: true })
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })

  test('a user who opens their account logs in and gets there', async () => {
    const { page, complaints } = phone
    await page.goto(`${team.url}/account`)
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    assert.equal(page.url(), `${team.url}/sign-in?next=%2Faccount`)
    // A phone counts as personal, so the box is checked.
    assert.equal(await page.getByRole('checkbox', { name: 'Stay logged in on this device' }).isChecked(), true)
    assert.equal(await page.getByRole('checkbox').count(), 1)
    await page.getByLabel('Name').fill('ann')
    await page.getByRole('button', { name: 'Log in', exact: true }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    const { sessions } = await (await team.user('ann')).users.export()
    assert.equal(sessions.length, 2, 'a double tap is one login')
    const token = await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token'))
    team.secret(token ?? '')
    assert.ok(!page.url().includes(token ?? ''))
    assert.deepEqual(complaints, [])
  })

  test('a refused login code is reported beside it, in the language of the page', async () => {
    const { page, complaints } = await browser.open({ locale: 'zh-CN' })
    await page.goto(`${team.url}/sign-in`)
    const field = page.getByLabel('名字')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('名字是必填项。').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.ok(await field.evaluate((element) => element === element.ownerDocument.activeElement))
    await field.fill('pair_0000-0000-0000-0000')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('邀请码或验证码无效、已过期或已用过').waitFor()
    assert.equal(await field.inputValue(), 'pair_0000-0000-0000-0000')
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('a browser logs in by another device, also after its first code has run out', async () => {
    const laptop = await browser.open({ width: 1440 })
    await phone.context.clearCookies()
    await laptop.page.goto(`${team.url}/sign-in?next=%2Faccount`)
    await laptop.page.getByRole('button', { name: 'Log in with another device' }).click()
    const shown = laptop.page.getByText(/^pair_/)
    const first = await shown.innerText()
    await laptop.page.getByRole('region', { name: 'Phones cannot open Fettle yet' }).waitFor()
    // Whatever else may be answered meanwhile, the code still holds.
    const busy = { status: 429, headers: { 'x-error-code': 'too_many_requests' }, json: { code: 429, err: 'later' } }
    await laptop.page.route('**/login/paired', (route) => route.fulfill(busy), { times: 1 })
    for (const status of [429, 200])
      await laptop.page.waitForResponse(
        (answer) => answer.url().endsWith('/login/paired') && answer.status() === status,
      )
    assert.equal(await shown.innerText(), first)
    team.pass({ minutes: 6 })
    await laptop.page.getByText(first).waitFor({ state: 'hidden' })
    const ann = await team.member('Ann')
    await ann.users.update({ name: 'Ann' })
    await logIn(phone.page, team.url, ann.token)
    await phone.page.goto(`${team.url}/account/login`)
    await phone.page.getByLabel('Code').fill(first)
    await phone.page.getByRole('button', { name: 'Check the device' }).click()
    await phone.page.getByText('This code is not valid').waitFor()
    // The address of the QR code shows the device at once; whether it is let in is for a person to say.
    await phone.page.goto(`${team.url}/account#${await shown.innerText()}`)
    await phone.page.getByRole('button', { name: 'Allow login' }).click()
    await phone.page.getByText('The other device can now log in').waitFor()
    await laptop.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await laptop.page.getByText('You are logged in as Ann').waitFor()
    const asMember = (await ann.sessions.list()).list.filter(({ member }) => member)
    assert.equal(asMember.length, 1, 'the new session has no member login')
    assert.deepEqual([...laptop.complaints, ...phone.complaints], [])
    await laptop.context.close()
  })

  test('a person logs in by email and pastes the whole text of the code', async () => {
    await using peer = await smtpPeer()
    await using team = await newTeam({ env: { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' } })
    const { page, complaints } = await browser.open()
    await page.clock.install()
    await page.goto(`${team.url}/sign-in?next=%2Faccount`)
    await page.getByLabel('Email address').fill('nobody')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('Email address must be an email address.').waitFor()
    await page.getByLabel('Email address').fill(' ann@example.org ')
    await page.getByRole('button', { name: 'Send code' }).dblclick()
    await page.getByText('We sent a code to ann@example.org.').waitFor()
    assert.equal(peer.mails.length, 1)
    await page.getByText(/^No email\? .* in (30|29) s\.$/).waitFor()
    const again = page.getByRole('button', { name: 'Send another code' })
    assert.equal(await again.count(), 0)
    await page.clock.fastForward(30_000)
    await again.dblclick()
    await page.getByText('You can send another code in 5 minutes').waitFor()
    assert.equal(peer.mails.length, 2)
    const code = page.getByLabel('Code from the email')
    const login = page.getByRole('region', { name: 'Log in by email' }).getByRole('button', { name: 'Log in' })
    await code.fill('12345')
    await login.click()
    await page.getByText('This code is not valid').waitFor()
    // The link in the email opens the field for the code, and the complete code logs in without a click.
    const link = (mail = 0) => new URL(/\S+\/sign-in\?\S+/.exec(peer.mails[mail]?.mail.text ?? '')?.[0] ?? '')
    await page.goto(team.url + link().pathname + link().search)
    assert.equal(await code.evaluate((field) => field === field.ownerDocument.activeElement), true)
    await code.fill(peer.mails[0]?.mail.text ?? '')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()

    // The link alone logs in too, but only where the code was asked for.
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('link', { name: 'Log in' }).first().waitFor()
    team.pass({ minutes: 6 })
    await page.goto(`${team.url}/sign-in?next=%2Faccount`)
    await page.getByLabel('Email address').fill('ann@example.org')
    await page.getByRole('button', { name: 'Send code' }).click()
    await code.waitFor()
    const { pathname, search, hash } = link(2)
    const other = await browser.open()
    await other.page.goto(team.url + pathname + search + hash)
    await other.page.getByText('in the browser where you asked for the code').waitFor()
    assert.equal(other.page.url(), team.url + pathname + search)
    await page.goto(`${team.url}/`)
    await page.goto(team.url + pathname + search + hash)
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    assert.deepEqual(other.complaints, [])
    assert.deepEqual(complaints, [])
  })

  test('a browser logs in at the school and gets a code that works', async () => {
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    await using peer = await oidcPeer(`${publicUrl}/sso/callback`)
    const school = { OIDC_ISSUER: peer.url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret }
    await using team = await newTeam({ env: { ...school, PORT: String(port), PUBLIC_URL: publicUrl } })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: 'bob' })
    const english = await browser.open({ colorScheme: 'light', locale: 'en-US' })
    const chinese = await browser.open({ colorScheme: 'dark', locale: 'zh-CN' })
    for (const { page, complaints, locale } of [
      { ...chinese, locale: 'zh-CN' },
      { ...english, locale: 'en-US' },
    ]) {
      await page.goto(`${team.url}/sso/start`)
      await page.getByLabel('Account').fill('bob')
      await page.getByRole('button').click()
      const code = (await page.locator('code').textContent()) ?? ''
      team.secret(code)
      assert.equal(await page.locator('html').getAttribute('lang'), locale)
      assert.ok(Number((await page.getByRole('img').boundingBox())?.width) > 200)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      assert.deepEqual(await accessibilityViolations(page), [])
      assert.deepEqual(complaints, [])
      const bob = team.as((await team.anyone.session.login({ code })).token)
      await bob.members.login({ code })
      assert.equal((await bob.members.checklogin()).name, 'Bob')
    }

    const { page, context, complaints } = english
    await context.clearCookies()
    const addresses: string[] = []
    context.on('request', (request) => addresses.push(request.url()))
    const toSchool = async (path: string) => {
      await page.goto(team.url + path)
      await page.getByRole('button', { name: 'Log in with your school account' }).click()
      await page.getByLabel('Account').waitFor()
    }
    const atSchool = async (account: string) => {
      await page.getByLabel('Account').fill(account)
      await page.getByRole('button').click()
    }
    // A login that this tab did not begin is not taken over, not even while one of its own is under way.
    await toSchool('/sign-in')
    await page.goto(`${team.url}/sso/start`)
    await atSchool('eve')
    await page.getByRole('heading', { name: 'Your school has confirmed who you are' }).waitFor()
    assert.match((await page.locator('code').textContent()) ?? '', /^sso_/)
    assert.equal(await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token')), null)

    await context.clearCookies()
    await toSchool('/account')
    // A login that fails and starts again ends where the first one would have ended.
    await context.clearCookies({ name: 'fettle-sso' })
    await atSchool('eve')
    await page.getByRole('link', { name: 'Start again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    assert.match(complaints.splice(0).join(), /^400 \S+\/sso\/callback\?\S+$/)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('link', { name: 'Log in' }).first().waitFor()

    await context.clearCookies()
    await toSchool('/desk')
    await atSchool('bob')
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    assert.equal(page.url(), `${team.url}/desk`)
    assert.equal(await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.school')), null)
    assert.deepEqual(
      addresses.filter((address) => /sso_|token/.test(address)),
      [],
    )
    assert.deepEqual(complaints, [])
  })

  test('a browser that is closed and opened the next day is still logged in, and one on a shared laptop is not', async () => {
    await team.member('Bob')
    using profile = mkdtempDisposableSync(join(tmpdir(), 'fettle-profile-'))
    const signIn = async (page: Page) => {
      await page.goto(`${team.url}/sign-in`)
      await page.getByLabel('Name').fill('member Bob')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
    }
    const desk = (page: Page) => page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    const stay = (page: Page) => page.getByRole('checkbox', { name: 'Stay logged in on this device' })
    const login = (page: Page) => page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    {
      await using browser = await openProfile(profile.path)
      await signIn(browser.page)
      // A member is at the desk, without another code.
      await desk(browser.page)
    }
    team.pass({ days: 1 })
    {
      await using browser = await openProfile(profile.path)
      await browser.page.goto(`${team.url}/desk`)
      await desk(browser.page)
      const [cookie, ...others] = await browser.context.cookies()
      assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, others.length], [true, 'Lax', 0])
      await browser.page.goto(`${team.url}/account`)
      await browser.page.getByRole('button', { name: 'Log out', exact: true }).click()
      await browser.page.getByRole('link', { name: 'Log in' }).first().waitFor()
      assert.deepEqual(await browser.context.cookies(), [])
      await browser.page.goto(`${team.url}/sign-in`)
      assert.equal(await stay(browser.page).isChecked(), true)
      await browser.page.getByRole('checkbox', { name: 'This is a shared computer' }).check()
      assert.equal(await stay(browser.page).isChecked(), false)
      await signIn(browser.page)
      await desk(browser.page)
      await browser.page.reload()
      await desk(browser.page)
      // A browser that opens with the tabs of the day before brings back what they kept.
      await browser.page.goto(`${team.url}/healthz`)
      await browser.page.evaluate(() => globalThis.sessionStorage.setItem('fettle.left', '0'))
      await browser.page.goto(`${team.url}/desk`)
      await login(browser.page)
      await signIn(browser.page)
      await desk(browser.page)
    }
    team.pass({ days: 1 })
    {
      await using browser = await openProfile(profile.path)
      await browser.page.goto(`${team.url}/desk`)
      await login(browser.page)
      assert.equal(await browser.page.getByRole('checkbox', { name: 'This is a shared computer' }).isChecked(), true)
      assert.equal(await stay(browser.page).isChecked(), false)
      assert.deepEqual(await accessibilityViolations(browser.page), [])
    }
  })
})
