import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { utils, write } from '@e965/xlsx'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { freshDatabase, onEachDatabase, tempDir } from '../support/databases.ts'
import { asCsv, asXlsx, generatedTable, importedCounts } from '../support/import-rows.ts'
import { preloadedCode, runProgram } from '../support/program.ts'
import { newTeam } from '../support/team.ts'

onEachDatabase('the import command', (on) => {
  test('the import command previews a table, then imports it beside the running service', async () => {
    await using team = await newTeam({ on, at: Temporal.Now.instant().toString() })
    const admin = await team.admin()
    const { dir, config } = team.fresh
    const env = { DATA_DIR: dir, ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}) }
    const fettle = (...words: string[]) => runProgram(['import', ...words], { cwd: dir, env })
    const [table, broken] = [join(dir, 'repairs.xlsx'), join(dir, 'broken.csv')]
    const rows = generatedTable(600, 1)
    writeFileSync(table, await asXlsx(rows))
    const looked = await fettle(table)
    assert.equal(looked.code, 0, looked.err)
    assert.match(looked.out, /^Read as repairs \(xlsx, sheet “2026”\)\.\n/)
    assert.match(looked.out, /\n {2}报修日期 {2}→ {2}Received {3}\(\d{4}-\d\d-\d\d\)\n/)
    assert.match(looked.out, /\n600 rows: 600 to import, 0 already there, 0 with problems\.\n/)
    assert.match(looked.out, /Nothing was changed\. .*\n {2}npm run fettle -- import ".*repairs\.xlsx" --yes\n$/)
    assert.equal((await admin.tickets.list({})).total, 0)
    assert.match((await fettle(table, '--yes')).out, /^600 rows imported, 0 already there, 0 left out\.\n/)
    assert.match((await fettle(table, '--yes')).out, /^0 rows imported, 600 already there, 0 left out\.\n/)
    assert.equal((await admin.tickets.list({})).total, 600)
    assert.equal((await admin.admin.log({ target: 8 })).total, 1)

    writeFileSync(broken, asCsv([...generatedTable(3, 2), ['2026-02-30', '', 'lamp', '', '', '', '']]))
    const left = join(dir, 'left.csv')
    const refused = await fettle(broken, '--yes')
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.match(refused.err, /^1 row has errors, so nothing was imported\./)
    assert.match((await fettle(broken, '--good', '--refused', left, '--yes')).out, /3 rows imported, .* 1 left out\./)
    assert.match(readFileSync(left, 'utf8'), /"2026-02-30".*"Received “2026-02-30” is not a date"/)
    const chinese = join(dir, 'left-zh.csv')
    const inChinese = { cwd: dir, env: { ...env, LANG: 'zh_CN.UTF-8' } }
    await runProgram(['import', broken, '--refused', chinese], inChinese)
    assert.match(readFileSync(chinese, 'utf8'), /"2026-02-30".*“2026-02-30”不是日期/)
    assert.match((await fettle(broken)).out, /\n4 rows: 0 to import, 3 already there, 1 with problems\.\n/)
    assert.equal((await admin.tickets.list({})).total, 603)

    const { out: past } = await fettle('--list')
    const [last = '', first = ''] = past.trim().split('\n')
    assert.match(
      last,
      /^ *2 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}repairs {2}3 rows {2}can be undone until \d{4}-\d\d-\d\d \d\d:\d\d$/,
    )
    assert.match(first, /^ *1 .* 600 rows {2}can be undone until [-\d: ]+$/)
    const { id = 0 } = (await admin.tickets.list({})).list[0] ?? {}
    await admin.tickets.forward({ id })
    const undone = await fettle('--undo', '2')
    assert.match(undone.out, /^Import 2 was undone: 2 removed, 1 kept because people have worked on them since\.\n/)
    assert.match(undone.out, new RegExp(`\\n {2}#${id} {2}`))
    assert.equal((await admin.tickets.list({})).total, 601)
    assert.match((await fettle('--list')).out, /^ {2}2 .* 3 rows {2}undone\n/)
  })
})

test('a wrong import command reports its mistake and imports nothing', async () => {
  await using fresh = await freshDatabase('sqlite', { migrated: true })
  const { dir } = fresh
  const fettle = (...words: string[]) => runProgram(['import', ...words], { cwd: dir, env: { DATA_DIR: dir } })
  const [table, left] = [join(dir, 'repairs.csv'), join(dir, 'left.csv')]
  writeFileSync(table, asCsv(generatedTable(3, 2)))
  writeFileSync(left, '')
  for (const [words, said] of [
    [['none.csv'], /^There is no file none\.csv\.\n$/],
    [[table, '--refused', join(dir, 'none/left.csv')], /^There is no folder .*none\.\n$/],
    [[table, '--refused', left], /left\.csv already exists[^\n]*\n$/],
    [[table, '--kind', 'x'], /^--kind must be one of/],
    [[table, '--columns', 'created,created'], /^--columns\[1\] must be one of/],
    [[table, '--sheet', 'x'], /The workbook has no such sheet/],
    [[], /takes <file>/],
    [[table, '--list'], /takes no file with --list/],
    [['--undo', 'x'], /^--undo takes the number of an import/],
    [['--undo', '7'], /^This import does not exist\.\n$/],
  ] as const) {
    const { code, err } = await fettle(...words)
    assert.equal(code, 1)
    assert.match(err, said)
  }
  await using engine = await openEngine(fresh.config)
  assert.equal((await importedCounts(engine))['ticket'], 0)
})

/** Ends the process at the n-th time that SQLite is to run such a statement, or right after it. */
const killedAt = (statement: string, n: number, after = false) =>
  preloadedCode(`import { StatementSync } from 'node:sqlite'
    const run = StatementSync.prototype.run
    let met = 0
    let written = false
    StatementSync.prototype.run = function (...values) {
      written ||= this.sourceSQL.startsWith('insert into "ticket"')
      const now = written && this.sourceSQL.startsWith(${JSON.stringify(statement)}) && ++met === ${n}
      if (now && !${after}) process.kill(process.pid, 'SIGKILL')
      const done = run.apply(this, values)
      if (now) process.kill(process.pid, 'SIGKILL')
      return done
    }`)

test('an import that is killed at any moment is stored as a whole or not at all', async () => {
  await using fresh = await freshDatabase('sqlite', { migrated: true })
  const { dir: cwd } = fresh
  const env = { DATA_DIR: cwd }
  const file = join(cwd, 'repairs.csv')
  writeFileSync(file, asCsv(generatedTable(900, 1)))
  const count = async () => {
    await using engine = await openEngine(fresh.config)
    return await importedCounts(engine)
  }
  const before = await count()
  for (const [what, node] of [
    ['with some rows written', killedAt('insert into "gram_queue"', 2)],
    ['with all of them written', killedAt('commit', 1)],
  ] as const) {
    const { code } = await runProgram(['import', file, '--yes'], { cwd, env, node })
    assert.equal(code, null, what)
    assert.deepEqual(await count(), before, what)
  }
  // The commit holds although no answer arrived.
  assert.equal(
    (await runProgram(['import', file, '--yes'], { cwd, env, node: killedAt('commit', 1, true) })).code,
    null,
  )
  const after = await count()
  assert.deepEqual([after['ticket'], after['person'], after['note'], after['imported']], [900, 900, 900, 1800])
  assert.match((await runProgram(['import', file, '--yes'], { cwd, env })).out, /^0 rows imported, 900 already there/)
  assert.deepEqual(await count(), after)
})

/** Ends the process when it is about to send this statement to PostgreSQL. */
const killedSending = (statement: string) =>
  preloadedCode(`import { Socket } from 'node:net'
    const write = Socket.prototype.write
    Socket.prototype.write = function (data, ...rest) {
      if (Buffer.from(data).includes(${JSON.stringify(statement)})) process.kill(process.pid, 'SIGKILL')
      return write.call(this, data, ...rest)
    }`)

test('an import that is killed while it writes to PostgreSQL leaves nothing', async () => {
  await using fresh = await freshDatabase('postgres', { migrated: true })
  const { dir: cwd, config } = fresh
  assert.ok(config.kind === 'postgres')
  const env = { DATA_DIR: cwd, DATABASE_URL: config.url }
  const file = join(cwd, 'repairs.csv')
  writeFileSync(file, asCsv(generatedTable(900, 1)))
  await using engine = await openEngine(config)
  const count = async () => {
    // The lock is free once the database has noticed that the client is gone.
    await new Store(engine).upkeep((tx) => tx.imports.lockImports())
    return importedCounts(engine)
  }
  const before = await count()
  const node = killedSending('insert into "gram_queue"')
  assert.equal((await runProgram(['import', file, '--yes'], { cwd, env, node })).code, null)
  assert.deepEqual(await count(), before)
  assert.match((await runProgram(['import', file, '--yes'], { cwd, env })).out, /^900 rows imported, 0 already there/)
})

test('importing a small workbook that repeats one long text takes little memory', async (t) => {
  const cwd = tempDir()
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, 'repairs.xlsx')
  const long = '很'.repeat(32_000)
  const rows = [['日期', '设备', '备注'], ...Array.from({ length: 600 }, () => [long, long, long])]
  const book = { SheetNames: ['S'], Sheets: { S: utils.aoa_to_sheet(rows) } }
  writeFileSync(file, write(book, { type: 'buffer', bookSST: true, compression: true }))
  const within = (mb: number, ...words: string[]) =>
    runProgram(['import', file, ...words], { cwd, node: [`--max-old-space-size=${mb}`] })
  const looked = await within(64)
  assert.match(looked.out, /\n600 rows: 0 to import, 0 already there, 600 with problems\.\n/, looked.err)
  const kept = await within(128, '--refused', 'left.csv')
  assert.deepEqual([kept.code, kept.err], [1, 'The file, or one of its rows, contains too much.\n'])
})

test('a file that changes while it is read is not imported', async (t) => {
  const cwd = tempDir()
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, 'repairs.csv')
  writeFileSync(file, asCsv(generatedTable(300, 1)))
  // Another program saves the file just after it was opened.
  const node = preloadedCode(`import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const open = fs.createReadStream
    let times = 0
    fs.createReadStream = (path, ...rest) => {
      if (String(path).endsWith('repairs.csv') && ++times === 3) fs.appendFileSync(path, '2026-01-01,,lamp,,,,\\r\\n')
      return open(path, ...rest)
    }
    syncBuiltinESMExports()`)
  const { code, err } = await runProgram(['import', file, '--yes'], { cwd, node })
  assert.deepEqual(
    [code, err],
    [1, 'The file was changed while it was being read. Close it in other programs and try again.\n'],
  )
  assert.ok(existsSync(join(cwd, 'data/fettle.db')))
  assert.match((await runProgram(['import', file, '--yes'], { cwd })).out, /^301 rows imported/)
})
