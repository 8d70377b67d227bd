import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An email as it arrived: the recipients of its envelope, and its content. */
export interface ReceivedMail {
  readonly to: readonly string[]
  readonly mail: Email
  readonly raw: string
}

export interface SmtpPeer extends AsyncDisposable {
  readonly url: string
  /** All emails so far. */
  readonly mails: readonly ReceivedMail[]
  /** Accepts the next email, and disconnects without an answer. */
  dropNextAnswer(): void
  /** The login code in the last mail to a person, as `POST /login` takes it. */
  codeTo(address: string): { readonly code: string; readonly mail: string }
  /** The path of the consent page, in the last mail to a person. */
  linkTo(address: string): string
}

/** A real SMTP server on loopback; the options make it refuse, demand a password or speak TLS. */
export async function smtpPeer(options: SMTPServerOptions = {}, scheme = 'smtp'): Promise<SmtpPeer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let dropping = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      stream.toArray().then(async (parts: Uint8Array[]) => {
        const raw = Buffer.concat(parts).toString('utf8')
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          mail: await PostalMime.parse(raw),
          raw,
        })
        if (!dropping) return callback()
        dropping = false
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
      }, callback)
    },
    ...options,
  })
  server.on('error', () => {}) // a client that disconnects because of a planted fault
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `${scheme}://127.0.0.1:${(server.server.address() as AddressInfo).port}`, // listening on TCP
    mails,
    dropNextAnswer() {
      dropping = true
    },
    codeTo(address) {
      const last = mails.findLast(({ to }) => to.includes(address))
      const code = /^(?:mail_[0-9a-z-]+|\d{6})$/m.exec(last?.mail.text ?? '')?.[0]
      if (!code) throw new Error('no mail with a code has arrived')
      return { code: code.startsWith('mail_') ? code : `mail_${code}`, mail: address }
    },
    linkTo(address) {
      const last = mails.findLast(({ to }) => to.includes(address))
      const path = /\/mail\/confirm\?key=\S+/.exec(last?.mail.text ?? '')?.[0]
      if (!path) throw new Error('no mail with a link has arrived')
      return path
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
