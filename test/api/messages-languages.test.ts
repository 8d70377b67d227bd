import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import { type Lang, langs } from '#contract/languages.ts'
import { pushPeer } from '../peers/push.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { wechatPeer } from '../peers/wechat.ts'
import { confirmMail } from '../support/messages.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const told = ['waiting', 'repaired', 'unrepairable'] as const
/** The words for each status. A phrase of WeChat is always Chinese. */
const marks = {
  waiting: { zh_CN: /维修暂停/, en_US: /on hold/ },
  repaired: { zh_CN: /(?<!没能)修好了/, en_US: /is repaired/ },
  unrepairable: { zh_CN: /没能修好/, en_US: /could not repair/ },
} as const
const phrases = { waiting: '维修暂停', repaired: '已修好', unrepairable: '未修好' } as const

test('every channel words each status in each language, and no two statuses alike', async () => {
  let clock = 0
  await using smtp = await smtpPeer()
  await using browsers = await pushPeer(() => clock)
  await using wechat = await wechatPeer(() => clock)
  const template = {
    id: 'status',
    kinds: ['waiting', 'ready', 'unrepairable'],
    fields: { character_string1: 'number', phrase2: 'status', thing3: 'device' },
  }
  await using team = await newTeam({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'repair@example.org',
      WEB_PUSH: 'on',
      WEB_PUSH_SERVICE: browsers.url,
      WECHAT_APP_ID: wechat.appId,
      WECHAT_APP_SECRET: wechat.secret,
      WECHAT_BASE_URL: wechat.url,
      WECHAT_TEMPLATES: JSON.stringify([template]),
    },
  })
  clock = team.now()
  const bob = await team.member('Bob')
  const cells: string[] = []
  for (const lang of langs) {
    const openid = `o${lang}`
    const address = `${lang.toLowerCase()}@example.org`
    const ann = team.as((await team.anyone.session.login({ code: wechat.code(openid) })).token)
    await ann.users.updateLocale({ lang })
    await confirmMail(ann, smtp, address)
    assert.match(
      smtp.mails.at(-1)?.mail.subject ?? '',
      lang === 'zh_CN' ? /^确认邮箱的验证码：\d{6}$/ : /^\d{6} confirms your/,
    )
    const { push } = await ann.messages.choices()
    const browser = browsers.subscribe(push?.key ?? '')
    await ann.messages.subscribe(browser)
    // One consent more than there are messages, because the last one is kept for “ready”.
    for (const _ of ['', ...told]) {
      wechat.messages.agree(openid, template.id)
      await ann.messages.consent({ template: template.id, accepted: true })
    }
    for (const name of told) {
      const id = await createTicket(ann, { device: 'Kettle' })
      await bob.tickets.pick({ id })
      await bob.tickets.update({ id, status: statuses[name] })
      await team.running.deliver()
      team.pass({ minutes: 10 })
      clock = team.now()
      await team.running.deliver()
      const mail = smtp.mails.findLast(({ to }) => to.includes(address))?.mail
      const shown = browsers.pushed.findLast(({ endpoint }) => endpoint === browser.endpoint)?.content
      const taken = wechat.messages.taken.findLast(({ touser }) => touser === openid)
      const { title, body } = shown as { title: string; body: string } // as the pages read it
      assert.equal(taken?.data['character_string1']?.value, String(id))
      for (const [channel, text] of Object.entries({
        'mail as text': `${mail?.subject}\n${mail?.text}`,
        'mail as a page': mail?.html ?? '',
        notification: `${title}\n${body}`,
      })) {
        assertSays(text, name, lang, `${channel} ${lang} ${name}`)
        cells.push(`${channel} ${lang} ${name}`)
      }
      assert.equal(taken?.data['phrase2']?.value, phrases[name], `WeChat ${lang}`)
      cells.push(`WeChat ${lang} ${name}`)
    }
  }
  assert.equal(cells.length, 4 * langs.length * told.length)
})

function assertSays(text: string, name: (typeof told)[number], lang: Lang, what: string): void {
  assert.match(text, marks[name][lang], what)
  for (const other of told) if (other !== name) assert.doesNotMatch(text, marks[other][lang], what)
}
