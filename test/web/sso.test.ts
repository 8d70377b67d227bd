import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { client, oidcPeer } from '../peers/oidc.ts'
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
  for (const [colorScheme, locale] of [
    ['light', 'en-US'],
    ['dark', 'zh-CN'],
  ] as const) {
    const { page, complaints } = await browser.open({ colorScheme, locale })
    await page.goto(`${team.url}/sso/start`)
    await page.getByLabel('Account').fill('bob')
    await page.getByRole('button').click()
    const code = (await page.locator('code').textContent()) ?? ''
    team.secret(code)
    assert.equal(await page.locator('html').getAttribute('lang'), locale)
    assert.ok(Number((await page.getByRole('img').boundingBox())?.width) > 200)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    assert.deepEqual((await new AxeBuilder({ page }).analyze()).violations, [])
    assert.deepEqual(complaints, [])
    const bob = team.as((await team.anyone.session.login({ code })).token)
    await bob.members.login({ code })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
  }
})
