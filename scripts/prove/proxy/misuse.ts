import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { head, requestSamples, sendMalformedRequests } from '../../../test/support/broken-requests.ts'
import { manyScans } from '../../../test/support/pictures.ts'

/** The service, and the tokens that the misbehaving client uses. */
export interface Target {
  readonly url: string
  readonly user: string
  readonly admin: string
}

/** The watched client has another address. */
const ownAddress = '127.0.0.2'
const post = (path: string, body: string, type = 'application/json') =>
  head(`POST ${path} HTTP/1.1`, `content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`) + body
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

async function open({ url }: Target, text: string | Uint8Array): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress: ownAddress })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Sends a request, and waits at most three seconds for an answer. */
async function ask(target: Target, text: string | Uint8Array): Promise<void> {
  const socket = await open(target, text)
  await Promise.race([once(socket, 'data'), once(socket, 'close'), pause(3000)]).catch(() => {})
  socket.destroy()
}

async function keepAsking(
  target: Target,
  text: string | Uint8Array,
  connections: number,
  seconds: number,
): Promise<void> {
  const until = performance.now() + seconds * 1000
  await Promise.all(
    many(connections, async () => {
      while (performance.now() < until) await ask(target, text)
    }),
  )
}

export const misuses: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  async 'CONNECT and resets'(target) {
    for (let i = 0; i < 200; i += 1) {
      const socket = await open(target, 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')
      socket.resetAndDestroy()
    }
  },
  async 'names of 8,000 characters'(target) {
    const name = 'x'.repeat(3000)
    const long = 'x'.repeat(8000)
    for (let i = 0; i < 100; i += 1) {
      await ask(target, head(`GET /duty/info?${name}=1&${name}=2 HTTP/1.1`))
      await ask(target, post('/login', `{"${long}":1,"${long}":2}`))
      await ask(target, post('/login', `{"x":{"${long}":1,"${long}":2}}`))
    }
  },
  async 'forms that never end'(target) {
    const tiny = post('/upload', '--x\r\nA: b\r\n\r\n--x--', 'multipart/form-data; boundary=x')
    await Promise.all(many(40, () => ask(target, tiny)))
    const slow = await Promise.all(
      many(40, () =>
        open(
          target,
          head('POST /upload HTTP/1.1', 'content-type: multipart/form-data; boundary=x', 'content-length: 9999'),
        ),
      ),
    )
    for (let i = 0; i < 20; i += 1) {
      for (const socket of slow) socket.write('x')
      await pause(200)
    }
    for (const socket of slow) socket.destroy()
  },
  async 'more than it can serve'(target) {
    const write = post('/user/update', JSON.stringify({ token: target.user, name: 'again' }))
    await keepAsking(target, write, 1500, 6)
  },
  async 'pictures of thousands of scans'(target) {
    const picture = await manyScans(3000)
    const start = `--x\r\ncontent-disposition: form-data; name="token"\r\n\r\n${target.user}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`
    const body = Buffer.concat([Buffer.from(start), picture, Buffer.from('\r\n--x--\r\n')])
    const line = head(
      'POST /upload HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${body.length}`,
    )
    await Promise.all(many(30, () => ask(target, Buffer.concat([Buffer.from(line), body]))))
  },
  async 'guessed passwords'(target) {
    const guess = post('/member/login', JSON.stringify({ token: target.user, stuid: '1', passwd: 'a wrong one' }))
    await keepAsking(target, guess, 300, 4)
  },
  async 'documents and calendars'(target) {
    for (const path of ['/openapi.json', '/duty/calendar.ics', '/reference/scalar.js'])
      await keepAsking(target, head(`GET ${path} HTTP/1.1`), 30, 3)
  },
  async 'listeners in all the room there is'(target) {
    const sockets = await Promise.all(many(1100, () => open(target, head('GET /live HTTP/1.1').repeat(3))))
    await pause(4000)
    for (const socket of sockets) socket.destroy()
  },
  async 'unknown methods, with bodies'(target) {
    const body = 'x'.repeat(900_000)
    for (const method of ['BREW', 'CONNECT', 'PATCH', 'LOCK'])
      await Promise.all(many(25, () => ask(target, head(`${method} /login HTTP/1.1`, 'content-length: 900000') + body)))
    await Promise.all(many(25, () => ask(target, post('/login', body.repeat(10)))))
  },
  async 'answers that the client does not read'(target) {
    const sockets = await Promise.all(many(60, () => open(target, head('GET /reference/scalar.js HTTP/1.1').repeat(5))))
    for (const socket of sockets) socket.pause()
    await pause(4000)
    for (const socket of sockets) socket.destroy()
  },
  async 'requests that break off anywhere'(target) {
    await sendMalformedRequests(target.url, requestSamples(target), 29)
  },
}
