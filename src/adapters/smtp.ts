import { Socket } from 'node:net'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'

export interface SmtpOptions {
  readonly url: string
  readonly from: string
  readonly timeLimitMs?: number
}

const usualLimitMs = 10_000
const tooSlow = () => Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })

/** A mail that the server did not accept. Its text is dropped, because it may repeat addresses and passwords. */
export class SmtpFailure extends Error {
  override name = 'SmtpFailure'
  /** The error code of the system or of nodemailer. */
  readonly reason: string
  /** The status of the server, and its enhanced status (RFC 3463). 0 and empty without any. */
  readonly answer: number
  readonly detail: string
  readonly command: string

  constructor(error: unknown) {
    super('a mail was not taken')
    const { code, originalCode, responseCode, response, command } = error as Record<string, unknown> // nodemailer throws Errors with these
    this.reason = String(originalCode ?? code ?? 'unknown')
    this.answer = Number(responseCode) || 0
    this.detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1] ?? ''
    this.command = String(command ?? '')
  }
}

/** Sends mails through the team's mail server, each over its own connection. Throws `SmtpFailure`. */
export function smtp({ url, from, timeLimitMs = usualLimitMs }: SmtpOptions) {
  /** nodemailer limits only silence. This limits the whole mail, also if the server keeps sending. */
  async function within<T>(stop: AbortSignal | undefined, work: (transport: Transporter) => Promise<T>): Promise<T> {
    const limit = AbortSignal.timeout(timeLimitMs)
    const signal = stop ? AbortSignal.any([limit, stop]) : limit
    const late = Promise.withResolvers<never>()
    const hangUp = () => late.reject(tooSlow())
    const socket = new Socket()
    const transport = createTransport(
      {
        url,
        socket,
        connectionTimeout: timeLimitMs,
        greetingTimeout: timeLimitMs,
        socketTimeout: timeLimitMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    )
    signal.addEventListener('abort', hangUp)
    try {
      if (signal.aborted) throw tooSlow()
      return await Promise.race([late.promise, work(transport)])
    } catch (error) {
      throw new SmtpFailure(error)
    } finally {
      signal.removeEventListener('abort', hangUp)
      socket.destroy()
    }
  }
  return {
    timeLimitMs,
    send: async (mail: SendMailOptions, signal?: AbortSignal): Promise<void> => {
      await within(signal, (transport) => transport.sendMail(mail))
    },
    check: async (signal?: AbortSignal): Promise<void> => {
      await within(signal, (transport) => transport.verify())
    },
  }
}
