import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client, oidcPeer } from '../peers/oidc.ts'
import { barriers } from '../support/axe.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { freePort } from '../support/postgres.ts'
import { newTeam } from '../support/team.ts'

test('a browser logs in at the school and gets a code that works', { skip: noBrowser }, async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  await using peer = await oidcPeer(`${publicUrl}/sso/callback`)
  const school = { OIDC_ISSUER: peer.url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret }
  await using team = await newTeam({ env: { ...school, PORT: String(port), PUBLIC_URL: publicUrl } })
  await (await team.admin()).admin.invite({ name: 'Bob', stuid: 'bob' })
  await using browser = await openBrowser()
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
    assert.deepEqual(await barriers(page), [])
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
  const logIn = async (account: string) => {
    await page.getByLabel('Account').fill(account)
    await page.getByRole('button').click()
  }
  // A login that this tab did not begin is not taken over, not even while one of its own is under way.
  await toSchool('/sign-in')
  await page.goto(`${team.url}/sso/start`)
  await logIn('eve')
  await page.getByRole('heading', { name: 'You are logged in at your school' }).waitFor()
  assert.match((await page.locator('code').textContent()) ?? '', /^sso_/)
  assert.equal(await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.token')), null)

  await context.clearCookies()
  await toSchool('/account')
  // A login that fails and is begun anew ends where the first one would have ended.
  await context.clearCookies({ name: 'fettle-sso' })
  await logIn('eve')
  await page.getByRole('link', { name: 'Start again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  assert.match(complaints.splice(0).join(), /^400 \S+\/sso\/callback\?\S+$/)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()

  await context.clearCookies()
  await toSchool('/desk')
  await logIn('bob')
  await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
  assert.equal(page.url(), `${team.url}/desk`)
  assert.equal(await page.evaluate(() => globalThis.sessionStorage.getItem('fettle.school')), null)
  assert.deepEqual(
    addresses.filter((address) => /sso_|token/.test(address)),
    [],
  )
  assert.deepEqual(complaints, [])
})
