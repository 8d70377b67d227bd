import { type Clock, second } from '#kit/time.ts'
import type { MailChannel } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { SmtpFailure, type SmtpOptions, smtp } from '../smtp.ts'
import { mailContent } from './mail-content.ts'

export interface MailChannelOptions extends SmtpOptions {
  readonly publicUrl: string
  readonly now: Clock
}

export function mailChannel({ publicUrl, now, ...options }: MailChannelOptions): MailChannel {
  const server = smtp(options)
  const host = new URL(publicUrl).hostname
  const asTrouble = (error: unknown): never => {
    throw error instanceof SmtpFailure ? troubleOf(error, server.timeLimitMs) : error
  }
  return {
    check: (signal) => server.check(signal).catch(asTrouble),
    send: ({ address, choices, stop }, message, signal) =>
      server
        .send(
          {
            to: { name: '', address },
            subject: `${message.team} · ${message.subject}`,
            ...mailContent(message, { choices, stop }),
            messageId: `<${message.id}@${host}>`,
            // The time of sending: a mail that waited for the morning must not look like one of last night.
            date: new Date(now()),
            list: { unsubscribe: { url: stop } },
            headers: {
              'Auto-Submitted': 'auto-generated',
              // The page with the choices does not accept one-click requests.
              ...(stop === choices ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
            },
          },
          signal,
        )
        .catch(asTrouble),
  }
}

/** Enhanced status codes that say nothing. Then the plain status counts. */
const vague = new Set(['', '5.0.0', '5.1.0', '5.2.0'])
/** No such mailbox, domain or address; moved; no mail there (RFC 7505); closed; and what Exchange Online answers for unknown addresses. */
const goneInDetail = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.1', '5.6.7'])
/** The same as plain statuses. 552 is a mailbox that is full today. With 554 servers refuse us, because we may not relay or are on a list. */
const gone = new Set([501, 550, 551, 553, 556])

/** A server that refuses a whole mail (`DATA`) means its content or us, unless the enhanced status names the mailbox. */
function isGone({ answer, detail, command }: SmtpFailure): boolean {
  if (answer < 500) return false
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  if (!vague.has(detail)) return goneInDetail.has(detail)
  return command === 'RCPT TO' && gone.has(answer)
}

function troubleOf(failure: SmtpFailure, timeLimitMs: number): Trouble {
  const { reason, answer, command } = failure
  if (isGone(failure)) return new Trouble({ say: 'address_gone' }, { hopeless: true })
  // nodemailer refuses addresses that could be read as a command.
  if (reason === 'EENVELOPE' && command === 'API') return new Trouble({ say: 'address_gone' }, { hopeless: true })
  if (answer >= 400 && answer < 500) return new Trouble({ say: 'busy' })
  if (['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(reason) || answer === 530 || answer === 535)
    return new Trouble({ say: 'credentials' })
  // After DATA the same mail would be refused again. Before it, the refusal may be a setting that an administrator fixes.
  if (answer >= 500) return new Trouble({ say: 'refused', status: answer }, { hopeless: command === 'DATA' })
  if (reason === 'ETIMEDOUT')
    return new Trouble({ say: 'slow', seconds: Math.ceil(timeLimitMs / second) }, { unanswered: true })
  if (['ECONNECTION', 'ECONNRESET', 'EPIPE'].includes(reason)) return new Trouble({ say: 'cut' }, { unanswered: true })
  if (reason === 'EPROTOCOL') return new Trouble({ say: 'not_understood' })
  return new Trouble({ say: 'unreachable', reason })
}
