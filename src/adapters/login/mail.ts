import { Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import type { Mailer } from '#service/shared/ports.ts'
import { mailButton, mailCode, mailPage, mailText } from '../mail-page.ts'
import { SmtpFailure, type SmtpOptions, smtp } from '../smtp.ts'

export interface MailOptions extends SmtpOptions {
  /** For what an administrator has to fix. It never gets an address or a code. */
  readonly warn: (facts: object, text: string) => void
}

export function mailer({ warn, ...options }: MailOptions): Mailer {
  const server = smtp(options)

  async function send(address: string, mail: { subject: string; text: string; html: string }): Promise<void> {
    await server.send({ to: { name: '', address }, ...mail }).catch((error: unknown) => {
      const { reason, answer } = asFailure(error)
      warn({ reason, answer }, 'The mail server did not accept an email')
      throw new Refusal('peer_unavailable')
    })
  }

  return {
    async check() {
      await server.check().catch((error: unknown) => {
        const { reason, answer } = asFailure(error)
        throw new Error(`it does not answer as it should (${[reason, answer].filter(Boolean).join(' ')})`)
      })
    },
    async sendCode(mail, { about, code, team, lang, minutes, link }) {
      const { mail: login, messages } = words[lang]
      const say = about === 'login' ? login : messages.address
      const subject = say.subject(code, team)
      const text = say.text(code, minutes, team).trimEnd()
      // The subject repeats the code, which stands large below.
      const [title = '', ...rest] = text.split('\n\n')
      const parts = paragraphsOf(rest.join('\n\n'), { [code]: mailCode(code) })
      const preheader = rest.find((paragraph) => paragraph !== code) ?? ''
      const page = { lang, team, title: title.replace(/[:：]$/, ''), preheader }
      if (!link) return send(mail, { subject, text, html: mailPage({ ...page, parts }) })
      const html = mailPage({ ...page, parts: [...parts, mailButton(link, login.open)] })
      await send(mail, { subject, text: `${text}\n\n${messages.link(login.open, link)}\n`, html })
    },
    async sendLink(mail, { link, team, lang }) {
      const { agreeing } = words[lang].messages
      const [subject, text] = [agreeing.subject(team), agreeing.text(link, team)]
      const parts = paragraphsOf(text, { [link]: mailButton(link, agreeing.title) })
      await send(mail, {
        subject,
        text,
        html: mailPage({ lang, team, title: subject, preheader: agreeing.ask, parts }),
      })
    },
  }
}

/** The paragraphs of a text as HTML; those in `special` have their own. */
const paragraphsOf = (text: string, special: Readonly<Record<string, string>>) =>
  text.split('\n\n').map((paragraph) => special[paragraph] ?? mailText(paragraph))

const asFailure = (error: unknown) => (error instanceof SmtpFailure ? error : new SmtpFailure(error))
