import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Unavailable } from '#store/engine/engine.ts'
import { SqliteEngine } from '#store/engine/sqlite.ts'
import { migrate } from '#store/migrations/migrate.ts'
import { Child } from '../support/child.ts'
import { freshDatabase } from '../support/databases.ts'
import { json, newTeam } from '../support/team.ts'

test('while another program holds the write lock, writes are refused for now, and reads and timers continue', async () => {
  await using fresh = await freshDatabase('sqlite')
  const file = join(fresh.dir, 'fettle.db')
  await using engine = new SqliteEngine(file, { strict: true, timeLimitMs: 1000 })
  await migrate(engine, 0)
  await using other = new Child('hold-lock.ts', [file])
  assert.equal(await other.line(), 'held')

  const order: string[] = []
  const write = engine
    .change((db) => db.insertInto('member').values({ name: 'ann', admin: 0, active: 1, created_at: 0 }).execute())
    .catch((error: unknown) => {
      order.push('refused')
      return error
    })
  await engine.read((db) => db.selectFrom('member').select('id').execute()).then(() => order.push('read'))
  await new Promise((resolve) => setTimeout(resolve, 1)).then(() => order.push('timer'))
  assert.ok((await write) instanceof Unavailable)
  assert.deepEqual(order, ['read', 'timer', 'refused'])

  // A change that arrives while the lock is held runs as soon as the lock is released.
  const patient = new SqliteEngine(file, { timeLimitMs: 60_000 })
  const waiting = patient.change((db) =>
    db.insertInto('member').values({ name: 'bob', admin: 0, active: 1, created_at: 0 }).execute(),
  )
  other.tell('let go')
  assert.equal(await other.line(), 'free')
  await waiting
  await patient[Symbol.asyncDispose]()
  await engine.change((db) =>
    db.insertInto('member').values({ name: 'cai', admin: 0, active: 1, created_at: 0 }).execute(),
  )
  const names = await engine.read((db) => db.selectFrom('member').select('name').orderBy('id').execute())
  assert.deepEqual(
    names.map(({ name }) => name),
    ['bob', 'cai'],
  )
})

test('a refused write holds no lock, so another program can write at once', async () => {
  await using fresh = await freshDatabase('sqlite', { migrated: true })
  const file = join(fresh.dir, 'fettle.db')
  await using engine = new SqliteEngine(file, { strict: true })
  const broken = engine.change(async () => {
    throw new Unavailable('the disk is gone')
  })
  await assert.rejects(broken, Unavailable)
  using other = new DatabaseSync(file, { timeout: 0 })
  other.exec("begin immediate; insert into member (name, admin, active, created_at) values ('ann', 0, 1, 0); commit")
  const names = await engine.read((db) => db.selectFrom('member').select('name').execute())
  assert.ok(names.some(({ name }) => name === 'ann'))
})

test('while another program holds the write lock, changes get 503 with Retry-After, and everything else works', async () => {
  await using team = await newTeam()
  const ann = await team.user()
  const { code } = await (await team.admin()).admin.invite({ name: 'Ann' })
  team.secret(code)
  await using other = new Child('hold-lock.ts', [join(team.fresh.dir, 'fettle.db')])
  assert.equal(await other.line(), 'held')
  const refused = await team.call('/report', json({ token: ann.token, content: 'hello' }))
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('x-error-code'), 'storage_unavailable')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.deepEqual(await ann.users.info(), { name: '', phone: '' })
  // If attempts cannot be counted, no proof is checked; calls that need no proof work.
  const tries = [
    { path: '/member/login', body: { token: ann.token, code } },
    { path: '/member/login', body: { token: ann.token, stuid: 'x', passwd: 'y' } },
    { path: '/login', body: { code: 'ann' } },
  ].map(({ path, body }) => team.call(path, json(body)))
  assert.deepEqual(
    (await Promise.all(tries)).map(({ headers }) => headers.get('x-error-code')),
    ['storage_unavailable', 'storage_unavailable', 'storage_unavailable'],
  )
  assert.equal((await team.anyone.duty.info()).isInDuty, false)
  other.tell('let go')
  assert.equal(await other.line(), 'free')
  assert.deepEqual(await ann.users.report({ content: 'hello' }), {})
  await ann.members.login({ code })
})
