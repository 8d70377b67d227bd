import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import exifr from 'exifr'
import sharp from 'sharp'
import { onEachDatabase } from '../support/databases.ts'
import { hollowPng, longGif, manyChunks, manyScans, phonePhoto, photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

const files = (team: Team) =>
  readdirSync(join(team.fresh.dir), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^media\/.*\.\w+$/.test(name),
  )

async function upload(team: Team, init: RequestInit) {
  const response = await team.call('/upload', { ...init, headers: { 'accept-language': 'en' } })
  const body = (await response.json()) as { data?: { url: string }; err?: string }
  return {
    status: response.status,
    url: body.data?.url ?? '',
    err: body.err ?? '',
    code: response.headers.get('x-error-code'),
  }
}

/** Fetches the path of an address, because the test does not listen at the public address. */
const fetched = (team: Team, url: string) => team.call(new URL(url).pathname)

onEachDatabase('pictures', (on) => {
  test('a phone photo is turned upright and loses its location', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const taken = await phonePhoto()
    assert.ok((await exifr.gps(taken))?.latitude > 31)
    for (const tokenFirst of [true, false]) {
      const { status, url } = await upload(team, uploadForm(ann.token, taken, tokenFirst))
      assert.equal(status, 200)
      assert.match(url, /^http:\/\/127\.0\.0\.1:8080\/media\/[\w-]{22}\.jpg$/)
      const response = await fetched(team, url)
      assert.equal(response.headers.get('content-type'), 'image/jpeg')
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.equal(response.headers.get('cache-control'), 'private, no-cache')
      const shown = Buffer.from(await response.arrayBuffer())
      assert.equal(await exifr.parse(shown, true), undefined)
      assert.ok(!shown.includes('Camera of Ann'))
      const { width, height, exif, orientation } = await sharp(shown).metadata()
      assert.deepEqual([width, height, exif, orientation], [40, 60, undefined, undefined])
    }
  })

  test('every allowed picture format is accepted by its content, and large pictures are reduced', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const plain = sharp({ create: { width: 3000, height: 10, channels: 4, background: '#3698' } })
    for (const [bytes, type] of [
      [await plain.png().toBuffer(), 'image/webp'],
      [await plain.webp().toBuffer(), 'image/webp'],
      [longGif(3), 'image/jpeg'],
      [await photo(3000, 10), 'image/jpeg'],
    ] as const) {
      const { url } = await upload(team, uploadForm(ann.token, bytes))
      const response = await fetched(team, url)
      assert.equal(response.headers.get('content-type'), type)
      assert.ok((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width <= 2560)
    }
  })

  test('a comment may use only unused pictures of its author', async () => {
    await using team = await newTeam({ on })
    const [ann, eve] = [await team.user(), await team.user()]
    const id = await createTicket(ann)
    const mine = (await upload(team, uploadForm(ann.token, await photo()))).url
    const theirs = (await upload(team, uploadForm(eve.token, await photo()))).url
    const refused = { status: 400, message: /^pic\[\d\] is not a picture that you uploaded/ }
    for (const url of [
      theirs,
      'http://127.0.0.1:8080/media/AAAAAAAAAAAAAAAAAAAAAA.jpg',
      'http://127.0.0.1:8080/media/neutral.png',
      'http://127.0.0.1:8080/media/../fettle.db',
      'https://elsewhere.example/cat.jpg',
      mine.replace('127.0.0.1', 'localhost'),
      '',
    ])
      for (const pic of [[url], [mine, url]])
        await assert.rejects(ann.tickets.addnote({ id, content: 'x', pic }), refused, url)
    await assert.rejects(ann.tickets.addnote({ id, pic: [mine, mine] }), refused)
    await assert.rejects(ann.tickets.addnote({ id, pic: Array(10).fill(mine) }), { status: 400, message: /at most 9/ })
    assert.equal((await ann.tickets.info({ id })).notes.length, 1)
    await ann.tickets.addnote({ id, pic: [mine] })
    await assert.rejects(ann.tickets.addnote({ id, pic: [mine] }), refused)
    assert.deepEqual((await ann.tickets.info({ id })).notes.at(-1)?.pic, [mine])
  })

  test('a request with a picture can be repeated with its key for a day; another picture makes it another request', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const file = Uint8Array.from(await photo())
    const one = async (who: Person) => (await who.media.upload({ file })).url
    const [said, moved, came] = [await createTicket(ann), await createTicket(ann), await createTicket(ann)]
    for (const id of [said, moved]) await bob.tickets.pick({ id })
    const calls: Record<string, readonly [Person, (pic: string[], how: { key: string }) => Promise<unknown>]> = {
      comment: [bob, (pic, how) => bob.tickets.addnote({ id: said, content: 'As shown', pic }, how)],
      'the earlier revision': [ann, (pic, how) => ann.tickets.newcomment({ id: said, content: 'As shown', pic }, how)],
      move: [bob, (pic, how) => bob.tickets.update({ id: moved, status: 3, content: 'As shown', pic }, how)],
      receiving: [bob, (pic, how) => bob.custody.receive({ id: came, pic }, how)],
      filing: [ann, (pic, how) => ann.tickets.create({ type: 0, device: 'lamp', pic }, how)],
      'filing at the counter': [bob, (pic, how) => bob.counter.create({ type: 0, device: 'fan', pic }, how)],
    }
    const pictures = async () => {
      const { list } = await bob.tickets.list({})
      const all = await Promise.all(list.map(({ id }) => bob.tickets.info({ id })))
      return all.flatMap(({ notes }) => notes.flatMap(({ pic }) => pic)).length
    }
    for (const [what, [who, call]] of Object.entries(calls)) {
      const [mine, another] = [await one(who), await one(who)]
      const before = await pictures()
      const how = { key: `key of ${what}` }
      await call([mine], how)
      await call([mine], how)
      assert.equal(await pictures(), before + 1, what)
      await assert.rejects(call([another], how), { status: 409, code: 'key_reused' }, what)
      await assert.rejects(call([], how), { status: 409, code: 'key_reused' }, what)
      // After a day the key is forgotten: the picture is already used, and with another picture it is another request.
      team.pass({ hours: 24 })
      const used = { status: 400, code: 'bad_input', field: 'pic[0]', flaw: 'not_my_picture' }
      await assert.rejects(call([mine], how), used, what)
      assert.equal(await pictures(), before + 1, what)
      await call([await one(who)], how)
      assert.equal(await pictures(), before + 2, what)
    }
  })

  test('an unused picture is not found after an hour, a used one stays', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const id = await createTicket(ann)
    const used = (await upload(team, uploadForm(ann.token, await photo()))).url
    const unused = (await upload(team, uploadForm(ann.token, await photo()))).url
    await ann.tickets.addnote({ id, pic: [used] })
    team.pass({ minutes: 59 })
    await team.running.tidy()
    assert.equal((await fetched(team, unused)).status, 200)
    team.pass({ minutes: 1 })
    await team.running.tidy()
    assert.equal((await fetched(team, unused)).status, 404)
    assert.equal((await fetched(team, used)).status, 200)
    assert.equal(files(team).length, 1)
    await assert.rejects(ann.tickets.addnote({ id, pic: [unused] }), { status: 400 })
  })

  test('an administrator sets and replaces a member’s picture', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const member = (await admin.admin.members()).list.find(({ name }) => name === 'Bob')?.id ?? 0
    const neutral = (await bob.members.checklogin()).avatar
    const picture = await fetched(team, neutral)
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
    const [first, second] = [
      (await upload(team, uploadForm(admin.token, await photo()))).url,
      (await upload(team, uploadForm(admin.token, await photo()))).url,
    ]
    await admin.admin.updateMember({ id: member, avatar: first })
    await admin.admin.updateMember({ id: member, avatar: first })
    assert.equal((await bob.members.checklogin()).avatar, first)
    await admin.admin.updateMember({ id: member, avatar: second })
    await assert.rejects(admin.admin.updateMember({ id: member, avatar: first }), { status: 400, message: /^avatar/ })
    const ticket = await createTicket(admin)
    await assert.rejects(admin.tickets.addnote({ id: ticket, pic: [second] }), { status: 400, message: /^pic/ })
    team.pass({ hours: 11 })
    await team.running.tidy()
    assert.equal((await fetched(team, first)).status, 404)
    assert.equal((await fetched(team, second)).status, 200)
    await admin.admin.updateMember({ id: member, avatar: '' })
    assert.equal((await bob.members.checklogin()).avatar, neutral)
    const third = (await upload(team, uploadForm(admin.token, await photo()))).url
    await admin.admin.updateMember({ id: member, avatar: third })
    await admin.admin.updateMember({ id: member, admin: true }) // the last administrator cannot be removed
    await admin.users.erase()
    team.pass({ days: 2 })
    await team.running.tidy()
    assert.equal((await fetched(team, third)).status, 200, 'an avatar stays, also when another person uploaded it')
  })

  test('an unknown picture name is not found', async () => {
    await using team = await newTeam({ on })
    const database = 'a%2f..%2f..%2f..%2ffettle.db'
    for (const name of ['AAAAAAAAAAAAAAAAAAAAAA.jpg', database, '%00.jpg', 'x', '.part', 'a'.repeat(500)])
      assert.ok([400, 404].includes((await team.call(`/media/${name}`)).status), name)
  })
})

// Pictures are decoded outside of the database, so one is enough.
test('other requests are answered while large pictures are decoded and decompression bombs refused', async () => {
  await using team = await newTeam()
  const ann = await team.user()
  const [large, bomb] = [await photo(4800, 4800), hollowPng(30_000, 30_000)]
  const work = Promise.all([large, bomb, large].map((bytes) => upload(team, uploadForm(ann.token, bytes))))
  const probes: number[] = []
  let over = false
  void work.finally(() => (over = true))
  while (!over) probes.push((await team.call('/healthz')).status)
  assert.deepEqual(
    (await work).map(({ status }) => status),
    [200, 400, 200],
  )
  assert.ok(probes.length > 5 && probes.every((status) => status === 200), `${probes.length} probes`)
})

// These are refused before the database is queried, so one is enough.
test('a file that is not a picture, or too large, is refused and leaves nothing behind', async () => {
  await using team = await newTeam()
  const ann = await team.user()
  const whole = await photo(400, 300)
  const bad: [string, Uint8Array | undefined, number, RegExp][] = [
    ['text', Buffer.from('<script>alert(1)</script>'), 400, /^file must be a complete JPEG/],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 400, /^file must be/],
    ['tiff', await sharp(whole).tiff().toBuffer(), 400, /^file must be/],
    ['nothing', new Uint8Array(), 400, /^file must be/],
    ['truncated', whole.subarray(0, whole.length / 2), 400, /^file must be/],
    ['wide', hollowPng(30_000, 30_000), 400, /^file is too large a picture. The limit is 24 Mpx/],
    ['hollow', hollowPng(4000, 4000), 400, /^file must be/],
    ['long', longGif(5000), 400, /^file is too large a picture. The limit is 200 frames/],
    ['scans', await manyScans(6000), 400, /^file is too large a picture. The limit is 100 scans/],
    ['blocks', manyChunks(20_000), 400, /^file is too large a picture. The limit is 10000 blocks/],
    ['metadata', manyChunks(2, 3_000_000), 400, /^file is too large a picture. The limit is 4 MB of metadata/],
    ['heavy', new Uint8Array(10 * 1024 * 1024 + 1), 413, /too large/],
    ['bomb', new Uint8Array(25 * 1024 * 1024), 413, /too large/],
    ['no file', undefined, 400, /^file is required/],
  ]
  for (const [what, bytes, status, sentence] of bad) {
    const refused = await upload(team, uploadForm(ann.token, bytes))
    assert.equal(refused.status, status, what)
    assert.match(refused.err, sentence, what)
  }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const text = await team.call('/upload', { ...json, body: JSON.stringify({ token: ann.token, file: 'text' }) })
  assert.equal(text.status, 400)
  assert.equal((await upload(team, uploadForm(undefined, whole))).status, 401)
  assert.equal((await upload(team, uploadForm('nobody', whole))).status, 401)
  assert.equal((await upload(team, uploadForm('nobody', whole, false))).status, 401)
  assert.equal((await team.call('/user/update', uploadForm(ann.token, whole))).status, 415)
  assert.deepEqual(files(team), [])
  const broken = {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nodd',
  }
  for (let again = 0; again < 5; again += 1) assert.equal((await team.call('/upload', broken)).status, 400)
})
