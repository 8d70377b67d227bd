import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import type { Mailer } from '#service/ports.ts'

export interface MailOptions {
  readonly url: string
  readonly from: string
  /** Told what an administrator has to mend; never an address or a code. */
  readonly warn: (facts: object, text: string) => void
  /** For one mail as a whole. */
  readonly timeLimitMs?: number
}

/** Codes by mail, over SMTP. */
export function mailer({ url, from, warn, timeLimitMs = 10_000 }: MailOptions): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: timeLimitMs,
      greetingTimeout: timeLimitMs,
      socketTimeout: timeLimitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  /** The limits above are for silence: a server that keeps saying something is given up here. */
  async function inTime<T>(work: Promise<T>): Promise<T> {
    const done = new AbortController()
    const late = pause(timeLimitMs, undefined, { signal: done.signal }).then(() => {
      throw Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })
    })
    try {
      return await Promise.race([work, late])
    } finally {
      done.abort()
      late.catch(() => {})
    }
  }

  return {
    async check() {
      await inTime(transport.verify()).catch((error: unknown) => {
        const { reason, answer } = kindOf(error)
        throw new Error(
          `it does not answer as it should (${[reason, answer].filter(Boolean).join(' ') || 'no reason'})`,
        )
      })
    },
    async sendCode(mail, { about, code, team, lang, minutes }) {
      const { subject, text } = about === 'login' ? words[lang].mail : words[lang].messages.address
      const message = { to: { name: '', address: mail }, subject: subject(team), text: text(code, minutes, team) }
      await inTime(transport.sendMail(message)).catch((error: unknown) => {
        warn(kindOf(error), 'The mail server did not take a mail')
        throw new Refusal('peer_unavailable')
      })
    },
  }
}

/** nodemailer's name of a failure and the server's number. Messages are not kept: they repeat addresses and passwords. */
function kindOf(error: unknown): { reason: unknown; answer: unknown } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown } // nodemailer throws Errors with these
  return { reason: code, answer: responseCode }
}
