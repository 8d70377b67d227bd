import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openEngine } from '#store/engine/open.ts'
import { memberUses, ticketRows, ticketUses } from '#store/imports/import-runs.ts'
import { driftOf } from '#store/upkeep/recount.ts'
import { onEachDatabase } from '../support/databases.ts'
import { importedCounts } from '../support/import-rows.ts'
import { runJob } from '../support/messages.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))

const repairs = csv(
  '日期,设备,状态,姓名,电话,维修人员',
  '2026-11-10,电水壶,待处理,李华,13800138000,',
  '2026-11-10,电风扇,待处理,韩梅梅,13800138001,',
  '2026-11-11,笔记本电脑,维修中,张三,13800138002,Bob',
  '2026-11-11,台灯,待处理,李四,13800138003,',
  '2026-11-12,收音机,已取走,王五,13800138004,Bob',
  '2026-11-12,电饭煲,待处理,赵六,13800138005,',
  '2026-11-13,吹风机,待处理,孙七,13800138006,',
)

/** Everything that an import writes and its undo has to remove, and list counts that disagree with the tickets. */
async function rows(team: Team) {
  await using engine = await openEngine(team.fresh.config)
  const { log: _, ...found } = await importedCounts(engine)
  return { ...found, ...(await engine.read(async (db) => ({ drift: await driftOf(db), worker: await countOf(db) }))) }
}
const countOf = async (db: Parameters<typeof driftOf>[0]) =>
  (await db.selectFrom('worker').select('ticket_id').execute()).length

onEachDatabase('undoing an import', (on) => {
  for (const indexed of [false, true])
    test(`undoing an import leaves nothing behind, ${indexed ? 'after indexing' : 'before indexing'}`, async () => {
      await using team = await newTeam({ on })
      const admin = await team.admin()
      const bob = await team.member('Bob')
      const own = await createTicket(await team.user('Ann'), { device: '电水壶 of Ann' })
      await team.running.tidy()
      await settle(team)
      const [before, log] = [await rows(team), await admin.admin.log({})]
      assert.equal((await admin.imports.run({ file: repairs })).added, 7)
      if (indexed) await settle(team)
      const { list } = await admin.imports.list()
      const [run] = list
      assert.equal(list.length, 1)
      assert.deepEqual(
        [run?.kind, run?.op, run?.added, run?.undoable, run?.undoneTime],
        ['tickets', 'admin', 7, true, ''],
      )
      assert.deepEqual(await admin.imports.undo({ id: run?.id ?? 0 }), { removed: 7, stay: 0, kept: [] })
      await settle(team)
      assert.deepEqual(await rows(team), before)
      assert.deepEqual(
        (await bob.tickets.list({})).list.map(({ id }) => id),
        [own],
      )
      for (const values of ['台灯', '13800138002', '李华', '电风'])
        assert.equal((await admin.tickets.search({ values })).total, 0, values)
      assert.equal((await admin.tickets.search({ values: '电水' })).total, 1)
      assert.equal((await bob.tickets.list({ queryType: 4 })).total, 0)
      const { list: entries, total } = await admin.admin.log({})
      assert.equal(total, log.total + 2)
      assert.deepEqual([entries[0]?.operation, entries[0]?.target, entries[0]?.op], [2, 8, 'admin'])
      assert.match(entries[0]?.current.info ?? '', /removed 7, kept 0/)
      // Repeating the undo gives the same answer and changes nothing; the file may be imported again.
      assert.deepEqual(await admin.imports.undo({ id: run?.id ?? 0 }), { removed: 7, stay: 0, kept: [] })
      assert.equal((await admin.admin.log({})).total, total)
      const [undone] = (await admin.imports.list()).list
      assert.deepEqual([undone?.undoable, undone?.removed, undone?.undoneTime !== ''], [false, 7, true])
      assert.equal((await admin.imports.run({ file: repairs })).added, 7)
    })

  test('undoing an import keeps every ticket that people have worked with since, and lists them', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const carol = await team.member('Carol')
    assert.equal((await admin.imports.run({ file: repairs })).added, 7)
    await settle(team)
    const first = (await admin.tickets.list({})).list.at(-1)?.id ?? 0
    const [kettle, fan, laptop, lamp, radio, cooker, dryer] = [0, 1, 2, 3, 4, 5, 6].map((i) => first + i)
    const needed = (id = 0) => ({ id })
    await carol.tickets.pick(needed(kettle))
    await carol.tickets.addnote({ ...needed(fan), content: 'Rang up.', type: 2 })
    await bob.tickets.update({ ...needed(laptop), status: 4 })
    const { receipt } = await admin.counter.receipt(needed(lamp))
    team.secret(receipt)
    const another = await createTicket(await team.user('Ann'))
    await admin.tickets.forward(needed(cooker))
    // Looking at a ticket is not working with it.
    await bob.tickets.info(needed(dryer))
    const { id = 0 } = (await admin.imports.list()).list[0] ?? {}
    const outcome = await admin.imports.undo({ id })
    assert.deepEqual(outcome, {
      removed: 2,
      stay: 5,
      kept: [
        { id: kettle, name: '电水壶' },
        { id: fan, name: '电风扇' },
        { id: laptop, name: '笔记本电脑' },
        { id: lamp, name: '台灯' },
        { id: cooker, name: '电饭煲' },
      ],
    })
    await settle(team)
    assert.deepEqual(
      (await admin.tickets.list({})).list.map((ticket) => ticket.id),
      [another, cooker, lamp, laptop, fan, kettle],
    )
    for (const gone of [radio, dryer])
      await assert.rejects(admin.tickets.info(needed(gone)), { status: 404, code: 'ticket_not_found' })
    assert.equal((await team.anyone.receipts.info({ receipt })).ticket.device, '台灯')
    assert.equal((await rows(team)).drift, 0)
    assert.deepEqual(await admin.imports.undo({ id }), outcome)
    // Tickets that stayed are recognised, and the removed ones are imported again.
    const again = await admin.imports.run({ file: repairs })
    assert.deepEqual([again.added, again.known], [2, 5])
  })

  test('an import can be undone for 24 hours, by administrators only', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    await admin.imports.run({ file: repairs })
    const { id = 0 } = (await admin.imports.list()).list[0] ?? {}
    await assert.rejects(bob.imports.undo({ id }), { status: 403, code: 'wrong_role' })
    await assert.rejects(bob.imports.list(), { status: 403, code: 'wrong_role' })
    await assert.rejects(admin.imports.undo({ id: id + 1 }), { status: 404, code: 'import_not_found' })
    // Hour by hour, because an unused administrator session expires.
    for (let hour = 0; hour < 23; hour += 1) {
      team.pass({ hours: 1 })
      await admin.imports.list()
    }
    team.pass({ minutes: 59, seconds: 59 })
    assert.equal((await admin.imports.list()).list[0]?.undoable, true)
    team.pass({ seconds: 1 })
    assert.equal((await admin.imports.list()).list[0]?.undoable, false)
    await assert.rejects(admin.imports.undo({ id }), { status: 409, code: 'import_undo_over' })
    assert.equal((await admin.tickets.list({})).total, 7)
  })

  test('undoing an import removes members and rosters, except members in use and the active roster', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ timetable: [{ shift: 1, from: '09:30', until: '11:30' }] })
    const people = csv('姓名,学号', '李华,2026001', '韩梅梅,2026002', '张三,2026003', '李四,2026004', '王五,2026005')
    assert.equal((await admin.imports.run({ file: people })).added, 5)
    const [members] = (await admin.imports.list()).list
    const found = new Map((await admin.admin.members({})).list.map(({ name, id }) => [name, id]))
    const { code } = await admin.admin.invite({ id: found.get('李华') ?? 0 })
    team.secret(code)
    const logged = await team.user('li hua')
    await logged.members.login({ code })
    const week = (name: string) => csv('班次,周一,周二', `1,${name},`)
    await admin.imports.run({ file: week('韩梅梅'), name: '试一试' })
    await admin.imports.run({ file: week('张三'), name: '正式' })
    const [used, tried] = (await admin.imports.list()).list
    const sheets = (await admin.rosters.list()).list
    await admin.rosters.activate({ id: sheets.find(({ name }) => name === '正式')?.id ?? 0 })
    assert.deepEqual(await admin.imports.undo({ id: tried?.id ?? 0 }), { removed: 1, stay: 0, kept: [] })
    const stays = await admin.imports.undo({ id: used?.id ?? 0 })
    assert.deepEqual([stays.removed, stays.kept.map(({ name }) => name)], [0, ['正式']])
    const outcome = await admin.imports.undo({ id: members?.id ?? 0 })
    assert.deepEqual([outcome.removed, outcome.stay, outcome.kept.map(({ name }) => name)], [3, 2, ['李华', '张三']])
    assert.deepEqual((await admin.admin.members({})).list.map(({ name }) => name).sort(), ['admin', '张三', '李华'])
    assert.equal((await logged.members.checklogin()).name, '李华')
    assert.equal((await admin.rosters.current()).name, '正式')
  })

  test('two simultaneous undos of an import happen once, on one node and on two', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.imports.run({ file: repairs })
    await settle(team)
    await using other = on === 'postgres' ? await newTeam({ on, beside: team }) : undefined
    const same = other?.as(admin.token) ?? admin
    const { id = 0 } = (await admin.imports.list()).list[0] ?? {}
    const { total } = await admin.admin.log({})
    const answers = await Promise.all([admin.imports.undo({ id }), same.imports.undo({ id })])
    assert.deepEqual(answers, [
      { removed: 7, stay: 0, kept: [] },
      { removed: 7, stay: 0, kept: [] },
    ])
    assert.equal((await admin.admin.log({})).total, total + 1)
    await settle(team)
    assert.equal((await rows(team)).drift, 0)
  })

  test('an undo of an import and a claim at the same moment lose no claim', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    await admin.imports.run({ file: repairs })
    const { list } = await admin.tickets.list({ queryType: 3 })
    const { id = 0 } = (await admin.imports.list()).list[0] ?? {}
    const [undone, ...claims] = await Promise.allSettled([
      admin.imports.undo({ id }),
      ...list.map((ticket) => bob.tickets.pick({ id: ticket.id })),
    ])
    assert.equal(undone?.status, 'fulfilled')
    const claimed = list.filter((_, i) => claims[i]?.status === 'fulfilled').map((ticket) => ticket.id)
    for (const one of claims)
      if (one.status === 'rejected') assert.equal((one.reason as { code?: string }).code, 'ticket_not_found')
    assert.deepEqual(
      (await admin.tickets.list({})).list.map((ticket) => ticket.id),
      claimed,
    )
    await settle(team)
    assert.equal((await rows(team)).drift, 0)
  })

  test('undoing an import covers every table that refers to a ticket or a member', async () => {
    await using team = await newTeam({ on })
    await using engine = await openEngine(team.fresh.config)
    const refers = await engine.read(async (db) => {
      const text =
        on === 'sqlite'
          ? sql<{
              at: string
              to: string
            }>`select m.name || '.' || f."from" as at, f."table" as "to" from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
          : sql<{
              at: string
              to: string
            }>`select conrelid::regclass || '.' || attname as at, confrelid::regclass::text as "to" from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f'`
      return (await text.execute(db)).rows
    })
    const to = (table: string) => refers.filter((one) => one.to === table).map(({ at }) => at)
    assert.deepEqual(to('ticket').sort(), [...ticketUses, ...ticketRows.map((table) => `${table}.ticket_id`)].sort())
    assert.deepEqual(to('member').sort(), [...memberUses].sort())
  })
})

/** Runs the jobs that process all queued tickets for lists and search. */
async function settle(team: Team): Promise<void> {
  for (const name of ['tally', 'index'] as const) await runJob(team, name)
}
