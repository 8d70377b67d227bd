import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Team } from '../support/team.ts'

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))
const columns = (...fields: string[]) => JSON.stringify(fields)

/** The keys by which rows are recognised, as they are stored. */
async function keysOf(team: Team): Promise<string[]> {
  await using engine = await openEngine(team.fresh.config)
  return (await engine.read((db) => db.selectFrom('imported').select('key').orderBy('key').execute())).map(
    ({ key }) => key,
  )
}

const counts = ({ good, known, refused }: { good: number; known: number; refused: number }) => [good, known, refused]

onEachDatabase('repeated imports', (on) => {
  test('a file imported again is recognised with another mapping, date order or kind', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const file = csv(
      '日期,设备,型号,故障,备注,姓名,电话',
      '03/04/2026,电水壶,SK-17,不加热,送来时没有底座,李华,13800138000',
      '05/04/2026,台灯,,闪烁,,韩梅梅,13800138001',
      '05/04/2026,台灯,,闪烁,,张三,13800138002',
    )
    const first = await admin.imports.run({ file, dates: 'day_first' })
    assert.deepEqual([first.added, first.known], [3, 0])
    for (const wish of [
      { dates: 'day_first' },
      { dates: 'month_first' },
      { dates: 'day_first', unstated: 'open' },
      // One column is left out, another one is read too, two are swapped.
      { dates: 'day_first', columns: columns('created', 'device', '', 'problem', '', 'owner', 'phone') },
      { dates: 'day_first', columns: columns('created', 'device', 'model', 'problem', 'remedy', 'owner', 'phone') },
      { dates: 'month_first', columns: columns('created', 'problem', 'model', 'device', '', '', '') },
      { dates: 'day_first', columns: columns('finished', 'device', 'model', 'problem', 'owner', 'workers', '') },
      {
        dates: 'day_first',
        kind: 'ords',
        columns: columns('event_date', 'partner_product_category', 'model', 'problem', '', '', ''),
      },
    ] as const) {
      assert.deepEqual(counts(await admin.imports.check({ file, ...wish })), [0, 3, 0], JSON.stringify(wish))
      assert.partialDeepStrictEqual(await admin.imports.run({ file, ...wish }), {
        added: 0,
        known: 3,
        refused: 0,
        repeated: 0,
        left: '',
      })
    }
    const more = csv(
      new TextDecoder().decode(file),
      '05/04/2026,台灯,,闪烁,,李四,13800138003',
      '06/04/2026,台灯,,闪烁,,,',
    )
    const again = await admin.imports.run({ file: more, dates: 'month_first' })
    assert.deepEqual([again.added, again.known], [2, 3], 'a third equal row is a third repair')
  })

  test('a file imported again is recognised whether or not its numbers and owners are mapped', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const file = csv('编号,日期,Gizmo,Bearer', '1,2026-03-01,Kettle,Ann', '2,2026-03-01,Kettle,Ben')
    const owned = { file, columns: columns('number', 'created', 'device', 'owner') }
    const bare = { file, columns: columns('', 'created', 'device', '') }
    for (const [once, again] of [
      [owned, bare],
      [bare, owned],
    ] as const) {
      await using fresh = await newTeam({ on })
      const client = await fresh.admin()
      assert.equal((await client.imports.run(once)).added, 2)
      assert.deepEqual(counts(await client.imports.check(again)), [0, 2, 0])
    }
    // A number recognises a row that was edited, as before.
    assert.equal((await admin.imports.run(owned)).added, 2)
    const edited = csv('编号,日期,Gizmo,Bearer,Fault', '1,2026-03-01,Kettle,Ann,leaks')
    const mapped = columns('number', 'created', 'device', 'owner', 'problem')
    assert.deepEqual(counts(await admin.imports.check({ file: edited, columns: mapped })), [0, 1, 0])
  })

  test('a file that an earlier version imported is recognised', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const file = csv('日期,设备,故障', '2026-03-01,电水壶,不加热', '2026-03-01,电水壶,不加热', '2026-03-02,台灯,闪烁')
    assert.equal((await admin.imports.run({ file })).added, 3)
    await using engine = await openEngine(team.fresh.config)
    await engine.change(async (db) => {
      await db.deleteFrom('imported').where('key', 'like', 'row %').execute()
      await db.updateTable('imported').set({ import_id: null }).execute()
    })
    assert.deepEqual(
      (await keysOf(team)).map((key) => key.replace(/: [\w-]{22}/, '')),
      ['tickets', 'tickets 2', 'tickets'].sort(),
    )
    assert.deepEqual(counts(await admin.imports.check({ file })), [0, 3, 0])
    assert.equal((await admin.imports.run({ file })).added, 0)
  })

  test('rows that differ only in an ignored column are recognised once for each ticket', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const table = (...remarks: string[]) =>
      csv('日期,设备,经费', ...remarks.map((remark) => `2026-03-01,电水壶,${remark}`))
    assert.equal((await admin.imports.run({ file: table('甲') })).added, 1)
    assert.partialDeepStrictEqual(await admin.imports.run({ file: table('乙', '甲') }), {
      added: 1,
      known: 1,
      refused: 0,
      repeated: 0,
      left: '',
    })
    assert.deepEqual(counts(await admin.imports.check({ file: table('乙', '甲') })), [0, 2, 0])
  })

  test('the stored keys of imported rows do not depend on an owner or a phone number', async () => {
    const keys = async (...people: readonly (readonly [name: string, phone: string])[]) => {
      const all: string[][] = []
      for (const [name, phone] of people) {
        await using team = await newTeam({ on })
        const admin = await team.admin()
        await admin.imports.run({ file: csv('日期,设备,姓名,电话', `2026-03-01,电水壶,${name},${phone}`) })
        // Mapped by hand, with an unmapped column that is full of numbers.
        const file = csv('日期,设备,Bearer,QQ', `2026-03-02,台灯,${name},${phone}`)
        await admin.imports.run({ file, columns: columns('created', 'device', 'owner', '') })
        all.push(await keysOf(team))
      }
      return all
    }
    const [one, other] = await keys(['李华', '13800138000'], ['韩梅梅', '+86 139 1111 2222'])
    assert.equal(one?.length, 4)
    assert.deepEqual(one, other)
  })
})
