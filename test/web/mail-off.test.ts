import assert from 'node:assert/strict'
import { test } from 'node:test'
import { langs, languages } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { newTeam } from '../support/team.ts'

test('a person unsubscribes from emails with one button, on a phone, in their language', {
  skip: noBrowser,
}, async () => {
  await using peer = await smtpPeer()
  await using team = await newTeam({ env: { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' } })
  const admin = await team.admin()
  await admin.admin.updateSettings({ teamName: 'East Campus Repairs' })
  await admin.messages.setMail({ mail: 'ann@example.org' })
  await admin.messages.verifyMail({ code: peer.codeTo('ann@example.org').code.replace('mail_', '') })
  await admin.messages.test({ channel: 'mail' })
  const [, path = ''] = /http:\/\/127\.0\.0\.1:8080(\/mail\/off\S+)/.exec(peer.mails.at(-1)?.mail.text ?? '') ?? []
  await using browser = await openBrowser()
  for (const lang of langs) {
    await admin.messages.choose({ channels: { mail: true } })
    const { stop, stopping } = words[lang].messages
    const { page, complaints } = await browser.open({
      locale: languages[lang].tag,
      colorScheme: lang === 'zh_CN' ? 'dark' : 'light',
    })
    await page.goto(team.url + path)
    await page.getByRole('heading', { name: stopping.title }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    assert.equal((await admin.messages.choices()).channels.mail, true)
    await page.getByRole('button', { name: stop }).click()
    await page.getByText(stopping.after).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    assert.equal((await admin.messages.choices()).channels.mail, false)
    assert.deepEqual(complaints, [])
  }
})
