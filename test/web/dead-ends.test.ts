import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { anyTagWords } from '#client/words/any-tag.ts'
import { commonWords } from '#client/words/common.ts'
import { ownerWords } from '#client/words/owner.ts'
import { exampleReceipt } from '#contract/counter/counter.ts'
import { words } from '#contract/words/index.ts'
import { noBrowser, openBrowser, switchUser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'

const { needs, notFoundTitle } = commonWords('en_US')
const { refused, noPage } = words.en_US
const noTicket = 'There is no ticket #999.'
const tag = anyTagWords('en_US').title(999)
const { notYours } = ownerWords('en_US')

/** What each refusal page says, by the role of the person and the address. */
const refusals = {
  anyone: {
    '/nowhere': noPage.title,
    '/account/nowhere/at/all': noPage.title,
    '/r': 'There is no receipt on this device',
    [`/r#${exampleReceipt}`]: 'We cannot find this receipt',
    '/g/999': anyTagWords('en_US').ours('Repair team'),
    '/impact': 'This team does not publish its figures yet.',
    '/certificate#7KQM-2XPD-0TH8-W5RC': 'No certificate has this number',
    '/sso/start': refused.title,
    '/sso/callback?code=1': refused.title,
    '/mail/off': refused.title,
    '/mail/confirm': refused.title,
  },
  user: {
    '/account/nowhere': notFoundTitle,
    '/mine/999': notYours,
    '/mine/x': notFoundTitle,
    '/t/999': notYours,
    '/g/x': notFoundTitle,
    '/g/999': anyTagWords('en_US').ours('Repair team'),
    '/in': needs.membersOnly,
    '/set-up': needs.membersOnly,
    '/desk': needs.membersOnly,
    '/desk/tickets/999': needs.membersOnly,
    '/console': needs.membersOnly,
  },
  member: {
    '/mine/999': notYours,
    '/t/999': noTicket,
    '/g/999': tag,
    '/in': 'Signing in is switched off',
    '/set-up': needs.adminsOnly,
    '/desk/nowhere': notFoundTitle,
    '/desk/tickets/999': noTicket,
    '/desk/tickets/999/tag': noTicket,
    '/console': needs.adminsOnly,
    '/console/members': needs.adminsOnly,
  },
  admin: {
    '/console/nowhere': notFoundTitle,
    '/console/rosters/999': notFoundTitle,
    '/console/settings/nowhere': notFoundTitle,
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>

const sentences = new Set<string>(Object.values(refusals).flatMap((pages) => Object.values(pages)))

/** The refusal that a page shows, if it is one. */
async function refusalOn(page: Page): Promise<string | undefined> {
  await page.locator('h1').first().waitFor()
  await page.locator('main [role=status][data-loading]').first().waitFor({ state: 'detached' })
  const lines = (await page.locator('main').innerText()).split('\n').map((line) => line.trim())
  return lines.find((line) => sentences.has(line))
}

test('every page that refuses leads on, and none of its links leads to another refusal', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const { page } = await browser.open()
  const tokens = {
    anyone: '',
    user: (await team.user('ann')).token,
    member: (await team.member('Dan')).token,
    admin: (await team.admin()).token,
  }
  const faults: string[] = []
  for (const who of ['anyone', 'user', 'member', 'admin'] as const) {
    await switchUser(page, team.url, tokens[who])
    const visited = new Set<string>()
    for (const [path, sentence] of Object.entries(refusals[who])) {
      await page.goto('about:blank')
      await page.goto(team.url + path)
      await page.getByText(sentence, { exact: true }).first().waitFor()
      const ways = page.locator('main a[href]')
      const hrefs = await ways.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
      if (hrefs.length === 0 && (await page.locator('main button').count()) === 0)
        faults.push(`${who} ${path}: no way on`)
      for (const href of hrefs.filter((one) => one.startsWith('/') && !visited.has(one))) {
        visited.add(href)
        await page.goto(team.url + href)
        const next = await refusalOn(page)
        if (next !== undefined) faults.push(`${who} ${path} leads to ${href}: ${next}`)
      }
    }
  }
  assert.deepEqual(faults, [])
})
