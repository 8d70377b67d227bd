import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pollUntil } from '../support/block-writes.ts'
import { freshDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { uploadForm } from '../support/tickets.ts'

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const field = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`
const file = (value: string) => field('file"; filename="photo.jpg', value)
const unlimited = { env: { RATE_LIMITS: 'off' } }

interface HeadOptions {
  readonly query?: string
  readonly header?: string
}

/** The head of an upload with this content-length. */
function head(length: number, { query = '', header = 'x-odd: no' }: HeadOptions = {}): string {
  const lines = [
    `POST /upload${query} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept-language: en',
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${length}`,
    header,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
const whole = (body: string, by?: HeadOptions) => head(body.length, by) + body
const open = (team: Team, count: number, text: string) =>
  Promise.all(many(count, () => RawConnection.open(team.url, text)))
const upload = async (team: Team, { token }: Person) =>
  (await team.call('/upload', uploadForm(token, await photo()))).status

describe('multipart forms', () => {
  test('a malformed form is refused at once and uses no memory', async () => {
    await using team = await newTeam(unlimited)
    const ann = await team.user()
    const odd = [
      '--x\r\nA: b\r\n\r\n--x--',
      '--x\r\n\r\n\r\n--x--',
      '--x\r\n\r\n--x--\r\n',
      '--x--',
      '--xy\r\n\r\n--x--',
      'nothing of a form',
      `${field('token', ann.token)}\r\n--x\r\nA: b\r\n\r\n--x--`,
      `${file('GIF8')}\r\n--x\r\nA: b\r\n\r\n--x--`,
      `${field('', 'x')}\r\n--x--`,
      `${field('token', '\xff')}\r\n--x--`,
      `--x\r\n${'a: b\r\n'.repeat(3000)}\r\n--x--`,
      many(20, (i) => field(`f${i}`, 'x')).join('\r\n'),
      `${file('GIF8')}\r\n${field('more"; filename="b.jpg', 'GIF8')}\r\n--x--`,
    ]
    for (const by of [{}, { header: `authorization: Bearer ${ann.token}` }, { query: `?token=${ann.token}` }]) {
      for (const body of odd) {
        // Several forms follow on one connection: nothing of one is left for the next.
        await using wire = await RawConnection.open(team.url)
        wire.send(Buffer.from(whole(body, by).repeat(3), 'latin1'))
        for (let i = 0; i < 3; i += 1) {
          const { status } = await wire.answer()
          assert.ok([400, 401, 413].includes(status), `${status} for ${body.slice(0, 100)}`)
        }
      }
    }
    assert.equal(await upload(team, ann), 200)
  })

  test('the form of an anonymous client releases its memory, however it ends', async () => {
    await using team = await newTeam(unlimited)
    const ann = await team.user()
    // More than a fifth of the memory for anonymous clients.
    const large = file('x'.repeat(9 * 1024 * 1024))
    const told = async (text: string) => {
      await using wire = await RawConnection.open(team.url, text)
      return (await wire.answer()).status
    }
    const endings: Readonly<Record<string, () => Promise<unknown>>> = {
      'without a token': async () => assert.equal(await told(whole(`${large}\r\n--x--`)), 401),
      'with an unknown token': async () =>
        assert.equal(await told(whole(`${large}\r\n${field('token', 'x'.repeat(43))}\r\n--x--`)), 401),
      'without its end': async () => assert.equal(await told(whole(`${large}\r\n--x\r\nodd`)), 400),
      'with a picture that is none': async () =>
        assert.equal(await told(whole(`${large}\r\n${field('token', ann.token)}\r\n--x--`)), 400),
      'by a reset': async () => {
        await using wire = await RawConnection.open(team.url, head(10_000_000) + large)
        // By the time another call is answered, a part of it has been read.
        assert.equal((await team.call('/team')).status, 200)
        wire.socket.resetAndDestroy()
      },
    }
    for (const [how, end] of Object.entries(endings)) {
      for (let i = 0; i < 5; i += 1) await end()
      assert.equal(await told(whole(`${large}\r\n--x--`)), 401, how)
    }
  })

  test('a form with small fields before a large file is read, however its bytes arrive', async () => {
    await using team = await newTeam(unlimited)
    const { token } = await team.user()
    const body = `${field('a', 'small')}\r\n${field('b', 'small')}\r\n${file('no picture'.repeat(40_000))}\r\n--x--`
    const text = whole(body, { query: `?token=${token}` })
    const begun = text.indexOf('small')
    for (const cut of [0, begun - 50, begun, begun + 3, text.lastIndexOf('small') + 2, text.indexOf('no picture')]) {
      await using wire = await RawConnection.open(team.url, text.slice(0, cut))
      // By the time another call is answered, the first piece has been read.
      assert.equal((await team.call('/team')).status, 200)
      wire.send(text.slice(cut))
      // The file is not a picture, which is detected only after all of it was read.
      const { status, body: answer } = await wire.answer()
      assert.equal(status, 400, `cut at ${cut}: ${answer}`)
    }
  })

  test('the form of a logged-in user does not wait for forms of anonymous clients', async () => {
    await using team = await newTeam(unlimited)
    const ann = await team.user()
    const starts = ['', '--x\r\n', field('token', 'x'), file(''), file('GIF8'), file('x'.repeat(400))]
    for (const start of starts) {
      const strangers = await open(team, 20, head(999) + start)
      for (const wire of strangers) wire.send('x')
      const body = `${file('no picture')}\r\n--x--`
      assert.equal(await upload(team, ann), 200, start)
      for (const by of [{ header: `authorization: Bearer ${ann.token}` }, { query: `?token=${ann.token}` }]) {
        await using wire = await RawConnection.open(team.url, whole(body, by))
        assert.match(await assertRefusal('bad_input', await wire.answer()), /^file must be a complete JPEG/)
      }
      for (const wire of strangers) await wire[Symbol.asyncDispose]()
    }
  })

  test('a form that does not reach its file in time is refused', async () => {
    await using team = await newTeam({ ...unlimited, bounds: { bodyMs: 1000 } })
    const ann = await team.user()
    const known = { header: `authorization: Bearer ${ann.token}` }
    for (const [start, by] of [
      ['--x\r\n', {}],
      [field('token', ann.token), {}],
      [file('GIF8'), {}],
      ['--x\r\n', known],
    ] as const) {
      for (const wire of await open(team, 3, head(999, by) + start)) {
        const drip = setInterval(() => wire.send('x'), 50)
        await assertRefusal('timed_out', await wire.answer())
        await wire.closed
        clearInterval(drip)
      }
    }
    // A logged-in user who has begun to send the file has more time.
    await using slow = await RawConnection.open(team.url, head(200, known) + file('GIF8'))
    await using late = await RawConnection.open(team.url, head(999) + file('GIF8'))
    await assertRefusal('timed_out', await late.answer())
    slow.send(`${'x'.repeat(196 - file('').length - 9)}\r\n--x--`.padEnd(200))
    assert.match(await assertRefusal('bad_input', await slow.answer()), /^file must be a complete JPEG/)
  })

  test('a person can send three forms at once, and each releases its place however it ends', async () => {
    await using team = await newTeam(unlimited)
    const bob = await team.user()
    for (const end of [
      (wire: RawConnection) => wire.socket.resetAndDestroy(),
      (wire: RawConnection) => wire.socket.end(),
      (wire: RawConnection) => wire.socket.destroy(),
    ]) {
      const ann = await team.user()
      const wires = await open(team, 4, `${head(999)}${field('token', ann.token)}\r\n${file('GIF8')}`)
      // One of the forms arrived last and is refused; the others keep their places.
      await assertRefusal('too_many_requests', await Promise.race(wires.map((wire) => wire.answer())))
      assert.equal(await upload(team, ann), 429)
      assert.equal(await upload(team, bob), 200)
      for (const wire of wires) end(wire)
      // All three places are free again.
      await pollUntil(team, async () => {
        const three = await Promise.all(many(3, () => upload(team, ann)))
        return three.every((status) => status === 200)
      })
    }
  })

  test('a form that the service cannot store gets a 503 and leaves nothing behind', async () => {
    await using fresh = await freshDatabase('postgres', { migrated: true })
    await using line = await postgresProxy(fresh.config.kind === 'postgres' ? fresh.config.url : '')
    await using team = await newTeam({ env: { DATABASE_URL: line.url } })
    const ann = await team.user()
    line.cut()
    for (const tokenFirst of [true, false])
      await assertRefusal(
        'storage_unavailable',
        await team.call('/upload', uploadForm(ann.token, await photo(), tokenFirst)),
      )
    await line.mend()
    await pollUntil(team, async () => (await upload(team, ann)) === 200)
  })
})
