import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { logIn, noBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

describe('frame of the pages', { skip: noBrowser }, () => {
  let team: Team
  let bob: Person
  let browser: OpenBrowser
  let page: Page
  let context: BrowserContext
  let complaints: string[]
  before(async () => {
    team = await newTeam()
    bob = await team.member('Bob')
    browser = await openBrowser()
    ;({ page, context, complaints } = await browser.open())
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await team[Symbol.asyncDispose]()
  })
  // Most tests use this phone, without a login and without chosen settings.
  beforeEach(async () => {
    await page.goto(`${team.url}/healthz`)
    await page.evaluate('localStorage.clear(), sessionStorage.clear()')
    complaints.length = 0
  })

  test('the start page opens in the language of the browser, and a button changes it', async () => {
    const { page, complaints } = await browser.open({ locale: 'zh-CN' })
    await page.goto(team.url)
    await page.getByRole('heading', { level: 1, name: '维修队' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Repair team' }).waitFor()
    assert.equal(await page.title(), 'Repair team')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Repair team' }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('a language chosen on one device is used on the next', async () => {
    const { token, users } = await team.user('ann', 'zh_CN')
    const { page, complaints } = await browser.open({ locale: 'zh-CN' })
    await logIn(page, team.url, token)
    // The user may also choose before the page knows who they are.
    const chosen = Promise.withResolvers<void>()
    await page.route('**/user/me', async (route) => {
      const response = await route.fetch()
      await chosen.promise
      await route.fulfill({ response })
    })
    const asked = page.waitForRequest('**/user/me')
    await page.goto(`${team.url}/account`)
    await asked
    const stored = page.waitForResponse((response) => response.url().endsWith('/user/locale/update'))
    await page.getByRole('button', { name: 'English' }).click()
    await stored
    chosen.resolve()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    assert.deepEqual(await users.locale(), { lang: 'en_US' })
    const other = await browser.open({ locale: 'zh-CN' })
    await logIn(other.page, team.url, (await team.user('ann')).token)
    await other.page.goto(`${team.url}/account`)
    await other.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    assert.deepEqual([...complaints, ...other.complaints], [])
    await page.unrouteAll({ behavior: 'wait' })
    for (const one of [page, other.page]) await one.context().close()
  })

  test('colours follow the system until the user chooses a scheme', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await page.goto(team.url)
    const button = page.getByRole('button', { name: /^Colours/ })
    await button.waitFor()
    assert.equal(await scheme(), 'dark')
    await button.click()
    await page.getByRole('button', { name: 'Colours: light' }).waitFor()
    assert.equal(await scheme(), 'light')
    await page.reload()
    await page.getByRole('button', { name: 'Colours: light' }).waitFor()
    assert.equal(await scheme(), 'light')
    await page.emulateMedia({ colorScheme: 'light' })
    assert.deepEqual(complaints, [])
  })

  test('with the keyboard a user skips the navigation, and reaches the heading of the next page', async () => {
    await page.goto(team.url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.ok(await page.getByRole('main').evaluate((element) => element === element.ownerDocument.activeElement))
    await page.getByRole('navigation').getByRole('link', { name: 'Log in' }).press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: 'Log in' })
    await heading.waitFor()
    assert.ok(await heading.evaluate((element) => element === element.ownerDocument.activeElement))
    assert.equal(await page.title(), 'Log in · Repair team')
    assert.deepEqual(complaints, [])
  })

  test('a page says when the network is gone, and stops saying so when it is back', async () => {
    await page.goto(team.url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await context.setOffline(true)
    await page.getByText('No connection right now.').waitFor()
    await context.setOffline(false)
    await page.getByText('No connection right now.').waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
  })

  test('a page whose code does not load says so, and the navigation still works', async () => {
    await page.route('**/assets/Join-*.js', (route) => route.abort())
    await page.goto(`${team.url}/join`)
    await page.getByText('Something went wrong on this page.').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Repair team' }).waitFor()
    await page.unroute('**/assets/Join-*.js')
  })

  test('an unknown address shows that there is nothing, and a page for another role says who may open it', async () => {
    assert.equal((await team.call('/nothing')).status, 404)
    await logIn(page, team.url, bob.token)
    await page.goto(`${team.url}/desk/nothing`)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    // No page sends a request that this user may not send.
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of ['/console', '/console/members', '/console/log']) {
      await page.goto(team.url + path)
      await page.getByRole('heading', { level: 1, name: 'Administrators only' }).waitFor()
    }
    await logIn(page, team.url, (await team.user('ann')).token)
    for (const path of ['/desk', '/desk/shifts', '/console/members']) {
      await page.goto(team.url + path)
      await page.getByRole('heading', { level: 1, name: 'Members only' }).waitFor()
    }
    assert.deepEqual(
      asked.filter((path) => /^\/(admin|tickets|member)\//.test(path)),
      [],
    )
    assert.deepEqual(complaints, [])
  })

  test('a toast covers no heading and no next button, is announced, and can be closed', async () => {
    const kettle = await createTicket(await team.user('ann'), { device: 'Kettle' })
    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, team.url, bob.token)
    const news = (text: string) => page.getByRole('status').locator('> *').filter({ hasText: text })
    const covered = (text: string, what = 'h1, h2, button, a[href], input, select, textarea') =>
      news(text).evaluate((toast, things) => {
        const over = toast.getBoundingClientRect()
        return [...toast.ownerDocument.querySelectorAll(things)]
          .filter((one) => one.checkVisibility() && !toast.contains(one))
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            return left < over.right && right > over.left && top < over.bottom && bottom > over.top
          })
          .map((one) => one.outerHTML.slice(0, 120))
      }, what)
    await page.goto(`${team.url}/account/profile`)
    await page.getByLabel('Phone').fill('13800138000')
    await page.getByRole('button', { name: 'Save' }).click()
    await news('Saved').waitFor()
    assert.deepEqual(await covered('Saved'), [])
    await news('Saved').getByRole('button', { name: 'Close' }).click()
    await news('Saved').waitFor({ state: 'hidden' })
    await page.goto(`${team.url}/desk`)
    await page.getByRole('button', { name: `Claim #${kettle} Kettle` }).click()
    await news(`#${kettle} is yours.`).waitFor()
    assert.deepEqual(await covered('is yours'), [])
    await page.getByRole('button', { name: 'Menu' }).click()
    assert.deepEqual(await covered('is yours', 'nav a[href]'), [], 'nor the navigation that opens there')
    // On a scrolled page and on a wide screen the toasts are visible too, and do not move the page.
    for (const size of [
      { width: 390, height: 844 },
      { width: 1366, height: 768 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(`${team.url}/account/feedback`)
      await page.getByLabel('Your message').fill('Open on Sundays')
      const send = page.getByRole('button', { name: 'Send' })
      await send.scrollIntoViewIfNeeded()
      const before = await send.boundingBox()
      await send.click()
      const box = await news('Received').boundingBox()
      assert.ok(box && box.y >= 0 && box.y + box.height <= size.height, `it is ${box?.y} px from the top`)
      assert.deepEqual(await covered('Received'), [])
      assert.equal((await send.boundingBox())?.y, before?.y)
    }
    assert.deepEqual(complaints, [])
  })
})
