import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDerivedData } from '#main/consistency.ts'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { insertGeneratedRepairs, textsToScrub } from '../support/made-up-repairs.ts'
import { runJob } from '../support/messages.ts'
import { checkOrds } from '../support/ords.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

const openData = { provider: 'Café 校园', group: 'Campus Repair', country: '', impact: true }

async function table(team: Team, headers: Record<string, string> = {}): Promise<Response> {
  return team.call('/impact/ords.csv', { headers })
}

async function records(team: Team) {
  const { rows, wrong } = checkOrds(await (await table(team)).text())
  assert.deepEqual(wrong, [])
  return rows
}

onEachDatabase('open data', (on) => {
  test('open data is hidden until the team publishes it, then public, and follows the standard', async () => {
    await using team = await newTeam({ on })
    const off = { status: 404, code: 'impact_off' }
    await assert.rejects(team.anyone.impact.figures(), off)
    await assert.rejects(team.anyone.impact.data(), off)
    const admin = await team.admin()
    await admin.admin.updateSettings({ openData, adminSessionHours: 48 })
    assert.equal((await team.anyone.impact.figures()).devices, null)
    await assert.rejects(team.anyone.impact.data(), off, 'the standard wants a country')

    await insertGeneratedRepairs(team.fresh.config, 700, team.now())
    assert.equal((await team.anyone.impact.figures()).devices, null, 'remembered for some minutes')
    team.pass({ minutes: 6 })
    const all = await Promise.all(Array.from({ length: 20 }, () => team.anyone.impact.figures()))
    const [figures] = all
    assert.ok(figures && all.every((one) => JSON.stringify(one) === JSON.stringify(figures)))
    assert.equal(figures.devices, 700)

    await admin.admin.updateSettings({ openData: { ...openData, country: 'CHN' } })
    const response = await table(team, { 'accept-encoding': 'identity' })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(response.headers.get('link'), '<https://creativecommons.org/licenses/by-sa/4.0/>; rel="license"')
    assert.equal(response.headers.get('content-encoding'), null)
    assert.equal(response.headers.get('vary'), 'accept-encoding')
    const text = await response.text()
    const packed = await table(team, { 'accept-encoding': 'gzip' })
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    assert.equal(await packed.text(), text)
    const { rows, wrong } = checkOrds(text)
    assert.deepEqual(wrong, [])
    assert.equal(rows.length, 700)
    for (const secret of textsToScrub) assert.ok(!text.includes(secret), secret)
    assert.deepEqual(
      rows.map((row) => row['event_date']),
      rows.map((row) => row['event_date']).toSorted(),
    )
    assert.deepEqual(
      new Set(
        rows.map(
          (row) => `${row['data_provider']} ${row['group_identifier']} ${row['country']} ${row['id']?.split('-')[0]}`,
        ),
      ),
      new Set(['Café 校园 Campus Repair CHN cafe']),
    )

    // Imported into an empty team and exported again, it is the same byte for byte.
    {
      await using other = await newTeam({ on })
      const { admin: settings } = await other.admin()
      await settings.updateSettings({ openData: { ...openData, country: 'CHN' } })
      const sent = uploadForm((await other.admin()).token, Buffer.from(text))
      assert.equal((await other.call('/admin/import/run', sent)).status, 200)
      assert.equal(await (await table(other)).text(), text)
    }

    // Data published by others is imported, and not published again.
    const theirs = uploadForm((await team.admin()).token, Buffer.from(text.replaceAll('"cafe-', '"rcwales-')))
    const { data } = (await (await team.call('/admin/import/run', theirs)).json()) as { data: { added: number } }
    assert.equal(data.added, 700)
    team.pass({ minutes: 6 })
    assert.deepEqual(await team.anyone.impact.figures(), { ...figures, file: true })
    assert.equal(await (await table(team)).text(), text)

    // The public figures agree with the table, as far as they are shown.
    const named = (category: number) => rows.filter((row) => row['product_category_id'] === String(category))
    for (const { category, count, fixed } of figures.categories) {
      assert.equal(count, named(category).length)
      if (fixed !== null) assert.equal(fixed, named(category).filter((row) => row['repair_status'] === 'Fixed').length)
    }
    assert.ok(figures.categories.length > 10 && figures.barriers.length > 3, 'the comparison has rows')
    const status = { fixed: 'Fixed', repairable: 'Repairable', end_of_life: 'End of life', unknown: 'Unknown' }
    for (const { outcome, count } of figures.outcomes)
      assert.equal(count, rows.filter((row) => row['repair_status'] === status[outcome]).length)
    assert.equal(figures.from, rows[0]?.['event_date'])
    assert.equal(figures.until, rows.at(-1)?.['event_date'])
    assert.match(figures.kept.source, /Restart Project/)
    assert.ok(figures.kept.grams > 0 && figures.kept.devices < 700)

    await admin.admin.updateSettings({ openData: { ...openData, impact: false } })
    await assert.rejects(team.anyone.impact.figures(), off, 'figures that are switched off are gone at once')
    await assert.rejects(team.anyone.impact.data(), off)
  })

  test('open data lists each finished ticket with its outcome, without people, under a stable id', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({
      openData: { ...openData, provider: '维修队', country: 'CHN' },
      lang: 'en_US',
      kinds: [{ id: 7, name: { zh_CN: '手机', en_US: 'Phones' }, type: 1 }],
    })
    const ann = await team.user('Ann')
    await ann.users.update({ name: 'Ann Miller' })
    const bob = await team.member('鲍勃')
    const kettle = await createTicket(ann, {
      device: '美的电水壶',
      owner: 'Annie',
      phone: '13800138000',
      description: 'Annie here, Miller: it leaks.\n鲍勃 has seen it, call 0755-86001234.',
    })
    const phone = await createTicket(ann, { type: 1, kind: 7, device: 'Phone', description: 'Dead.' })
    const open = await createTicket(ann, { device: 'still there' })
    for (const id of [kettle, phone, open]) await bob.tickets.pick({ id })
    await bob.tickets.update({ id: kettle, status: 5, remedy: 'A new seal.', brand: 'Midea', year: 2020 })
    team.pass({ days: 1 })
    const end = { outcome: 'end_of_life', barrier: 'worn_out', category: 19 } as const
    await bob.tickets.update({ id: phone, status: 6, ...end })
    const rows = await records(team)
    assert.deepEqual(
      rows.map((row) => Object.values(row).join(' | ')),
      [
        `fettle-${kettle} | 维修队 | CHN | Appliance ~ 美的电水壶 | Kettle | 14 | Midea | 2020 | 6 | Fixed |  | Campus Repair | 2026-11-16 | … here, …: it leaks. … has seen it, call …. ~ A new seal.`,
        `fettle-${phone} | 维修队 | CHN | Phones ~ Phone | Mobile | 19 | Unknown |  |  | End of life | Item too worn out | Campus Repair | 2026-11-17 | Dead.`,
      ],
    )

    // An imported repair with an id of the team keeps it. A ticket whose id is taken by that gets another. An imported
    // repair without such an id is not published.
    await using engine = await openEngine(team.fresh.config)
    for (const [ticket_id, key, ids] of [
      [kettle, `ords fettle-${phone}`, [`fettle-${phone}`, `fettlex-${phone}`]],
      [phone, 'ords: 1', [`fettle-${phone}`]],
    ] as const) {
      await engine.change(async (db) => void (await db.insertInto('imported').values({ key, ticket_id }).execute()))
      team.pass({ minutes: 6 })
      assert.deepEqual(
        (await records(team)).map((row) => row['id']),
        ids,
      )
    }
  })

  test('open data stays the same after the names were deleted', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const admin = await team.admin()
    await admin.admin.updateSettings({ openData: { ...openData, country: 'CHN' }, lang: 'en_US', retentionDays: 3 })
    const [ann, eve] = [await team.user('ann'), await team.user('eve')]
    await ann.users.update({ name: 'Zyxwv Miller' })
    await eve.users.update({ name: '欧阳娜娜' })
    const [bob, cem] = [await team.member('Bob'), await team.member('Cemile')]
    const said = {
      device: 'kettle of Zyxwv',
      owner: 'Annie',
      phone: '13987654321',
      description: 'Annie here, 13987654321.\nIt leaks, says Miller. See www.example.org/leaks',
    }
    const kettle = await createTicket(ann, said)
    const plain = await createTicket(ann, { description: 'two\nlines' })
    const hers = await createTicket(eve, { owner: 'Eve', device: 'radio', description: '欧阳娜娜 here' })
    // The visitor's texts move to the kept ticket.
    const lamp = await createTicket(ann, { device: 'lamp', phone: '13987650000' })
    const visitor = { type: 0, device: 'lamp', owner: 'Petronella', phone: '13987650000' }
    const made = await bob.counter.create({ ...visitor, description: 'Flickers when Petronella comes.' })
    team.secret(made.receipt)
    await admin.tickets.merge({ id: made.id, into: lamp })
    for (const id of [kettle, plain, hers, lamp]) {
      await bob.tickets.pick({ id })
      await bob.tickets.update({ id, status: 5, remedy: 'Annie, Petronella and 娜娜 held it, Cemile glued it.' })
    }
    const problems = async () => {
      team.pass({ minutes: 6 })
      return (await records(team)).map((row) => `${row['partner_product_category']} | ${row['problem']}`)
    }
    const before = await problems()
    assert.deepEqual(before, [
      'Appliance ~ kettle of … | … here, …. It leaks, says …. See … ~ …, Petronella and 娜娜 held it, … glued it.',
      'Appliance ~ kettle | two lines ~ Annie, Petronella and 娜娜 held it, … glued it.',
      'Appliance ~ radio | … here ~ Annie, Petronella and … held it, … glued it.',
      'Appliance ~ lamp | Flickers when … comes. ~ Annie, … and 娜娜 held it, … glued it.',
    ])

    await cem.users.erase()
    assert.deepEqual(await problems(), before, 'a member')
    for (const id of [kettle, plain, hers, lamp]) await bob.tickets.retrieve({ id })
    await eve.users.erase()
    const erased = before.with(2, 'Appliance ~ radio | Annie, Petronella and … held it, … glued it.')
    assert.deepEqual(await problems(), erased, 'an owner')
    await team.running.tidy()
    team.pass({ days: 4 })
    await team.running.tidy()
    assert.deepEqual(await problems(), erased, 'after some days the texts are still without the owner')
    await ann.users.update({ name: 'Somebody' })
    assert.deepEqual(await problems(), erased)

    const kept = await bob.tickets.info({ id: kettle })
    assert.equal(kept.device, 'kettle of …')
    assert.equal(kept.description, '… here, …. It leaks, says …. See www.example.org/leaks')
    assert.equal(
      (await bob.tickets.info({ id: plain })).description,
      'two\nlines',
      'a text without names stays unchanged',
    )
    const found = async (values: string) => (await bob.tickets.search({ values })).list.map(({ id }) => id)
    assert.deepEqual([await found('leaks'), await found('Zyxwv')], [[kettle], []])
    assert.deepEqual(await found('Annie'), [lamp, hers, plain], 'remedies of other tickets keep the word')
    for (const job of ['index', 'tally']) await runJob(team, job)
    assert.deepEqual(await compareDerivedData(team.fresh.config), { marks: 0, counts: 0, grams: 0 })
  })
})
