import assert from 'node:assert/strict'
import {
  copyFileSync,
  fdatasyncSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Refusal } from '#contract/errors.ts'
import { type Db, type Engine, Unavailable } from '#store/engine/engine.ts'
import { findDamage } from '#store/engine/integrity.ts'
import { SqliteEngine, type SqliteOptions } from '#store/engine/sqlite.ts'
import { framesOf } from '#store/engine/sqlite-connection.ts'
import { freshDatabase } from '../support/databases.ts'

const turn = () => new Promise<void>((done) => setImmediate(done))

const add = (name: string) => (db: Db) =>
  db.insertInto('member').values({ name, admin: 0, active: 1, created_at: 0 }).execute()

const names = async (engine: Engine) =>
  (await engine.read((db) => db.selectFrom('member').select('name').orderBy('id').execute())).map(({ name }) => name)

const frame = 24 + 4096

/**
 * An engine on a disk that fails as often as a test wants, and whose synced contents a test can read as after a power
 * cut.
 */
async function opened(options: SqliteOptions = {}) {
  const fresh = await freshDatabase('sqlite', { migrated: true })
  const file = join(fresh.dir, 'fettle.db')
  const disk = { fails: 0, log: Buffer.alloc(0) }
  const sync = async (fd: number) => {
    const log = readFileSync(`${file}-wal`)
    await turn()
    if (disk.fails > 0) {
      disk.fails -= 1
      // A kernel that could not write its pages may drop them, and report no error the next time.
      writeSync(fd, Buffer.alloc(fstatSync(fd).size - disk.log.length), 0, undefined, disk.log.length)
      throw new Error('EIO')
    }
    fdatasyncSync(fd)
    disk.log = log
  }
  const reports: string[] = []
  const engine = new SqliteEngine(file, { strict: true, sync, report: (text) => reports.push(text), ...options })
  disk.log = readFileSync(`${file}-wal`)
  let cuts = 0
  return {
    engine,
    file,
    disk,
    reports,
    /** The members in the database after a power cut at this moment. */
    survivors(): unknown[] {
      const dir = join(fresh.dir, `cut-${cuts++}`)
      mkdirSync(dir)
      writeFileSync(join(dir, 'fettle.db'), readFileSync(file))
      writeFileSync(join(dir, 'fettle.db-wal'), disk.log)
      using db = new DatabaseSync(join(dir, 'fettle.db'))
      const rows = db.prepare('select name from member order by id').all()
      return rows.map((row) => row['name'])
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

test('until a commit is synced, none of its callers is answered, the next change waits, and reads see the state before it', async () => {
  const syncs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const sync = async () => {
    const i = count++
    begun[i]?.resolve()
    await syncs[i]?.promise
  }
  await using house = await opened({ sync })
  const order: string[] = []
  const first = house.engine.change(add('ann')).then(() => order.push('ann'))
  const refused = house.engine.change(async () => Promise.reject(new Refusal('not_found')))
  const told = refused.catch(() => order.push('refused'))
  await begun[0]?.promise
  const second = house.engine.change(async (db) => {
    order.push('bob begins')
    await add('bob')(db)
  })
  for (let i = 0; i < 10; i += 1) {
    await turn()
    assert.deepEqual(await names(house.engine), [])
  }
  assert.deepEqual(order, [])
  syncs[0]?.resolve()
  await Promise.all([first, told])
  assert.deepEqual(await names(house.engine), ['ann'])
  await begun[1]?.promise
  assert.deepEqual([...order, ...(await names(house.engine))], ['ann', 'refused', 'bob begins', 'ann'])
  syncs[1]?.resolve()
  await second
  assert.deepEqual(await names(house.engine), ['ann', 'bob'])
})

test('a power cut undoes nothing that was acknowledged, and nothing that a reader or a change has seen', async () => {
  // The write-ahead log starts again before each round.
  await using house = await opened({ checkpoint: { frames: 3, retryMs: 0 } })
  const { engine, survivors } = house
  let over = false
  const reader = (async () => {
    for (let seen = 0; !over; ) {
      const found = await names(engine)
      if (found.length > seen) assert.deepEqual(survivors().slice(0, found.length), found)
      seen = found.length
      await turn()
    }
  })()
  for (const round of ['a', 'b', 'c', 'd']) {
    const changes = [1, 2, 3].map((i) =>
      engine.change(async (db) => {
        const before = await db.selectFrom('member').select('name').orderBy('id').execute()
        await add(`${round}${i}`)(db)
        if (i === 1)
          assert.deepEqual(
            survivors(),
            before.map(({ name }) => name),
          )
      }),
    )
    await Promise.all(
      changes.map((change, i) => change.then(() => assert.ok(survivors().includes(`${round}${i + 1}`)))),
    )
  }
  over = true
  await reader
})

test('a failed sync is repeated after the frames are written again, because the kernel may have dropped them', async () => {
  await using house = await opened()
  await house.engine.change(add('ann'))
  house.disk.fails = 2
  await house.engine.change(add('bob'))
  assert.deepEqual(house.survivors(), ['ann', 'bob'])
  await house.engine.change(add('cai'))
  assert.deepEqual(house.survivors(), ['ann', 'bob', 'cai'])
  assert.deepEqual(await names(house.engine), ['ann', 'bob', 'cai'])
  assert.deepEqual(house.engine.faults(), [])
  assert.equal(house.reports.length, 2)
  assert.match(house.reports[0] ?? '', /cannot be synced \(Error: EIO\)/)
})

test('while syncs fail, changes are refused for now and reads continue; afterwards changes work without a restart', async () => {
  await using house = await opened({ timeLimitMs: 0 })
  const { engine, disk, survivors } = house
  await engine.change(add('ann'))
  disk.fails = Number.POSITIVE_INFINITY
  await assert.rejects(engine.change(add('bob')), Unavailable)
  let ran = false
  const later = engine.change(async () => {
    ran = true
  })
  await assert.rejects(later, Unavailable)
  assert.equal(ran, false)
  assert.deepEqual(await names(engine), ['ann'])
  const [fault, ...others] = engine.faults()
  assert.deepEqual([fault?.what, fault?.error, fault?.failures, others], ['sync', 'Error: EIO', 2, []])
  // Another program cannot checkpoint frames that are not synced.
  using other = new DatabaseSync(house.file)
  assert.equal(other.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'], 1)
  assert.deepEqual(survivors(), ['ann'])
  disk.fails = 0
  await engine.change(add('cai'))
  // A change that was told to retry may be stored or not, but as a whole, and every reader sees the same.
  assert.deepEqual(survivors(), ['ann', 'bob', 'cai'])
  assert.deepEqual(await names(engine), ['ann', 'bob', 'cai'])
  assert.deepEqual(engine.faults(), [])
})

test('while another program commits, an unknown length of the write-ahead log is not taken for an empty log', async () => {
  await using house = await opened()
  await house.engine.change(add('ann'))
  using db = new DatabaseSync(house.file)
  const frames = framesOf(db)
  assert.ok(frames() > 0)
  using other = new DatabaseSync(house.file)
  other.exec('begin immediate')
  // Such a program has changed one of the two copies of the index header, and not yet the other.
  const index = openSync(`${house.file}-shm`, 'r+') // left open: closing it would release SQLite's locks
  const change = Buffer.alloc(1)
  readSync(index, change, 0, 1, 8)
  writeSync(index, Buffer.of((change[0] ?? 0) ^ 1), 0, 1, 8)
  assert.throws(frames, Unavailable)
  writeSync(index, change, 0, 1, 8)
  assert.ok(frames() > 0)
})

test('commits that a killed process left in the log are written again at the start', async () => {
  await using house = await opened()
  await house.engine.change(add('ann'))
  const file = join(house.file, '../killed.db')
  for (const end of ['', '-wal']) copyFileSync(house.file + end, file + end)
  utimesSync(`${file}-wal`, 0, 0)
  const left = readFileSync(`${file}-wal`)
  await using again = new SqliteEngine(file)
  assert.ok(statSync(`${file}-wal`).mtimeMs > 0)
  assert.deepEqual(readFileSync(`${file}-wal`), left)
  await again.change(add('bob'))
  assert.deepEqual(await names(again), ['ann', 'bob'])
})

test('closing while syncs fail keeps every answered change and damages nothing', async () => {
  await using house = await opened({ timeLimitMs: 0 })
  await house.engine.change(add('ann'))
  house.disk.fails = Number.POSITIVE_INFINITY
  await assert.rejects(house.engine.change(add('bob')), Unavailable)
  await house.engine[Symbol.asyncDispose]()
  assert.equal(findDamage(house.file), undefined)
  await using again = new SqliteEngine(house.file)
  assert.deepEqual(await names(again), ['ann'])
})

test('checkpoints run outside the event loop; a failed one is reported, and changes continue', async () => {
  await using house = await opened({ checkpoint: { frames: 20, retryMs: 0 } })
  const { engine, file, reports } = house
  const logBytes = () => statSync(`${file}-wal`).size
  let count = 0
  const addMany = async () => {
    for (let i = 0; i < 30; i += 1) await engine.change(add(`m${count++}`))
  }
  await addMany()
  const usual = logBytes()
  await addMany()
  assert.equal(logBytes(), usual, 'the log was restarted')

  renameSync(file, `${file}.away`)
  await addMany()
  assert.ok(logBytes() >= usual + 30 * frame)
  const [fault, ...others] = engine.faults()
  assert.deepEqual([fault?.what, fault?.error, others], ['checkpoint', 'Error: unable to open database file', []])
  assert.ok((fault?.failures ?? 0) > 1)
  assert.equal(reports.length, 1)
  renameSync(`${file}.away`, file)
  await engine.change(add('last'))
  assert.deepEqual(engine.faults(), [])
  assert.match(reports[1] ?? '', /succeed again/)
  assert.equal((await names(engine)).length, count + 1)

  await engine.scrub()
  assert.equal(logBytes(), 32 + frame, 'begun by the thread, so that no change has to sync its header')
  const begun = readFileSync(`${file}-wal`)
  await engine.scrub()
  assert.deepEqual(readFileSync(`${file}-wal`), begun, 'there was nothing to remove')
  using reading = new DatabaseSync(file, { readOnly: true })
  reading.exec('begin')
  reading.prepare('select count(*) from member').get()
  await engine.change(add('only-here'))
  await engine.change((db) => db.deleteFrom('member').where('name', '=', 'only-here').execute())
  await engine.scrub()
  assert.ok(readFileSync(`${file}-wal`).includes('only-here'), 'another connection still needs the log')
  reading.exec('commit')
  await engine.change(add('next'))
  for (const end of ['', '-wal']) assert.ok(!readFileSync(file + end).includes('only-here'))
})
