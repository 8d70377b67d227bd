import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { SqliteConfig } from '#config/config.ts'
import { Unavailable } from '#store/engine/engine.ts'
import { findDamage } from '#store/engine/integrity.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { Service } from '../../scripts/shared/service.ts'
import { freshDatabase, freshStore } from '../support/databases.ts'
import { addFeedback, readFeedback } from '../support/reports.ts'
import { json } from '../support/team.ts'

test('when a file cannot grow, writes are refused for now, reads continue, and no answered change is lost or partial', async () => {
  await using fresh = await freshDatabase('sqlite')
  const file = join(fresh.dir, 'fettle.db')
  const kept: string[] = []
  {
    // The unit of `ulimit -f` is half a kilobyte or a whole one, so the limit is two or four megabytes.
    const limited = ['sh', '-c', `ulimit -S -f 4000 && exec '${process.execPath}' bin/fettle.js start`]
    await using service = await Service.launch({ command: limited, dataDir: fresh.dir, env: { LOG_LEVEL: 'silent' } })
    const login = await fetch(`${service.url}/login`, json({ code: 'ann' }))
    const { token } = (await login.json()) as { token: string } // by the contract
    const send = (content: string) => fetch(`${service.url}/report`, json({ token, content }))
    let refusals = 0
    for (let round = 0; refusals < 20; round += 1) {
      const texts = Array.from({ length: 10 }, (_, i) => `${round}-${i} ${'.'.repeat(3900)}`)
      const answers = await Promise.all(texts.map(send))
      for (const [i, answer] of answers.entries()) {
        if (answer.status === 200) kept.push(texts[i] ?? '')
        else {
          refusals += 1
          assert.equal(answer.status, 503)
          assert.ok(Number(answer.headers.get('retry-after')) > 0)
        }
      }
      assert.equal((await fetch(`${service.url}/user/info?token=${token}`)).status, 200)
    }
    await service.end('SIGKILL')
  }
  assert.ok(kept.length > 0)
  // With more space the service starts with all its data, and accepts changes.
  await using service = await Service.launch({ dataDir: fresh.dir })
  assert.equal(findDamage(file), undefined)
  const { contents, entries } = readFeedback(file)
  assert.deepEqual(
    kept.filter((text) => !contents.includes(text)),
    [],
  )
  assert.equal(contents.length, entries)
  const login = await fetch(`${service.url}/login`, json({ code: 'ann' }))
  assert.equal(login.status, 200)
})

test('a forwarded ticket that does not fit into its file is not reported as written', async () => {
  await using fresh = await freshDatabase('sqlite')
  const adapter = join(import.meta.dirname, '../../src/adapters/external/file.ts')
  const code = `
    const { fileTickets } = await import(${JSON.stringify(adapter)})
    const facts = { id: 1, type: 'computer', device: '', deviceModel: '', description: '' }
    const ticket = { ref: 'a-1', at: 0, subject: '', text: 'x'.repeat(2000), link: '', facts }
    const create = fileTickets(${JSON.stringify(join(fresh.dir, 'external.jsonl'))}).create(ticket, AbortSignal.timeout(60000))
    console.log(await create.then(() => 'written', (error) => error.what.say))`
  // The limit is half a kilobyte or a whole one: less than the line, so that the first write stops in its middle.
  const args = ['-c', `ulimit -S -f 1 && exec "$0" --input-type=module -e "$1"`, process.execPath, code]
  const { stdout } = await promisify(execFile)('sh', args, { env: {} })
  assert.equal(stdout.trim(), 'unwritable')
})

test('a read-only database can be read, and writes are refused', async () => {
  await using house = await freshStore('sqlite')
  const config = house.fresh.config as SqliteConfig // as asked for
  await addFeedback(house.store, 'before')
  await house.store[Symbol.asyncDispose]()
  // The file header says that this SQLite may not write the file. Unlike a file mode, that holds for root too.
  const writeVersion = (version: number) => {
    const handle = openSync(config.file, 'r+')
    writeSync(handle, Buffer.of(version), 0, 1, 18)
    closeSync(handle)
  }
  writeVersion(3)
  {
    await using engine = await openEngine(config)
    const store = new Store(engine)
    await assert.rejects(addFeedback(store, 'refused'), Unavailable)
    await store.probe()
    assert.ok(await store.read((tx) => tx.users.exists()))
  }
  writeVersion(2)
  await using engine = await openEngine(config)
  await addFeedback(new Store(engine), 'after')
  assert.deepEqual(readFeedback(config.file).contents, ['before', 'after'])
})
