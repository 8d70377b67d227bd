import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import { openEngine } from '#store/engine/open.ts'
import { driftOf } from '#store/upkeep/recount.ts'
import { onEachDatabase } from '../support/databases.ts'
import { type Spreadsheet, spreadsheets } from '../support/spreadsheets.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))

/** A table as a club writes it; the clock of the team shows 2026-11-16. */
const book = [
  '某某大学维修队登记表',
  '编号,报修日期,完成日期,状态,设备,型号,故障现象,姓名,联系电话,维修人员,备注',
  '1,2025-03-01,2025-03-08,已修好,电水壶,SK-17,李华说不加热：13800138000,李华,13800138000,Bob,',
  '2,2026-11-01 09:30,2026-11-02 18:00,待取,电风扇,FS40,不转,韩梅梅,13800138001,Bob、Carl,',
  '3,2026-11-08,,维修中,笔记本电脑,X1,开不了机,张三,13800138002,Bob,',
  '4,2026-10-20,,待处理,台灯,,闪烁,李四,13800138003,,从去年就坏了',
  '5,2026-11-14,,待处理,收音机,,没声音,王五,13800138004,,',
  '6,2026-11-12,2026-11-13,无法修复,电饭煲,,烧坏了,赵六,13800138005,Nobody,',
]
const file = csv(...book)

/** Excel 97: a compound file that contains a workbook, whose name is in UTF-16. */
const oldExcel = Uint8Array.from([
  0xd0,
  0xcf,
  0x11,
  0xe0,
  0xa1,
  0xb1,
  0x1a,
  0xe1,
  ...Buffer.alloc(504),
  ...Buffer.from('Workbook', 'utf16le'),
  ...Buffer.alloc(496),
])

const ids = ({ list }: { list: readonly { readonly id: number }[] }) => list.map(({ id }) => id)

/** Counts that show whether an import has stored anything. */
async function traces(admin: Person) {
  const { total } = await admin.tickets.list({})
  return [
    total,
    (await admin.admin.log({})).total,
    (await admin.admin.members({})).total,
    (await admin.rosters.list()).list.length,
  ]
}

onEachDatabase('imports', (on) => {
  test('imported repairs count on their own days', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const ann = await team.user('Ann')
    const own = await createTicket(ann, { device: 'kettle of Ann' })
    const before = await traces(admin)
    const sent = await sentAndOff(team)
    const view = await admin.imports.check({ file })
    assert.deepEqual(
      [view.kind, view.format, view.rows, view.good, view.known, view.refused],
      ['tickets', 'csv', 6, 6, 0, 0],
    )
    assert.deepEqual(
      view.columns.map(({ field }) => field),
      ['number', 'created', 'finished', 'state', 'device', 'model', 'problem', 'owner', 'phone', 'workers', 'remarks'],
    )
    assert.deepEqual(view.columns[1]?.samples, ['2025-03-01', '2026-11-01 09:30', '2026-11-08'])
    assert.equal(view.preview[1]?.values['workers'], 'Bob')
    assert.deepEqual(
      view.doubts.map(({ row, field, value, flaw, refused }) => [row, field, value, flaw, refused]),
      [
        [4, 'workers', 'Carl', 'unknown_member', false],
        [8, 'workers', 'Nobody', 'unknown_member', false],
      ],
    )
    assert.deepEqual(await traces(admin), before, 'a preview changes nothing')

    assert.partialDeepStrictEqual(await admin.imports.run({ file }), {
      added: 6,
      known: 0,
      refused: 0,
      repeated: 0,
      left: '',
    })
    assert.deepEqual(await sentAndOff(team), sent, 'no message is sent, and all rows are counted')
    const { list: log, total } = await admin.admin.log({})
    assert.equal(total, Number(before[1]) + 1, 'an import is one entry of the log')
    assert.deepEqual([log[0]?.operation, log[0]?.target], [15, 8])
    const first = own + 1
    const [kettle, fan, laptop, lamp, radio, cooker] = [0, 1, 2, 3, 4, 5].map((i) => first + i)
    const info = (id = 0) => admin.tickets.info({ id })
    const told = async (id = 0) => {
      const { createdTime, status, isConfirmed, device, deviceModel, description, owner, phone, workers, type } =
        await info(id)
      const names = workers.map(({ name }) => name).join()
      return [
        createdTime.slice(0, 16),
        status,
        isConfirmed,
        type,
        device,
        deviceModel,
        description,
        owner,
        phone,
        names,
      ].join('|')
    }
    assert.deepEqual(await Promise.all([kettle, fan, laptop, lamp, radio, cooker].map(told)), [
      // The owner of an old ticket is deleted as for any other ticket.
      '2025-03-01T12:00|5|true|0|电水壶|SK-17|…说不加热：…|||Bob',
      '2026-11-01T09:30|5|false|0|电风扇|FS40|不转|韩梅梅|13800138001|Bob',
      '2026-11-08T12:00|3|false|1|笔记本电脑|X1|开不了机|张三|13800138002|Bob',
      '2026-10-20T12:00|0|false|0|台灯||闪烁|李四|13800138003|',
      '2026-11-14T12:00|0|false|0|收音机||没声音|王五|13800138004|',
      '2026-11-12T12:00|6|true|0|电饭煲||烧坏了|赵六|13800138005|',
    ])
    assert.deepEqual(
      (await info(fan)).notes.map(({ op, type, content, createdTime }) => [
        op,
        type,
        content,
        createdTime.slice(0, 16),
      ]),
      [['Fettle', 0, 'Imported from a table.', '2026-11-01T09:30']],
    )

    const remark = (await info(lamp)).notes.filter(({ type }) => type === 2)
    assert.deepEqual(
      remark.map(({ op, content }) => [op, content]),
      [['Fettle', '从去年就坏了']],
      'a remark is an internal note',
    )

    // Lists are ordered by number; filters for recent, future and old tickets go by day.
    assert.deepEqual(ids(await bob.tickets.list({})), [cooker, radio, lamp, laptop, fan, kettle, own])
    assert.deepEqual(ids(await bob.tickets.list({ queryType: 4 })), [laptop, fan, kettle])
    assert.deepEqual(ids(await bob.tickets.uncompleted({})), [radio, own])
    assert.deepEqual(ids(await bob.tickets.uncompleted({ queryType: 3 })), [radio, own])
    assert.equal((await team.anyone.team.board()).waiting, 2)
    assert.equal((await ann.tickets.info({ id: own })).ahead, 2)
    for (const [values, found] of [
      ['电风', [fan]],
      ['8002', [laptop]],
      ['李华', []],
      ['FS40 不转', [fan]],
    ] as const)
      assert.deepEqual(ids(await admin.tickets.search({ values })), found, values)
    const { open, weeks, members } = await admin.admin.statsDetail({ from: '2026-10-19', until: '2026-11-16' })
    assert.deepEqual(
      open.map(({ count }) => count),
      [1, 1, 0, 3, 0],
      'from today, a day ago, three, a week and a month',
    )
    assert.deepEqual(
      weeks.map(({ created, finished, unrepairable }) => [created, finished, unrepairable]),
      [
        [1, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [2, 0, 1],
        [1, 0, 0],
      ],
    )
    assert.deepEqual(
      members.map(({ name, finished }) => [name, finished]),
      [['Bob', 1]],
    )
    const march = await admin.admin.statsDetail({ from: '2025-03-03', until: '2025-03-09' })
    assert.deepEqual([march.weeks[0]?.finished, march.members[0]?.finished], [1, 1])

    // The same file again, and then the same with one more row.
    assert.partialDeepStrictEqual(await admin.imports.run({ file }), {
      added: 0,
      known: 6,
      refused: 0,
      repeated: 0,
      left: '',
    })
    assert.equal((await admin.admin.log({})).total, total, 'an import without rows is not logged')
    const more = csv(...book, '7,2026-11-15,,待处理,吹风机,,,,,,')
    const again = await admin.imports.check({ file: more })
    assert.deepEqual([again.good, again.known], [1, 6])
    assert.partialDeepStrictEqual(await admin.imports.run({ file: more }), {
      added: 1,
      known: 6,
      refused: 0,
      repeated: 0,
      left: '',
    })

    // It can be worked on like any other ticket.
    await bob.tickets.update({ id: laptop ?? 0, status: 5 })
    await bob.tickets.retrieve({ id: fan ?? 0 })
    await bob.tickets.pick({ id: lamp ?? 0 })
    const { receipt } = await admin.counter.receipt({ id: radio ?? 0 })
    assert.equal((await team.anyone.receipts.info({ receipt })).ticket.device, '收音机')
    assert.equal((await team.anyone.receipts.info({ receipt })).visitor, true)
    assert.equal((await ann.receipts.adopt({ receipt })).id, radio)
    assert.deepEqual(ids(await ann.tickets.mine()), [radio, own])
    team.pass({ days: 40 })
    await team.running.tidy()
    assert.equal(
      (await (await team.user('the-admin')).tickets.info({ id: cooker ?? 0 }).catch(() => undefined))?.owner ?? '',
      '',
    )
  })

  test('an import takes all rows or none, or only the good ones and returns a table of the others', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const wrong = csv(
      '日期,设备,电话,状态,品牌',
      '2026-11-01,电水壶,13800138000,已修好,美的',
      '2026-02-30,台灯,13800138000,已修好,',
      '2026-11-02,,13800138000,已修好,',
      '2026-11-03,+86 扇,66112-?,已修好,',
      '2027-11-03,收音机,,已修好,',
      '2026-11-04,锅,,不知所云,',
      '"2026-11-05,"锅"x,,,',
      '2026-11-01,电水壶,13800138000,已修好,美的',
    )
    const before = await traces(admin)
    const view = await admin.imports.check({ file: wrong })
    assert.deepEqual([view.rows, view.good, view.refused], [8, 3, 5], 'two equal rows are two repairs')
    assert.deepEqual(
      view.doubts.map(({ row, field, flaw, refused }) => `${row} ${field} ${flaw} ${refused}`),
      [
        '3 created not_a_date true',
        '4 device missing true',
        '6 created in_future true',
        '7 state unknown_state true',
        '8  broken_quotes true',
        '5 phone not_a_phone false',
      ],
    )
    await assert.rejects(admin.imports.run({ file: wrong }), { status: 409, code: 'import_refused' })
    await assert.rejects(admin.imports.run({ file: wrong, take: 'all' }), { code: 'import_refused' })
    assert.deepEqual(await traces(admin), before)
    const { added, known, refused, left } = await admin.imports.run({ file: wrong, take: 'good' })
    assert.deepEqual([added, known, refused], [3, 0, 5])
    assert.match(left, /^\uFEFF"日期","设备","电话","状态","品牌","Why this row was not imported"\r\n/)
    assert.match(left, /"2026-02-30","台灯","13800138000","已修好","","Received “2026-02-30” is not a date"\r\n/)
    const corrected = left
      .replace('2026-02-30', '2026-02-28')
      .replace('"2026-11-02",""', '"2026-11-02","\'+插座"')
      .replace('2027-', '2025-')
      .replace('不知所云', '已修好')
    const second = await admin.imports.run({ file: csv(corrected), take: 'good' })
    assert.deepEqual(
      [second.added, second.known, second.refused],
      [4, 0, 1],
      'the last row has lost the cells that identify it',
    )
    assert.deepEqual(
      (await admin.tickets.list({})).list.map(({ device }) => device),
      ['锅', '收音机', '+插座', '台灯', '电水壶', '+86 扇', '电水壶'],
    )
    const whole = await admin.imports.run({ file: wrong, take: 'good' })
    assert.deepEqual([whole.added, whole.known, whole.refused], [0, 3, 5])
  })

  test('a status is never taken for an outcome, and the administrator says what an unclear value means', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await team.member('Bob')
    const table = csv(
      '日期,设备,处理结果,维修人员',
      '2026-11-01,电水壶,已修好,Bob',
      '2026-11-02,台灯,维修中,Bob',
      '2026-11-03,收音机,维修中,小波',
      '2026-11-04,风扇,快好了,小波',
      '2026-11-05,音箱,,',
    )
    const view = await admin.imports.check({ file: table })
    assert.deepEqual([view.good, view.refused], [4, 1])
    const shown = ({ values }: typeof view) =>
      values.map(({ field, list }) => [
        field,
        ...list.map(({ value, count, code, asked }) => `${value} ${count} ${asked ? '?' : code}`),
      ])
    assert.deepEqual(shown(view), [
      ['state', '快好了 1 ?', '维修中 2 repairing', '已修好 1 repaired', ' 1 '],
      ['workers', '小波 2 ', 'Bob 2 Bob'],
    ])
    assert.deepEqual(
      view.preview.map(({ values }) => values['state']),
      ['Repaired', 'Repairing', 'Submitted', 'Repaired'],
    )
    await assert.rejects(admin.imports.run({ file: table }), { code: 'import_refused' })
    const values = JSON.stringify({
      state: { 快好了: 'repairing', 已修好: 'repaired_here', '': 'cancelled' },
      workers: { 小波: 'Bob' },
    })
    const again = await admin.imports.check({ file: table, values })
    assert.deepEqual([again.good, again.refused, again.doubts], [5, 0, []])
    assert.equal((await admin.imports.run({ file: table, values })).added, 5)
    const { list } = await admin.tickets.list({})
    assert.deepEqual(
      list
        .toReversed()
        .map(({ device, status, isConfirmed, workers }) => [device, status, isConfirmed, workers.length]),
      [
        ['电水壶', statuses.repaired, false, 1],
        ['台灯', statuses.repairing, false, 1],
        ['收音机', statuses.repairing, false, 1],
        ['风扇', statuses.repairing, false, 1],
        ['音箱', statuses.cancelled, false, 0],
      ],
    )
    // The same file is recognised, whatever its values mean.
    assert.partialDeepStrictEqual(await admin.imports.run({ file: table, take: 'good' }), {
      added: 0,
      known: 4,
      refused: 1,
      repeated: 0,
      left: (await admin.imports.run({ file: table, take: 'good' })).left,
    })
    for (const wrong of ['x', '[]', '{"state":1}', '{"state":{"x":"done"}}', '{"device":{"x":"y"}}'])
      await assert.rejects(
        admin.imports.check({ file: table, values: wrong }),
        { status: 400, code: 'bad_input' },
        wrong,
      )
    // A column of statuses is recognised by its values too.
    const unnamed = csv('日期,设备,跟进', '2026-11-01,灯,等配件', '2026-11-02,扇,已取走')
    assert.equal((await admin.imports.check({ file: unnamed })).columns[2]?.field, 'state')
  })

  test('rows that a file has twice are listed, and imported as often as the administrator says', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const table = csv(
      '序号,单号,日期,设备,机主',
      '1,,2026-11-01,灯,李华',
      '2,,2026-11-01,灯,韩梅梅',
      '3,,2026-11-01,灯,李华',
      '4,K7,2026-11-02,扇,',
      '5,K7,2026-11-02,扇,',
    )
    const view = await admin.imports.check({ file: table })
    assert.deepEqual([view.good, view.known, view.repeated, view.doubled, view.same], [4, 0, 1, 2, 1])
    assert.deepEqual(view.doubles, [
      { row: 4, of: 2 },
      { row: 6, of: 5 },
    ])
    const once = await admin.imports.check({ file: table, doubles: 'once' })
    assert.deepEqual([once.good, once.known, once.repeated, once.doubled], [3, 0, 2, 2])
    const first = await admin.imports.run({ file: table, doubles: 'once' })
    assert.deepEqual([first.added, first.known, first.repeated], [3, 0, 2])
    const second = await admin.imports.run({ file: table, doubles: 'once' })
    assert.deepEqual([second.added, second.known], [0, 4], 'the same file adds nothing')
    assert.deepEqual([first.id > 0, second.id], [true, 0])
    const usual = await admin.imports.check({ file: table })
    assert.deepEqual([usual.good, usual.same, usual.repeated], [0, 1, 1], 'without the choice equal rows count once')
    assert.equal((await admin.imports.run({ file: table })).added, 0)
    const each = await admin.imports.check({ file: table, doubles: 'each' })
    assert.deepEqual([each.good, each.same, each.repeated], [1, 1, 0], 'with the choice each row counts')
    const people = csv('姓名,学号', '陈静,7', '陈静,7')
    const members = await admin.imports.check({ file: people })
    assert.deepEqual([members.good, members.known, members.repeated, members.doubles], [1, 0, 1, [{ row: 3, of: 2 }]])
  })

  test('an unreadable file or invalid choice imports nothing and is refused with the reason', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const before = await traces(admin)
    const unreadable: [Uint8Array<ArrayBuffer>, string][] = [
      [new Uint8Array(0), 'The file is empty.'],
      [csv('', '  '), 'The file is empty.'],
      [oldExcel, 'This is the old Excel format (.xls). Save it as .xlsx or as CSV.'],
      [
        Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3, 4]),
        'The file is incomplete or damaged. Save or copy it again.',
      ],
      [
        Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
        'The file is neither a CSV file nor an XLSX workbook.',
      ],
      [csv('设备,日期', `灯,${','.repeat(300)}x`), 'The file has too many columns.'],
    ]
    for (const call of [admin.imports.check, admin.imports.run]) {
      for (const [bytes, why] of unreadable)
        await assert.rejects(call({ file: bytes }), { status: 400, code: 'import_unreadable', message: why })
      await assert.rejects(call({ file, sheet: 'x' }), { message: 'The workbook has no such sheet.' })
      for (const wish of [
        { columns: 'x' },
        { columns: '{}' },
        { columns: '[1]' },
        { columns: '["device","device"]' },
        { columns: '["wrong"]' },
        { columns: '["name"]', kind: 'tickets' },
        { kind: 'x' },
        { dates: 'x' },
        { unstated: 'x' },
        { name: 'x'.repeat(65) },
      ])
        await assert.rejects(call({ file, ...wish } as never), { status: 400, code: 'bad_input' }, JSON.stringify(wish))
      await assert.rejects(call({ file: 'text' } as never), { status: 400 })
      await assert.rejects(call({} as never), { status: 400 })
      const bob = await team.user('not a member')
      await assert.rejects((call === admin.imports.check ? bob.imports.check : bob.imports.run)({ file }), {
        status: 403,
      })
    }
    await assert.rejects(admin.imports.run({ file, take: 'x' } as never), { code: 'bad_input' })
    // With unknown headings nothing is imported until the columns are mapped.
    const strange = csv('甲,乙,丙', '2026-11-01,灯,李华')
    const view = await admin.imports.check({ file: strange })
    assert.deepEqual([view.kind, view.missing, view.good, view.refused], ['tickets', ['created', 'device'], 0, 1])
    await assert.rejects(admin.imports.run({ file: strange }), { code: 'import_refused' })
    assert.deepEqual(await traces(admin), before)
    const columns = '["created","device","owner"]'
    assert.equal((await admin.imports.check({ file: strange, columns })).preview[0]?.values['owner'], '李华')
    assert.equal((await admin.imports.run({ file: strange, columns })).added, 1)
  })

  test('the administrator supplies values that the imported table lacks', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const unsaid = csv('Date received,Device,Owner', '03/04/2026,Lamp,Ann')
    assert.deepEqual(
      (await admin.imports.check({ file: unsaid })).doubts.map(({ flaw, refused }) => [flaw, refused]),
      [['unclear_date', true]],
    )
    for (const [dates, created] of [
      ['day_first', '2026-04-03 12:00'],
      ['month_first', '2026-03-04 12:00'],
    ] as const)
      assert.equal((await admin.imports.check({ file: unsaid, dates })).preview[0]?.values['created'], created)
    assert.equal(
      (await admin.imports.check({ file: unsaid, dates: 'day_first' })).preview[0]?.values['state'],
      'Repaired',
    )
    await admin.imports.run({ file: unsaid, dates: 'day_first', unstated: 'open' })
    const [lamp] = (await admin.tickets.list({})).list
    assert.deepEqual([lamp?.status, lamp?.createdTime.slice(0, 10)], [0, '2026-04-03'])
    // Before noon, times of today without an hour are before now. Times of one day are in order.
    const today = csv(
      '报修日期,完成日期,设备',
      '2026-11-16,,灯',
      '2026-11-15 15:00,2026-11-15,扇',
      '2026-11-15,2026-11-14,锅',
    )
    const view = await admin.imports.check({ file: today })
    assert.deepEqual(
      view.preview.map(({ values }) => [values['created'], values['finished']]),
      [
        ['2026-11-16 09:30', '2026-11-16 09:30'],
        ['2026-11-15 15:00', '2026-11-15 15:00'],
      ],
    )
    assert.deepEqual(
      view.doubts.map(({ row, field, flaw }) => [row, field, flaw]),
      [[4, 'finished', 'ends_before_start']],
    )
    // Outcomes, in words and as the open standard has them.
    const ended = csv(
      'Date,Item,Outcome,Barrier,Category,Brand,Year made,What helped',
      '2026-11-10,Kettle,Fixed,,Kettle,Midea,2021,A new fuse',
      '2026-11-10,Laptop,End of life,Spare parts too expensive,Laptop,Lenovo,1066,',
    )
    assert.equal((await admin.imports.run({ file: ended })).added, 2)
    const [laptop, kettle] = await Promise.all([3, 2].map((id) => admin.tickets.info({ id })))
    assert.deepEqual(
      [kettle?.status, kettle?.outcome, kettle?.category, kettle?.brand, kettle?.year, kettle?.remedy, kettle?.type],
      [5, 'fixed', 14, 'Midea', 2021, 'A new fuse', 0],
    )
    assert.deepEqual(
      [laptop?.status, laptop?.outcome, laptop?.barrier, laptop?.category, laptop?.year, laptop?.type],
      [6, 'end_of_life', 'parts_expensive', 16, 0, 1],
    )
    // Equal rows are as many repairs. Their owners make no difference, because the stored keys must outlive the names.
    const bring = async (...owners: string[]) => {
      const rows = owners.map((owner) => `2026-11-09,Fan,${owner}`)
      const { added, known } = await admin.imports.run({ file: csv('Date,Item,Owner,Phone', ...rows) })
      return [added, known]
    }
    assert.deepEqual(await bring('Ann,13800138000', 'Bea,13900139000'), [2, 0])
    assert.deepEqual(await bring('Cleo,13700137000'), [0, 1])
    assert.deepEqual(await bring('Cleo,13700137000', 'Ann,13800138000', 'Bea,'), [1, 2])
    // A removed member keeps their old repairs and works on no open ones.
    const [bob] = [await team.member('Bob'), await team.member('Carol')]
    await admin.admin.removeMember({ id: (await bob.members.checklogin()).id })
    const left = csv(
      'Date,Item,State,Repaired by',
      '2026-11-10,Toaster,repaired,Bob',
      '2026-11-10,Iron,in repair,Bob',
      '2026-11-10,Fan,in repair,Bob and Carol',
    )
    assert.deepEqual(
      (await admin.imports.check({ file: left })).doubts.map(({ row, value, flaw, others }) => [
        row,
        value,
        flaw,
        others,
      ]),
      [[3, 'Bob', 'unknown_member', 1]],
    )
    await admin.imports.run({ file: left })
    assert.deepEqual(
      (await admin.tickets.list({})).list
        .slice(0, 3)
        .map(({ device, status, workers }) => [device, status, workers.map(({ name }) => name).join()]),
      [
        ['Fan', statuses.repairing, 'Carol'],
        ['Iron', statuses.submitted, ''],
        ['Toaster', statuses.repaired, 'Bob'],
      ],
    )
  })

  test('published open repair data is imported', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const own = await createTicket(await team.user('Ann'))
    await bob.tickets.pick({ id: own })
    await bob.tickets.update({ id: own, status: statuses.repaired })
    const head =
      'id,data_provider,country,partner_product_category,product_category,product_category_id,brand,year_of_manufacture,product_age,repair_status,repair_barrier_if_end_of_life,group_identifier,event_date,problem'
    const published = csv(
      head,
      'anstiftung_1,anstiftung,DEU,Kaffeemaschine,Coffee maker,36,Unknown,2010,13,Fixed,,1,2023-05-06,"leaks ~ new seal"',
      'restart_2,The Restart Project,GBR,Computers and Home Office ~ Laptop large,Laptop,16,Lenovo,,,End of life,Spare parts not available,2,2019-01-31,',
      'restart_3,The Restart Project,GBR,Electronic Gadgets ~ Mobile,Mobile,19,Apple,,,Repairable,,2,2019-01-31,cracked',
      'fettle-1,Fettle,CHN,Appliance ~ kettle,Kettle,14,Unknown,,,Unknown,,x,2026-11-16,our own',
      'restart_2,The Restart Project,GBR,Computers and Home Office ~ Laptop large,Laptop,16,Lenovo,,,End of life,,2,2019-01-31,twice',
    )
    const view = await admin.imports.check({ file: published })
    assert.deepEqual([view.kind, view.rows, view.good, view.known, view.refused], ['ords', 5, 3, 1, 0])
    assert.deepEqual([view.repeated, view.doubles], [1, [{ row: 6, of: 3 }]])
    assert.partialDeepStrictEqual(await admin.imports.run({ file: published }), {
      added: 3,
      known: 1,
      refused: 0,
      repeated: 1,
      left: '',
    })
    assert.partialDeepStrictEqual(await admin.imports.run({ file: published }), {
      added: 0,
      known: 5,
      refused: 0,
      repeated: 0,
      left: '',
    })
    const told = await Promise.all(
      [2, 3, 4].map(async (id) => {
        const { device, status, outcome, barrier, category, brand, year, type, description, remedy, createdTime } =
          await admin.tickets.info({ id })
        return [
          device,
          status,
          outcome,
          barrier,
          category,
          brand,
          year,
          type,
          description,
          remedy,
          createdTime.slice(0, 10),
        ].join('|')
      }),
    )
    assert.deepEqual(told, [
      'Kaffeemaschine|5|fixed||36||2010|0|leaks|new seal|2023-05-06',
      'Laptop large|6|end_of_life|parts_unavailable|16|Lenovo|0|1|||2019-01-31',
      'Mobile|6|repairable||19|Apple|0|1|cracked||2019-01-31',
    ])
  })

  test('a status in a column of outcomes is read as a status', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await team.member('Bob')
    const table = csv(
      '日期,设备,处理结果,维修人员',
      '2026-11-01,电水壶,已修好,Bob',
      '2026-11-02,风扇,维修中,Bob',
      '2026-11-03,台灯,待取,Bob',
      '2026-11-04,音箱,已取消,',
    )
    const view = await admin.imports.check({ file: table })
    assert.deepEqual(
      view.columns.map(({ field }) => field),
      ['created', 'device', 'state', 'workers'],
    )
    await admin.imports.run({ file: table })
    const standing = async (ids: readonly number[]) =>
      (await Promise.all(ids.map((id) => admin.tickets.info({ id })))).map(({ status, isConfirmed }) => [
        status,
        isConfirmed,
      ])
    assert.deepEqual(await standing([1, 2, 3, 4]), [
      [statuses.repaired, true],
      [statuses.repairing, false],
      [statuses.repaired, false],
      [statuses.cancelled, false],
    ])
    // Outcomes stay outcomes; a status after twenty rows of them counts for its row only.
    const rows = Array.from({ length: 25 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')},收音机,修好了,Bob`)
    const long = csv(
      '日期,设备,处理结果,维修人员',
      ...rows,
      '2026-11-05,相机,维修中,Bob',
      '2026-11-05,手机,in progress,Bob',
    )
    const second = await admin.imports.check({ file: long })
    assert.deepEqual([second.columns[2]?.field, second.good, second.doubts.length], ['outcome', 27, 0])
    await admin.imports.run({ file: long })
    assert.deepEqual(await standing([5, 30, 31]), [
      [statuses.repaired, true],
      [statuses.repairing, false],
      [statuses.repairing, false],
    ])
    assert.equal((await admin.tickets.info({ id: 5 })).outcome, 'fixed')
    // If another column is the status, that column is used.
    const both = csv('日期,设备,处理结果,状态', '2026-11-01,钟,维修中,已修好')
    assert.deepEqual(
      (await admin.imports.check({ file: both })).columns.map(({ field }) => field),
      ['created', 'device', 'outcome', 'state'],
    )
  })

  test('published open repair data is imported whole: long values are cut and reported, older versions are understood', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const brand = `${'Blaasverwarmer '.repeat(4)}1200/2400W`
    const category = `Tape deck ${'purchased in Japan '.repeat(8)}end`
    const current = csv(
      'id,data_provider,country,partner_product_category,product_category,product_category_id,brand,year_of_manufacture,product_age,repair_status,repair_barrier_if_end_of_life,group_identifier,event_date,problem',
      `rc_1,RC,BEL,Heater,Small home electrical,28,${brand},,,Fixed,,1,2019-01-31,no heat`,
      `rc_2,RC,USA,${category},Hi-Fi separates,13,Sony,????,,Fixed,,1,2019-01-31,no sound`,
      'rc_3,RC,GBR,Mouse,PC accessory,22,Unknown,,,Fixed,,1,2019-01-31,"Blew\u0080 \u0007up"',
    )
    const view = await admin.imports.check({ file: current })
    assert.deepEqual([view.kind, view.good, view.refused], ['ords', 3, 0])
    assert.deepEqual(
      view.doubts.map(({ row, field, flaw, value, refused }) => [row, field, flaw, value, refused]),
      [
        [2, 'brand', 'cut_off', '…/2400W', false],
        [3, 'partner_product_category', 'cut_off', `…${category.slice(128).trim()}`, false],
        [4, 'problem', 'stray_characters', 'Blew up', false],
      ],
    )
    assert.partialDeepStrictEqual(await admin.imports.run({ file: current }), {
      added: 3,
      known: 0,
      refused: 0,
      repeated: 0,
      left: '',
    })
    const [heater, deck, mouse] = await Promise.all([1, 2, 3].map((id) => admin.tickets.info({ id })))
    assert.equal(heater?.brand, brand.slice(0, 64).trim())
    assert.equal(deck?.device, category.slice(0, 128).trim())
    assert.deepEqual([deck?.year, mouse?.description], [0, 'Blew up'])
    // Version 0.1: a `date`, a model, no category of the partner, and sizes in the categories.
    const first = csv(
      'id,data_provider,country,language,product_category,brand,model,year_of_manufacture,repair_status,group_identifier,date,problem,',
      'clinic_1,Clinic,USA,English,Laptop medium,Dell,Inspiron,????,Repairable,Clinic,2019-01-12,Hinge is broken,',
      'clinic_2,Clinic,USA,English,DLSR / Video Camera,Canon,Unknown,2014,Fixed,Clinic,2019-01-12,,',
      'clinic_3,Clinic,USA,English,Flat screen 15-17",Unknown,Unknown,????,Fixed,Clinic,2019-01-12,,',
    )
    const older = await admin.imports.check({ file: first })
    assert.deepEqual([older.kind, older.good, older.doubts.length], ['ords', 3, 0])
    await admin.imports.run({ file: first })
    assert.deepEqual(
      (await Promise.all([4, 5, 6].map((id) => admin.tickets.info({ id })))).map((one) =>
        [
          one.device,
          one.deviceModel,
          one.brand,
          one.category,
          one.year,
          one.outcome,
          one.createdTime.slice(0, 10),
        ].join(),
      ),
      [
        'Laptop medium,Inspiron,Dell,16,0,repairable,2019-01-12',
        'DLSR / Video Camera,,Canon,6,2014,fixed,2019-01-12',
        'Flat screen 15-17",,,8,0,fixed,2019-01-12',
      ],
    )
    // A team's own spreadsheet with a date and a category is not open repair data.
    const own = csv(
      'ID,Date,Product category,Country,Brand,Problem,Device',
      '1,2019-01-12,Kettle,GBR,Bosch,leaks,Kettle',
    )
    assert.equal((await admin.imports.check({ file: own })).kind, 'tickets')
  })

  test('long texts of an imported spreadsheet are cut and reported, and an invalid name or number rejects its row', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const long = (most: number) => 'x'.repeat(most)
    const table = csv(
      'Ticket no,Date,Device,Brand,Problem,Owner,What was done',
      `1,2026-11-01,${long(128)}y,${long(64)} yy,${long(4000)}yyy,Ann,${long(200)}yyyy`,
      '2,2026-11-01,La\u0007mp,\u0001Bosch,a\u001bb,Ann,ok',
      `3,2026-11-01,Fan,,,${long(65)},`,
      '4,2026-11-01,Fan,,,An\u0007n,',
    )
    const view = await admin.imports.check({ file: table })
    assert.deepEqual([view.good, view.refused], [2, 2])
    assert.deepEqual(
      view.doubts.map(({ row, field, flaw, value, refused }) => [row, field, flaw, value.slice(0, 6), refused]),
      [
        [4, 'owner', 'too_long', 'xxxxxx', true],
        [5, 'owner', 'bad_characters', 'An\u0007n', true],
        [2, 'device', 'cut_off', '…y', false],
        [2, 'problem', 'cut_off', '…yyy', false],
        [2, 'brand', 'cut_off', '…yy', false],
        [2, 'remedy', 'cut_off', '…yyyy', false],
        [3, 'device', 'stray_characters', 'Lamp', false],
        [3, 'problem', 'stray_characters', 'ab', false],
        [3, 'brand', 'stray_characters', 'Bosch', false],
      ],
    )
    assert.equal((await admin.imports.run({ file: table, take: 'good' })).added, 2)
    const info = await admin.tickets.info({ id: 1 })
    assert.deepEqual(
      [info.device.length, info.brand.length, info.description.length, info.remedy.length],
      [128, 64, 4000, 200],
    )
  })

  test('importing a team’s own published data adds nothing, and similar data of others is added', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    const ann = await team.user('Ann')
    const finish = async (id: number) => {
      await bob.tickets.pick({ id })
      await bob.tickets.update({ id, status: statuses.repaired })
    }
    for (const device of ['kettle', 'lamp', 'fan']) await finish(await createTicket(ann, { device }))
    const published = async () => {
      team.pass({ minutes: 10 })
      return Buffer.from(await (await team.call('/impact/ords.csv', {})).text())
    }
    const idsIn = (table: Buffer) => Array.from(table.toString().matchAll(/^"([a-z]+-\d+)"/gm), ([, id]) => id)
    for (const provider of ['', 'Zed', '修理社']) {
      await admin.admin.updateSettings({ openData: { provider, group: '', country: 'CHN', impact: true } })
      const file = await published()
      assert.partialDeepStrictEqual(
        await admin.imports.run({ file }),
        { added: 0, known: 3, refused: 0, repeated: 0, left: '' },
        provider,
      )
      const underscored = Buffer.from(file.toString().replace(/^"([a-z]+)-/gm, '"$1_'))
      assert.equal((await admin.imports.check({ file: underscored })).known, 3, provider)
    }
    // Another team with the same name has repairs with the same numbers, and with invalid ones.
    await admin.admin.updateSettings({ openData: { provider: 'Zed', group: '', country: 'CHN', impact: true } })
    const theirs = ['zed-1', 'zed-01', 'zed-99999999999999999999', 'zedx-2', 'zed_7'].map(
      (id) => `${id},Zed,GBR,Toaster,Toaster,32,Unknown,,,Fixed,,x,2024-05-06,`,
    )
    const file = csv(
      'id,data_provider,country,partner_product_category,product_category,product_category_id,brand,year_of_manufacture,product_age,repair_status,repair_barrier_if_end_of_life,group_identifier,event_date,problem',
      ...theirs,
    )
    assert.partialDeepStrictEqual(await admin.imports.run({ file }), {
      added: 5,
      known: 0,
      refused: 0,
      repeated: 0,
      left: '',
    })
    const again = await published()
    assert.deepEqual(idsIn(again), [
      ...['zed-1', 'zed-01', 'zed-99999999999999999999', 'zedx-2', 'zed-7'],
      ...['zedx-1', 'zed-2', 'zed-3'],
    ])
    assert.partialDeepStrictEqual(await admin.imports.run({ file: again }), {
      added: 0,
      known: 8,
      refused: 0,
      repeated: 0,
      left: '',
    })
    // A record of the same day, but not as the team would publish it.
    const stray = Buffer.from(again.toString().replace(/^"zed-3"/m, '"zedx-3"'))
    assert.equal((await admin.imports.check({ file: stray })).good, 1)
  })

  test('members and a weekly roster are imported', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await team.member('Bob')
    const people = csv(
      '姓名,学号,手机号,班级,管理员',
      '李华,2026001,13800138000,计算机 2301,是',
      '韩梅梅,2026002,,,',
      'Bob,,,,',
      'Bob,2026002,,,',
    )
    const view = await admin.imports.check({ file: people })
    assert.deepEqual([view.kind, view.good, view.known, view.refused], ['members', 2, 1, 1])
    assert.deepEqual(
      view.doubts.map(({ flaw }) => flaw),
      ['name_taken', 'student_id_taken'],
    )
    await assert.rejects(admin.imports.run({ file: people }), { code: 'import_refused' })
    const total = (await admin.admin.log({})).total
    assert.equal((await admin.imports.run({ file: people, take: 'good' })).added, 2)
    assert.equal((await admin.admin.log({})).total, total + 1)
    const known = await admin.imports.check({ file: people })
    assert.deepEqual([known.good, known.known, known.refused], [0, 3, 1])
    const { list } = await admin.admin.members({ search: '李华' })
    assert.deepEqual([list[0]?.stuid, list[0]?.phone, list[0]?.role], ['2026001', '13800138000', 'admin'])

    await admin.admin.updateSettings({
      timetable: [
        { shift: 1, from: '09:30', until: '11:30' },
        { shift: 2, from: '14:00', until: '17:00' },
      ],
    })
    const week = csv('班次,周一,周二,周三', '9:30-11:30,李华、Bob,,韩梅梅', '下午,Bob,李华、Nobody,', '很晚,,Bob,')
    const seen = await admin.imports.check({ file: week })
    assert.deepEqual([seen.kind, seen.good, seen.refused], ['roster', 2, 1])
    assert.deepEqual(
      seen.doubts.map(({ row, field, value, flaw }) => [row, field, value, flaw]),
      [
        [4, 'shift', '很晚', 'unknown_shift'],
        [3, 'tuesday', 'Nobody', 'unknown_member'],
      ],
      'an unknown name leaves out the name, not the shift',
    )
    await assert.rejects(admin.imports.run({ file: week }), { code: 'import_refused' })
    assert.equal((await admin.imports.run({ file: week, take: 'good', name: '秋季学期' })).added, 2)
    const rosters = await admin.rosters.list()
    assert.deepEqual([rosters.current, rosters.list.length, rosters.list[0]?.name], [0, 1, '秋季学期'])
    assert.deepEqual(
      rosters.list[0]?.sheet.map(({ weekday, shift, workers }) => `${weekday}/${shift} ${workers.join()}`),
      ['1/1 李华,Bob', '1/2 Bob', '2/2 李华', '3/1 韩梅梅'],
    )
    assert.deepEqual((await admin.imports.run({ file: week, take: 'good' })).known, 2)
    assert.equal((await admin.rosters.list()).list.length, 1)
  })

  test('six made-up spreadsheets of clubs are imported correctly', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await team.member('Bob')
    await admin.admin.updateSettings({ retentionDays: 3650 })
    const { memberList, roster, ...logs } = spreadsheets
    const bring = async ({ bytes, wish, about, ...sheet }: Spreadsheet) => {
      const file = Uint8Array.from(bytes)
      const view = await admin.imports.check({ file, ...wish })
      const { kind, format, encoding, columns, rows, good, refused } = view
      assert.deepEqual(
        { kind, format, encoding },
        { kind: sheet.kind, format: sheet.format, encoding: sheet.encoding },
        about,
      )
      assert.deepEqual(columns.map(({ field }) => field).slice(0, sheet.columns.length), sheet.columns, about)
      assert.deepEqual([rows, good, refused], [sheet.rows.length, sheet.rows.length, 0], about)
      assert.partialDeepStrictEqual(
        await admin.imports.run({ file, ...wish }),
        { added: good, known: 0, refused: 0, repeated: 0, left: '' },
        about,
      )
      assert.partialDeepStrictEqual(
        await admin.imports.run({ file, ...wish }),
        { added: 0, known: good, refused: 0, repeated: 0, left: '' },
        about,
      )
    }
    await bring(memberList)
    const { list } = await admin.admin.members({ search: '陈静' })
    assert.deepEqual(
      [list[0]?.stuid, list[0]?.class, list[0]?.phone, list[0]?.role],
      ['0024010102', '计算机 2402', '138 0000 0002', 'member'],
    )
    await bring(roster)
    assert.deepEqual(
      (await admin.rosters.list()).list.map(({ name, sheet }) => [
        name,
        sheet.map(({ weekday, shift, workers }) => `${weekday}/${shift} ${workers.join()}`),
      ]),
      [['2026 春季', ['1/1 张伟,陈静', '2/2 陈静', '3/1 Ann Lee', '4/2 张伟,Ann Lee', '5/1 张伟']]],
    )
    for (const sheet of Object.values<Spreadsheet>(logs)) {
      const { total } = await admin.tickets.list({})
      await bring(sheet)
      for (const [i, row] of sheet.rows.entries()) {
        const ticket = await admin.tickets.info({ id: total + 1 + i })
        assert.deepEqual(toldBy(ticket), expected(row), `${sheet.about}, row ${row.row}`)
      }
    }
  })

  test('the same table imported by two people at once is one import, on one node and on two', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await using other = on === 'postgres' ? await newTeam({ on, beside: team }) : undefined
    const same = other?.as(admin.token) ?? admin
    const both = await Promise.all([admin.imports.run({ file }), same.imports.run({ file })])
    assert.deepEqual(both.map(({ added, known }) => [added, known].join()).sort(), ['0,6', '6,0'])
    assert.equal((await admin.tickets.list({})).total, 6)
  })
})

type Ticket = Awaited<ReturnType<Person['tickets']['info']>>

/** The facts of a ticket as a row would state them. */
function toldBy(ticket: Ticket): Record<string, string | number | boolean> {
  return {
    created: ticket.createdTime.slice(0, 16),
    device: ticket.device,
    model: ticket.deviceModel,
    problem: ticket.description,
    owner: ticket.owner,
    phone: ticket.phone,
    workers: ticket.workers
      .map(({ name }) => name)
      .sort()
      .join(),
    status: ticket.status,
    back: ticket.isConfirmed,
    outcome: ticket.outcome,
    barrier: ticket.barrier,
    brand: ticket.brand,
    year: ticket.year,
    remedy: ticket.remedy,
  }
}

function expected(row: Spreadsheet['rows'][number]): ReturnType<typeof toldBy> {
  const [said = row.outcome === undefined || row.outcome === 'fixed' ? 'repaired' : 'unrepairable', where] =
    row.state?.split(' ') ?? []
  const ended = said === 'repaired' || said === 'unrepairable'
  // An open repair with a member's name is claimed by that member.
  const name = said === 'submitted' && row.workers ? 'accepted' : said
  const [date = '', time = '12:00'] = row.created?.split(' ') ?? []
  return {
    created: `${date}T${time}`,
    device: row.device ?? '',
    model: row.model ?? '',
    problem: row.problem ?? '',
    owner: row.owner ?? '',
    phone: row.phone ?? '',
    workers: row.workers?.split(',').sort().join() ?? '',
    status: statuses[name as keyof typeof statuses],
    back: ended && where !== 'here',
    outcome: row.outcome ?? '',
    barrier: row.barrier ?? '',
    brand: row.brand ?? '',
    year: Number(row.year ?? 0),
    remedy: row.remedy ?? '',
  }
}

/** The number of rows in the outbox, and of counts that disagree with the tickets. */
async function sentAndOff(team: Team): Promise<[number, number]> {
  await using engine = await openEngine(team.fresh.config)
  return await engine.read(async (db) => [
    (await db.selectFrom('outbox').select('id').execute()).length,
    await driftOf(db),
  ])
}
