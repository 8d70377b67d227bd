import { createTransport } from 'nodemailer'
import { Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import type { Mailer } from '#service/ports.ts'

export interface MailOptions {
  readonly url: string
  readonly from: string
  readonly warn: (facts: object, text: string) => void
}

const patienceMs = 10_000

/** Login codes by mail, over SMTP. */
export function mailer({ url, from, warn }: MailOptions): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async check() {
      await transport.verify().catch(({ code }: { code?: string }) => {
        throw new Error(`the mail server does not answer as it should (${code ?? 'no reason given'})`)
      })
    },
    async sendCode(mail, code, lang, minutes) {
      const { subject, text } = words[lang].mail
      try {
        await transport.sendMail({ to: { name: '', address: mail }, subject, text: text(code, minutes) })
      } catch (error) {
        // The message may repeat the address, so only its kind is written down.
        const { code: reason, responseCode } = error as { code?: unknown; responseCode?: unknown }
        warn({ reason, responseCode }, 'The mail server did not take a mail')
        throw new Refusal('peer_unavailable')
      }
    },
  }
}
