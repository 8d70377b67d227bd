import assert from 'node:assert/strict'
import fs, { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { exampleOf } from '#contract/examples.ts'
import { endpoints } from '#contract/index.ts'
import type { Schema } from '#contract/type.ts'
import { freshDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { assertRefusal } from '../support/raw-connection.ts'
import { json, newTeam, type Team } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

/** Calls an endpoint with the example of the documentation, and answers the status and code. */
async function outcome(team: Team, e: Endpoint, token: string, picture: Buffer): Promise<string> {
  const response = await called(team, e, token, picture)
  await response.body?.cancel()
  const code = response.headers.get('x-error-code')
  const wait = response.headers.get('retry-after')
  return [response.status, ...(code ? [code] : []), ...(wait ? ['later'] : [])].join(' ')
}

function called(team: Team, e: Endpoint, token: string, picture: Buffer): Promise<Response> {
  if (e.form) return team.call(e.path, uploadForm(token, picture))
  const input = exampleOf(e.input as Schema) as Record<string, unknown> // an object, as every input is
  const headers = { authorization: `Bearer ${token}` }
  if (e.method === 'POST') return team.call(e.path, json(input, headers))
  const path = e.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]))
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return team.call(`${path}?${query}`, { headers, redirect: 'manual' })
}

test('without the database every endpoint answers normally or with 503, and each failure is logged once', async () => {
  await using fresh = await freshDatabase('postgres', { migrated: true })
  await using line = await postgresProxy(fresh.config.kind === 'postgres' ? fresh.config.url : '')
  await using team = await newTeam({ env: { DATABASE_URL: line.url, RATE_LIMITS: 'off' } })
  const { token } = await team.admin()
  const picture = await photo()
  // Without the four megabytes of the API reference, which need no storage.
  const all = endpoints().flatMap(({ name, endpoint }) => (name === 'machines.referenceScript' ? [] : [endpoint]))
  const outcomes = async (asked: readonly Endpoint[]) => {
    const ended: { e: Endpoint; how: string }[] = []
    for (let i = 0; i < asked.length; i += 20) {
      const some = asked.slice(i, i + 20)
      ended.push(...(await Promise.all(some.map(async (e) => ({ e, how: await outcome(team, e, token, picture) })))))
    }
    return ended
  }
  const faults = {
    'the connection is cut': () => line.cut(),
    // The caller is found, and every other statement fails.
    'sessions alone get through': () =>
      line.cutWhere((said) => /\b(select|insert|update|delete|begin)\b/.test(said) && !/from "session"/.test(said)),
  }
  const wrong: string[] = []
  let failures = 0
  for (const [fault, begin] of Object.entries(faults)) {
    begin()
    const ended = await outcomes(all)
    // A form is refused for the same reason wherever its token is.
    for (const init of [
      uploadForm(token, picture, false),
      { ...uploadForm(undefined, picture), headers: { authorization: `Bearer ${token}` } },
    ])
      await assertRefusal('storage_unavailable', await team.call('/upload', init))
    // Anonymous listeners are accepted, and told to reconnect.
    assert.equal(await (await team.call('/live')).text(), '')
    if (existsSync('web/dist/index.html')) assert.equal((await team.call('/')).status, 200)
    await line.mend()
    const served = ended.filter(({ how }) => how !== '503 storage_unavailable later')
    assert.ok(served.length < all.length / 3, fault)
    failures += ended.length - served.length + 2
    for (const [i, { e, how }] of (await outcomes(served.map((one) => one.e))).entries())
      if (how !== served[i]?.how) wrong.push(`${e.method} ${e.path} where ${fault}: ${served[i]?.how}, not ${how}`)
  }
  assert.deepEqual(wrong, [])
  const lines = team
    .logged()
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one) as Record<string, unknown>) // as pino writes them
  const failed = lines.filter(({ level, req }) => Number(level) > 40 && req !== undefined)
  assert.deepEqual([failed.length, new Set(failed.map(({ req }) => req)).size], [failures, failures])
})

test('without the picture disk, picture requests get a 503 and everything else works', async () => {
  await using team = await newTeam()
  const [bob, ann] = [await team.admin(), await team.user()]
  const id = await createTicket(ann)
  await bob.tickets.pick({ id })
  const upload = async (person = bob) => (await person.media.upload({ file: Uint8Array.from(await photo()) })).url
  const [url, shown, hers] = [await upload(), await upload(), await upload(ann)]
  await bob.tickets.addnote({ id, pic: [shown] })
  const { id: member } = await bob.members.checklogin()
  const info = await bob.tickets.info({ id })
  const [media, aside] = [join(team.fresh.dir, 'media'), join(team.fresh.dir, 'aside')]
  renameSync(media, aside)
  // Nothing can be created or read in it. Unlike a file mode, that holds for root too.
  writeFileSync(media, '')
  const away = { status: 503, code: 'storage_unavailable' }
  await assert.rejects(upload(), away)
  await assert.rejects(bob.tickets.addnote({ id, pic: [url] }), away)
  await assert.rejects(bob.tickets.update({ id, status: 3, pic: [url] }), away)
  await assert.rejects(createTicket(bob, { pic: [url] }), away)
  await assert.rejects(bob.admin.updateMember({ id: member, avatar: url }), away)
  await assertRefusal('storage_unavailable', await team.call(new URL(shown).pathname))
  await assertRefusal('not_found', await team.call('/media/AAAAAAAAAAAAAAAAAAAAAA.jpg'))
  assert.deepEqual(await bob.tickets.info({ id }), info)
  await createTicket(bob)
  await bob.users.export()
  await assert.rejects(team.running.tidy(), { name: 'Unavailable' })
  rmSync(media)
  renameSync(aside, media)
  await bob.tickets.update({ id, status: 3, pic: [url] })
  assert.equal((await team.call(new URL(shown).pathname)).status, 200)
  assert.equal((await team.call(new URL(hers).pathname)).status, 200)
})

test('pages and pictures work again after file handles ran out', async () => {
  await using team = await newTeam()
  const real = { readFile: fs.promises.readFile, readFileSync: fs.readFileSync }
  const exhausted = () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  }
  const paths = ['/media/neutral.png', ...(existsSync('web/dist/index.html') ? ['/'] : [])]
  Object.assign(fs.promises, { readFile: async () => exhausted() })
  Object.assign(fs, { readFileSync: exhausted })
  syncBuiltinESMExports()
  try {
    for (const path of paths) await assertRefusal('storage_unavailable', await team.call(path))
  } finally {
    Object.assign(fs.promises, { readFile: real.readFile })
    Object.assign(fs, { readFileSync: real.readFileSync })
    syncBuiltinESMExports()
  }
  for (const path of paths) assert.equal((await team.call(path)).status, 200)
})
