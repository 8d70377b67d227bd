import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { doctor } from '#main/doctor.ts'
import { tempDir } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { assertRefusal } from '../support/raw-connection.ts'
import { s3Server } from '../support/s3.ts'
import { newTeam } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

test('pictures are stored in S3 if configured, and deleted there', async () => {
  await using s3 = await s3Server()
  await using team = await newTeam({ env: s3.env })
  team.secret('S3RVER')
  const ann = await team.user()
  const id = await createTicket(ann)
  const response = await team.call('/upload', uploadForm(ann.token, await photo()))
  const { url } = ((await response.json()) as { data: { url: string } }).data
  await ann.tickets.addnote({ id, pic: [url] })
  const { url: lost } = await ann.media.upload({ file: Uint8Array.from(await photo()) })
  s3.lose(lost.slice(lost.lastIndexOf('/') + 1))
  await assert.rejects(ann.tickets.addnote({ id, pic: [lost] }), { status: 400, flaw: 'picture_lost' })
  const { pathname } = new URL(url)
  const shown = await team.call(pathname)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/jpeg'])
  assert.ok((await shown.arrayBuffer()).byteLength > 100)
  assert.equal((await team.call('/media/AAAAAAAAAAAAAAAAAAAAAA.jpg')).status, 404)
  await ann.tickets.cancel({ id })
  team.pass({ days: 31 })
  await team.running.tidy()
  assert.equal((await team.call(pathname)).status, 404)
})

test('while the picture store is unreachable, picture requests get a 503, and tickets still work', async () => {
  const s3 = await s3Server()
  await using team = await newTeam({ env: s3.env })
  const ann = await team.user()
  const stored = await team.call('/upload', uploadForm(ann.token, await photo()))
  const { url } = ((await stored.json()) as { data: { url: string } }).data
  await s3[Symbol.asyncDispose]()
  const refused = await team.call('/upload', uploadForm(ann.token, await photo()))
  await assertRefusal('storage_unavailable', refused)
  await assertRefusal('storage_unavailable', await team.call(new URL(url).pathname))
  await assert.rejects(createTicket(ann, { pic: [url] }), { status: 503, code: 'storage_unavailable' })
  assert.equal((await team.call('/media/AAAAAAAAAAAAAAAAAAAAAA.jpg')).status, 404)
  await createTicket(ann)
  const dir = tempDir()
  const findings = await Array.fromAsync(doctor({ ...s3.env, DATA_DIR: dir }))
  rmSync(dir, { recursive: true, force: true })
  assert.ok(findings.some(({ what, problem }) => what === 'pictures' && problem !== undefined))
})

test('incomplete settings of an S3 store are a configuration error with their names', () => {
  assert.throws(
    () => readConfig({ S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'pictures' }),
    /S3_ACCESS_KEY_ID is missing[\s\S]*S3_SECRET_ACCESS_KEY is missing/,
  )
})
