import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import sharp from 'sharp'
import { readConfig } from '#config/config.ts'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { assertRefusal } from '../support/raw-connection.ts'
import { s3Server } from '../support/s3.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

const proxied = { TRUST_PROXY: '127.0.0.1' }

async function send(team: Team, who: Person, bytes: Uint8Array, address = '10.0.0.1'): Promise<Response> {
  return team.call('/upload', {
    ...uploadForm(who.token, bytes),
    headers: { 'x-forwarded-for': address, 'accept-language': 'en' },
  })
}

/** Uploads one small picture; answers the error code, or nothing. */
async function tries(team: Team, who: Person, address?: string): Promise<string | null> {
  const answer = await send(team, who, await photo(), address)
  await answer.arrayBuffer()
  return answer.headers.get('x-error-code')
}

const count = (answers: readonly (string | null)[]) =>
  Object.fromEntries(
    Map.groupBy(answers, (code) => code ?? 'stored')
      .entries()
      .map(([code, all]) => [code, all.length]),
  )

/** A noisy picture, which needs at least `quality` bytes for each pixel. */
const grain = (width: number, height: number, quality: number) =>
  sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()

onEachDatabase('the daily quota of pictures', (on) => {
  test('the quota limits pictures by person and address, on two nodes at once, and text can still be sent', async () => {
    const env = { ...proxied, PICTURES_PER_PERSON: '2', PICTURES_PER_ADDRESS: '5' }
    await using team = await newTeam({ on, env })
    await using further = new AsyncDisposableStack()
    const nodes = [team]
    if (on === 'postgres') nodes.push(further.use(await newTeam({ on, env, beside: team })))
    const ann = await team.user()
    const atOnce = (people: readonly Person[], address: string) =>
      Promise.all(people.map((who, i) => tries(nodes[i % nodes.length] ?? team, who, address)))
    // A node accepts three uploads of one person at once.
    assert.deepEqual(count(await atOnce([ann, ann, ann], '10.0.0.1')), { stored: 2, picture_quota: 1 })
    const crowd = await Promise.all(Array.from({ length: 8 }, () => team.user()))
    assert.deepEqual(count(await atOnce(crowd, '10.0.0.2')), { stored: 5, picture_quota: 3 })
    team.pass({ hours: 20 })
    const refused = await send(team, ann, await photo())
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, String(4 * 3600)])
    assert.match(await assertRefusal('picture_quota', refused), /try again in 4 hours\. You can still send text/)
    await ann.tickets.addnote({ id: await createTicket(ann), content: 'only words' })
    assert.equal(await tries(team, await team.user()), null, 'the quota counts each person separately')
    team.pass({ hours: 4 })
    assert.equal(await tries(team, ann), null)
  })

  test('the picture quota counts only stored pictures', async () => {
    await using team = await newTeam({ on, env: { PICTURES_PER_PERSON: '2' } })
    const ann = await team.user()
    for (let i = 0; i < 3; i += 1) {
      const refused = await send(team, ann, Buffer.from('no picture'))
      await assertRefusal('bad_input', refused)
    }
    const folder = join(team.fresh.dir, 'media')
    writeFileSync(folder, 'where a folder belongs')
    for (let i = 0; i < 3; i += 1) assert.equal(await tries(team, ann), 'storage_unavailable')
    rmSync(folder)
    assert.deepEqual([await tries(team, ann), await tries(team, ann)], [null, null])
    assert.equal(await tries(team, ann), 'picture_quota')
  })

  test('the picture quota limits bytes, and a smaller picture may still fit', async () => {
    await using team = await newTeam({ on, env: { PICTURES_MB_PER_PERSON: '20' } })
    const ann = await team.user()
    const large = await grain(3000, 2000, 100)
    assert.ok(large.byteLength > 7 * 1024 * 1024, 'three pictures exceed the limit of a day')
    for (let i = 0; i < 2; i += 1) assert.equal((await send(team, ann, large)).status, 200)
    await assertRefusal('picture_quota', await send(team, ann, large))
    assert.equal(await tries(team, ann), null)
  })

  test('guests of an address share a picture quota, apart from accounts, members and other addresses', async () => {
    await using team = await newTeam({ on, env: { ...proxied, PICTURES_PER_ADDRESS: '2', PICTURES_PER_PERSON: '1' } })
    const guest = async () => team.as((await team.anyone.session.login({ code: 'guest' })).token, 'en_US')
    const bob = await team.member('Bob')
    assert.equal(await tries(team, await guest()), null)
    assert.equal(await tries(team, await guest()), null)
    assert.equal(await tries(team, await guest()), 'picture_quota')
    assert.equal(await tries(team, await guest(), '10.0.0.2'), null)
    assert.equal(await tries(team, await team.user()), null)
    assert.equal(await tries(team, await team.user()), null)
    assert.equal(await tries(team, await team.user()), 'picture_quota')
    for (let i = 0; i < 10; i += 1)
      assert.equal(await tries(team, bob), null, 'the limit of members is ten times as high')
    assert.equal(await tries(team, bob), 'picture_quota')
  })
})

onEachDatabase('unused pictures', (on) => {
  test('an unused picture is deleted after an hour, a used one stays', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const id = await createTicket(ann)
    const upload = async () => (await ann.media.upload({ file: Uint8Array.from(await photo()) })).url
    const tidyUnused = () => team.running.jobs.find(({ name }) => name === 'unused pictures')?.run(AbortSignal.any([]))
    const shown = async (url: string) => (await team.call(new URL(url).pathname)).status
    const [used, kept, unused] = [await upload(), await upload(), await upload()]
    await ann.tickets.addnote({ id, pic: [used] })
    team.pass({ minutes: 59 })
    await tidyUnused()
    await ann.tickets.addnote({ id, pic: [kept] })
    assert.equal(await shown(unused), 200)
    // While the clock is ahead for a moment, no picture counts as older.
    team.setClock({ hours: 5 })
    await tidyUnused()
    team.setClock({ hours: -5 })
    assert.equal(await shown(unused), 200)
    team.pass({ minutes: 1 })
    await tidyUnused()
    assert.deepEqual([await shown(used), await shown(kept), await shown(unused)], [200, 200, 404])
    await assert.rejects(ann.tickets.addnote({ id, pic: [unused] }), { status: 400, flaw: 'not_my_picture' })
  })
})

test('a picture counts towards the quota with its stored size', async () => {
  await using team = await newTeam()
  const sent = await grain(2500, 1900, 1)
  assert.equal((await send(team, await team.user(), sent)).status, 200)
  const files = readdirSync(join(team.fresh.dir, 'media'), { recursive: true, withFileTypes: true })
  const [file] = files.filter((one) => one.isFile())
  const stored = statSync(join(file?.parentPath ?? '', file?.name ?? '')).size
  assert.ok(stored > sent.byteLength)
  using db = new DatabaseSync(join(team.fresh.dir, 'fettle.db'), { readOnly: true })
  assert.equal(db.prepare('select max(taken) as taken from attempt').get()?.['taken'], stored)
})

/** More than any disk has. */
const everything = '999999999'

test('while the disk is low, pictures of users are refused, and text can still be sent', async () => {
  await using team = await newTeam({ env: { PICTURES_FREE_MB: everything } })
  const [ann, bob] = [await team.user(), await team.member('Bob')]
  const refused = await send(team, ann, await photo())
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '600'])
  assert.match(
    await assertRefusal('disk_low', refused),
    /^There is not enough storage left .* You can still send text\.$/,
  )
  const inChinese = await team.call('/upload', {
    ...uploadForm(ann.token, await photo()),
    headers: { 'accept-language': 'zh-CN' },
  })
  assert.match(await assertRefusal('disk_low', inChinese), /^存储空间不足.*文字仍可以发送。$/)
  await ann.tickets.addnote({ id: await createTicket(ann), content: 'only words' })
  assert.equal(await tries(team, bob), null, 'members can still upload')
})

test('while the disk is even lower, pictures of members are refused too', async () => {
  await using team = await newTeam({ env: { PICTURES_FREE_MB: everything, PICTURES_FREE_MB_MEMBERS: everything } })
  const bob = await team.member('Bob')
  assert.equal(await tries(team, bob), 'disk_low')
  await bob.tickets.addnote({ id: await createTicket(bob), content: 'only words' })
})

test('pictures in an S3 store have the same quota and no limit of free space', async () => {
  await using s3 = await s3Server()
  await using team = await newTeam({ env: { ...s3.env, PICTURES_FREE_MB: everything, PICTURES_PER_PERSON: '1' } })
  team.secret('S3RVER')
  const ann = await team.user()
  assert.deepEqual([await tries(team, ann), await tries(team, ann)], [null, 'picture_quota'])
})

test('a limit of free space that is higher for members than for users is a configuration error with its name', () => {
  assert.throws(
    () => readConfig({ PICTURES_FREE_MB: '10', PICTURES_FREE_MB_MEMBERS: '11' }),
    /PICTURES_FREE_MB_MEMBERS must not be larger than PICTURES_FREE_MB/,
  )
})
