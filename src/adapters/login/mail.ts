import { Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import type { Mailer } from '#service/shared/ports.ts'
import { SmtpFailure, type SmtpOptions, smtp } from '../smtp.ts'

export interface MailOptions extends SmtpOptions {
  /** For what an administrator has to fix. It never gets an address or a code. */
  readonly warn: (facts: object, text: string) => void
}

export function mailer({ warn, ...options }: MailOptions): Mailer {
  const server = smtp(options)

  async function send(address: string, subject: string, text: string): Promise<void> {
    await server.send({ to: { name: '', address }, subject, text }).catch((error: unknown) => {
      const { reason, answer } = asFailure(error)
      warn({ reason, answer }, 'The mail server did not accept a mail')
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
    async sendCode(mail, { about, code, team, lang, minutes }) {
      const { subject, text } = about === 'login' ? words[lang].mail : words[lang].messages.address
      await send(mail, subject(team), text(code, minutes, team))
    },
    async sendLink(mail, { link, team, lang }) {
      const { subject, text } = words[lang].messages.agreeing
      await send(mail, subject(team), text(link, team))
    },
  }
}

const asFailure = (error: unknown) => (error instanceof SmtpFailure ? error : new SmtpFailure(error))
