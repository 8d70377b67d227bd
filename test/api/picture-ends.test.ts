import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import pg from 'pg'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { assertRefusal } from '../support/raw-connection.ts'
import { s3Server } from '../support/s3.ts'
import { newTeam, type Person, type Team, withPassword } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'

const send = async (team: Team, { token }: Person) => team.call('/upload', uploadForm(token, await photo()))
async function upload(team: Team, person: Person): Promise<string> {
  const { data } = (await (await send(team, person)).json()) as { data: { url: string } }
  return data.url
}
const fetched = (team: Team, url: string, headers = {}) => team.call(new URL(url).pathname, { headers })
const files = (team: Team) =>
  readdirSync(join(team.fresh.dir, 'media'), { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [one.name] : [],
  )

/** Runs a statement on the database beside the service. */
async function ask(team: Team, statement: string): Promise<void> {
  const { config } = team.fresh
  if (config.kind === 'sqlite') {
    using db = new DatabaseSync(config.file)
    db.exec(statement)
    return
  }
  const client = new pg.Client(config.url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

onEachDatabase('deletion of pictures', (on) => {
  test('a ticket without personal data accepts no more pictures', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const returns = await withPassword(team, bob, 'member Bob')
    const id = await createTicket(ann)
    const early = await upload(team, ann)
    await ann.tickets.addnote({ id, pic: [early] })
    await ann.tickets.cancel({ id })
    // The ticket is finished, but not for long.
    const late = await upload(team, ann)
    await ann.tickets.addnote({ id, pic: [late] })
    team.pass({ days: 31 })
    await team.running.tidy()
    for (const url of [early, late]) await assertRefusal('not_found', await fetched(team, url))
    assert.deepEqual(files(team), [])
    const again = await team.user('user-1') // the session has ended meanwhile
    const members = await returns()
    for (const person of [again, members]) {
      const url = await upload(team, person)
      await assert.rejects(person.tickets.addnote({ id, content: 'see', pic: [url] }), {
        status: 409,
        code: 'pictures_over',
        message: /^This ticket was closed a while ago/,
      })
      await person.tickets.addnote({ id, content: 'only words' })
    }
    team.pass({ days: 2 })
    await team.running.tidy()
    assert.deepEqual(files(team), [])
  })

  test('pictures that earlier versions accepted too late are deleted too', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [id, other] = [await createTicket(ann), await createTicket(ann, { device: 'lamp' })]
    const [url, kept] = [await upload(team, ann), await upload(team, ann)]
    await ann.tickets.addnote({ id, pic: [url] })
    await ann.tickets.addnote({ id: other, pic: [kept] })
    await ask(team, `update ticket set scrubbed = 1 where id = ${id}`)
    await team.running.tidy()
    await assertRefusal('not_found', await fetched(team, url))
    assert.equal((await fetched(team, kept)).status, 200)
    assert.equal(files(team).length, 1)
  })

  test('an erased picture is not found, even if its file is still there', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const id = await createTicket(ann)
    const url = await upload(team, ann)
    await ann.tickets.addnote({ id, pic: [url] })
    const shown = await fetched(team, url)
    assert.equal(shown.headers.get('cache-control'), 'private, no-cache')
    const etag = shown.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]{22}\.jpg"$/)
    const same = await fetched(team, url, { 'if-none-match': etag })
    assert.deepEqual([same.status, await same.text()], [304, ''])
    assert.equal(same.headers.get('etag'), etag)
    assert.equal((await fetched(team, url, { 'if-none-match': '"another"' })).status, 200)
    // Files of the same picture that a crash left behind are deleted with it.
    const [name = ''] = files(team)
    const folder = join(team.fresh.dir, 'media', name.slice(0, 2))
    writeFileSync(join(folder, `.${name}.part`), 'half')
    await ask(team, 'update media set gone = 1')
    for (const headers of [{}, { 'if-none-match': etag }])
      await assertRefusal('not_found', await fetched(team, url, headers))
    await ann.users.erase()
    assert.deepEqual(files(team), [])
    rmSync(folder, { recursive: true })
  })
})

onEachDatabase('missing picture files', (on) => {
  test('a picture whose file is missing is refused in every request, and can be used once the file is back', async () => {
    await using team = await newTeam({ on })
    const bob = await team.admin()
    const id = await createTicket(bob)
    await bob.tickets.pick({ id })
    const [url, kept] = [await upload(team, bob), await upload(team, bob)]
    const key = { key: 'once' }
    const noted = await bob.tickets.addnote({ id, pic: [kept] }, key)
    const { id: member } = await bob.members.checklogin()
    const logged = async () => (await bob.admin.log({})).total
    const before = [await bob.tickets.info({ id }), await logged()]
    const name = url.slice(url.lastIndexOf('/') + 1)
    const [file, aside] = [join(team.fresh.dir, 'media', name.slice(0, 2), name), join(team.fresh.dir, 'aside')]
    renameSync(file, aside)
    const lost = (field: string) => ({
      status: 400,
      code: 'bad_input',
      field,
      flaw: 'picture_lost',
      message: /upload it again/,
    })
    await assert.rejects(bob.tickets.addnote({ id, content: 'see', pic: [url] }), lost('pic[0]'))
    await assert.rejects(createTicket(bob, { pic: [url] }), lost('pic[0]'))
    await assert.rejects(bob.tickets.update({ id, status: 3, content: 'see', pic: [url] }), lost('pic[0]'))
    await assert.rejects(bob.admin.updateMember({ id: member, avatar: url }), lost('avatar'))
    assert.deepEqual([await bob.tickets.info({ id }), await logged()], before)
    // Repeating the request succeeds, although the picture is lost.
    rmSync(join(team.fresh.dir, 'media'), { recursive: true })
    assert.deepEqual(await bob.tickets.addnote({ id, pic: [kept] }, key), noted)
    mkdirSync(dirname(file), { recursive: true })
    renameSync(aside, file)
    await bob.tickets.update({ id, status: 3, content: 'see', pic: [url] })
  })
})

describe('pictures on PostgreSQL', () => {
  test('a picture that is removed while it is being used is refused, and nothing is written', async () => {
    await using team = await newTeam({ on: 'postgres' })
    const ann = await team.user()
    const id = await createTicket(ann)
    const url = await upload(team, ann)
    // The hourly job has marked an unused picture, but has not committed.
    await using other = await foreignTransaction(team, 'update media set gone = 1')
    const comment = assert.rejects(ann.tickets.addnote({ id, content: 'see', pic: [url] }), { flaw: 'not_my_picture' })
    await until(async () => (await other.blocked()) === 1)
    await other.commit()
    await comment
    const { notes } = await ann.tickets.info({ id })
    assert.deepEqual(
      notes.filter(({ type }) => type === 1),
      [],
    )
  })

  test('a picture that arrives while its ticket expires is refused', async () => {
    await using team = await newTeam({ on: 'postgres' })
    const ann = await team.user()
    const id = await createTicket(ann)
    const url = await upload(team, ann)
    // Retention has changed the ticket, and has not committed yet.
    await using other = await foreignTransaction(team, `update ticket set scrubbed = 1 where id = ${id}`)
    let over = false
    const comment = ann.tickets.addnote({ id, pic: [url] }).finally(() => (over = true))
    const refused = assert.rejects(comment, { code: 'pictures_over' })
    await until(async () => over || (await other.blocked()) === 1)
    await other.commit()
    await refused
  })
})

describe('erasures and uploads', () => {
  for (const answered of [true, false]) {
    test(`erasing a person while a picture is stored leaves no picture, ${answered ? 'and no answer mentions one' : 'even if the store does not answer'}`, async () => {
      await using s3 = await s3Server()
      await using slow = await slowStore(s3.port, answered)
      await using team = await newTeam({ env: { ...s3.env, S3_ENDPOINT: slow.url } })
      team.secret('S3RVER')
      const ann = await team.user()
      const uploading = send(team, ann)
      await slow.storing
      await ann.users.erase()
      slow.goOn()
      const code = answered ? 'not_logged_in' : 'storage_unavailable'
      await assertRefusal(code, await uploading)
      team.pass({ hours: 2 })
      await team.running.tidy()
      assert.deepEqual(s3.names(), [])
    })
  }

  test('an erasure happens before or after an upload, never in between', async () => {
    await using team = await newTeam({ on: 'postgres' })
    const ann = await team.user()
    await using other = await foreignTransaction(team, 'lock table media in access exclusive mode')
    const uploading = send(team, ann)
    await until(async () => (await other.blocked()) === 1)
    const erasing = ann.users.erase()
    await until(async () => (await other.blocked()) === 2)
    await other.commit()
    await erasing
    const url = await uploading.then(async (response) =>
      response.status === 200 ? ((await response.json()) as { data: { url: string } }).data.url : undefined,
    )
    if (url !== undefined) await assertRefusal('not_found', await fetched(team, url))
    team.pass({ hours: 2 })
    await team.running.tidy()
    assert.deepEqual(files(team), [])
  })
})

/** A proxy before a store of pictures: an upload waits until the test releases it, and is then answered or not. */
async function slowStore(port: number, answered: boolean) {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await buffer(from)
    const isPut = from.method === 'PUT'
    if (isPut) {
      begun.resolve()
      await gate.promise
    }
    const onward = request({ host: '127.0.0.1', port, method: from.method, path: from.url, headers: from.headers })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const text = await buffer(answer)
    if (isPut && !answered) to.destroy()
    else to.writeHead(answer.statusCode ?? 500, answer.headers).end(text)
  }
  const server = createServer((from, to) => void pass(from, to).catch(() => to.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP, so it is one
    storing: begun.promise,
    goOn: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
