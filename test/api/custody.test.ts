import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targets } from '#contract/codes.ts'
import { openEngine } from '#store/engine/open.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { runJob } from '../support/messages.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team, withPassword } from '../support/team.ts'
import { createTicket, ticketLog, uploadForm } from '../support/tickets.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'

async function upload(team: Team, { token }: Person): Promise<string> {
  const response = await team.call('/upload', uploadForm(token, await photo()))
  return ((await response.json()) as { data: { url: string } }).data.url
}

const custodyOf = async (member: Person, id: number) => {
  const { custody } = await member.tickets.info({ id })
  assert.ok(custody)
  return custody
}
/** The custody entries without times and numbers. */
const ledger = async (member: Person, id: number) =>
  (await custodyOf(member, id)).lines.map(({ by, what, shelf, to }) => [by, what, shelf, to].filter(Boolean).join(' '))

const adapter = 0
const mouse = 3
const bag = 5

onEachDatabase('custody', (on) => {
  test('custody tracks a device from its owner’s hand-over to its collection', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, cem] = [await team.user('ann'), await team.member('Bob'), await team.member('Cem')]
    const cemId = (await cem.members.checklogin()).id
    const id = await createTicket(ann, { accessories: [adapter], device: 'laptop' })

    // Filed from home: the team does not have the device, although a member has claimed the ticket.
    await bob.tickets.pick({ id })
    assert.equal((await ann.tickets.info({ id })).here, false)
    assert.deepEqual(await custodyOf(bob, id), {
      holding: null,
      lines: [],
      tags: [],
      filedBy: '',
      receipt: false,
      mail: '',
      number: '',
      visitTime: '',
    })
    assert.deepEqual(await bob.custody.list({}), { list: [], total: 0 })
    assert.ok((await bob.tickets.info({ id })).moves.some(({ action }) => action === 'receive'))
    const never = { status: 409, code: 'never_received', message: /^The team does not have this device/ }
    const [tag = 0, other = 0] = (await bob.counter.tags({ count: 2 })).tags
    await assert.rejects(bob.custody.shelf({ id, shelf: 'B3' }), never)
    await assert.rejects(bob.custody.hand({ id, to: 'bench' }), never)
    await assert.rejects(bob.custody.tie({ id, tag }), never)
    await assert.rejects(bob.tickets.retrieve({ id, shown: 'id' }), never)

    // Ann brings the device with more accessories than she had written, and it is scratched.
    team.pass({ hours: 1 })
    const state = await upload(team, bob)
    const brought = { id, accessories: [adapter, mouse, bag], shelf: 'B3', tag, pic: [state] }
    await bob.custody.receive(brought, { key: 'brought' })
    // The same request again, because the answer was lost.
    await bob.custody.receive(brought, { key: 'brought' })
    await assert.rejects(bob.custody.receive({ id }, { key: 'brought' }), { status: 409, code: 'key_reused' })
    assert.deepEqual(await bob.counter.tag({ tag }), { id })
    const hers = await ann.tickets.info({ id })
    assert.equal(hers.here, true)
    assert.deepEqual(hers.accessories, [adapter, mouse, bag])
    assert.equal(hers.custody, undefined)
    assert.deepEqual(
      hers.notes.slice(-2).map(({ content, pic }) => [content, pic]),
      [
        ['', [state]],
        ['Received the device.', []],
      ],
    )

    team.pass({ minutes: 1 })
    await cem.custody.hand({ id, to: 'bench' })
    await cem.custody.tie({ id, tag: other })
    await bob.custody.hand({ id, to: 'colleague', member: cemId })
    assert.equal((await custodyOf(bob, id)).holding?.with, 'Cem')
    await cem.custody.hand({ id, to: 'workshop', name: 'Lamps & Sons' })
    assert.deepEqual((await custodyOf(bob, id)).holding, {
      since: '2026-11-16T10:30:00.000000',
      place: 'workshop',
      shelf: 'B3',
      with: 'Lamps & Sons',
    })
    // The device returns, to another shelf.
    await bob.custody.receive({ id })
    assert.equal((await custodyOf(bob, id)).holding?.place, 'counter')
    await cem.custody.shelf({ id, shelf: 'C1' })
    await bob.tickets.update({ id, status: 5 })
    const { list, total } = await cem.custody.list({})
    assert.deepEqual(
      [list, total],
      [
        [
          {
            id,
            type: 0,
            kind: 0,
            status: 5,
            device: 'laptop',
            owner: '',
            phone: '',
            since: '2026-11-16T10:30:00.000000',
            place: 'shelf',
            shelf: 'C1',
            with: '',
            ready: true,
            told: [],
          },
        ],
        1,
      ],
    )

    // A wrong hand-back is refused with the reason, and changes nothing.
    const before = await custodyOf(bob, id)
    const unsaid = { status: 409, code: 'accessory_unsaid', message: /^Mouse came with this device/ }
    for (const [wish, refusal] of [
      [
        { returned: [adapter, 2] },
        { status: 409, code: 'accessory_never_there', message: 'Battery did not come with this device.' },
      ],
      [{ missing: [{ accessory: 77, reason: 'lost' }] }, { code: 'accessory_never_there' }],
      [{ returned: [adapter, bag] }, unsaid],
      [{ returned: [adapter, mouse, bag], missing: [{ accessory: mouse, reason: 'lost' }] }, unsaid],
      [{ signature: 'https://elsewhere.example/a.jpg' }, { status: 400, code: 'bad_input', message: /^signature/ }],
      [{ missing: [{ accessory: mouse, reason: '' }] }, { status: 400, code: 'bad_input' }],
    ] as const)
      await assert.rejects(bob.tickets.retrieve({ id, ...(structuredClone(wish) as object) }), refusal)
    assert.deepEqual(await custodyOf(bob, id), before)

    team.pass({ minutes: 1 })
    const signature = await upload(team, bob)
    const home = {
      id,
      returned: [adapter, bag],
      missing: [{ accessory: mouse, reason: 'Taken home earlier' }],
      to: 'Uncle Bo',
      shown: 'receipt' as const,
      signature,
    }
    await bob.tickets.retrieve(home)
    // The answer was lost, so the same request again succeeds. A colleague who sends something else is told that it is
    // not stored.
    await bob.tickets.retrieve(home)
    await cem.tickets.retrieve({ id })
    const handedBack = { status: 409, code: 'handed_back', message: /^This device has already been handed back/ }
    for (const other of [{ to: 'Aunt Bea' }, { returned: [adapter, mouse, bag], missing: [] }, { signature: state }])
      await assert.rejects(cem.tickets.retrieve({ ...home, ...other }), handedBack)
    assert.deepEqual(await ledger(bob, id), [
      'Bob received B3',
      'Cem bench',
      'Bob colleague Cem',
      'Cem workshop Lamps & Sons',
      'Bob received',
      'Cem shelved C1',
      'Bob returned Uncle Bo',
    ])
    const { lines, holding, tags } = await custodyOf(cem, id)
    assert.deepEqual([holding, tags], [null, []])
    const unreturned = (accessory: number) => ({ accessory, returned: false, reason: '' })
    assert.deepEqual(lines[0]?.accessories, [adapter, mouse, bag].map(unreturned))
    assert.deepEqual(lines[0]?.pic, [state])
    const { id: lineId = 0, ...last } = lines.at(-1) ?? {}
    assert.ok(lineId > 0)
    assert.deepEqual(last, {
      createdTime: '2026-11-16T10:32:00.000000',
      by: 'Bob',
      what: 'returned',
      shelf: '',
      to: 'Uncle Bo',
      shown: 'receipt',
      accessories: [
        { accessory: adapter, returned: true, reason: '' },
        { accessory: mouse, returned: false, reason: 'Taken home earlier' },
        { accessory: bag, returned: true, reason: '' },
      ],
      pic: [signature],
    })
    assert.equal((await ann.tickets.info({ id })).here, false)
    assert.equal(JSON.stringify(await ann.tickets.info({ id })).includes(signature), false)
    assert.deepEqual(await bob.counter.tag({ tag }), { id: 0 })

    // The hand-back is undone: the device is back in its place with its tags, except the tag that another device has
    // now.
    const kettle = await createTicket(ann)
    await bob.custody.receive({ id: kettle, tag: other })
    await bob.tickets.unretrieve({ id })
    const restored = await custodyOf(bob, id)
    assert.deepEqual(restored.holding, before.holding)
    assert.deepEqual(restored.tags, [tag])
    assert.deepEqual(restored.lines.slice(0, -1), lines)
    assert.deepEqual((await ledger(bob, id)).at(-1), 'Bob not_returned')
    assert.equal((await ann.tickets.info({ id })).here, true)

    // A hand-back without a text.
    await cem.tickets.retrieve({ id })
    assert.deepEqual((await ledger(bob, id)).slice(-2), ['Bob not_returned', 'Cem returned'])
    assert.deepEqual((await custodyOf(bob, id)).lines.at(-1)?.accessories, [])
    await assert.rejects(bob.custody.receive({ id }), { status: 409, code: 'ticket_over' })
  })

  test('members see the devices that the team has, and what their owners were told', async () => {
    await using peer = await smtpPeer()
    const env = { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org' }
    await using team = await newTeam({ on, env })
    const bob = await team.member('Bob')
    const mail = 'ann@example.org'
    team.secret(mail)
    await team.anyone.session.mail({ mail })
    const ann = team.as((await team.anyone.session.login(peer.codeTo(mail))).token)
    const ids: number[] = []
    for (const device of ['amp', 'bike light', 'clock', 'drill']) ids.push(await createTicket(ann, { device }))
    const [amp = 0, light = 0, clock = 0, drill = 0] = ids
    for (const id of ids) {
      team.pass({ minutes: 1 })
      await bob.custody.receive({ id, ...(id === amp ? {} : { shelf: 'B3' }) })
    }
    await bob.tickets.update({ id: amp, status: 3 })
    await ann.tickets.cancel({ id: clock })
    team.pass({ minutes: 1 })
    await bob.tickets.update({ id: light, status: 5 })

    const devices = async (wish = {}) => {
      const { list, total } = await bob.custody.list(wish)
      return [list.map(({ device }) => device).join(), total]
    }
    assert.deepEqual(await devices(), ['clock,bike light,amp,drill', 4])
    assert.deepEqual(await devices({ pageId: 2, count: 3 }), ['drill', 4])
    assert.deepEqual(await devices({ shelf: 'b3' }), ['clock,bike light,drill', 3])
    assert.deepEqual(await devices({ shelf: 'B4' }), ['', 0])

    // Members see who took in a visitor's device, and the visitor's phone if they need it.
    const visitors = { type: 1, device: 'radio', mail: 'vi@example.org', queue: true }
    const { id: radio, receipt } = await bob.counter.create(visitors)
    team.secret(receipt)
    const visitor = async (who: Person) => {
      const { filedBy, receipt, mail, number, visitTime } = await custodyOf(who, radio)
      return [filedBy, receipt, mail, number, visitTime]
    }
    const now = '2026-11-16T09:35:00.000000'
    const admin = await team.admin()
    const comeIn = await withPassword(team, admin, 'weeks later')
    assert.deepEqual(await visitor(admin), ['Bob', true, 'vi@example.org', 'B01', now])
    assert.deepEqual(await visitor(bob), ['Bob', true, '', 'B01', now])
    await bob.counter.revoke({ id: radio })

    // The owner is reminded after a while, and again if they do not come.
    const told = async (id: number) => (await bob.custody.list({})).list.find((one) => one.id === id)?.told
    assert.deepEqual(await told(light), [])
    await team.running.deliver()
    const ready = { kind: 'ready', channel: 'mail', at: '2026-11-16T09:35:00.000000' }
    assert.deepEqual(await told(light), [{ ...ready, sent: false }])
    await team.running.deliver()
    assert.deepEqual(await told(light), [{ ...ready, sent: true }])
    team.pass({ days: 7 })
    await runJob(team, 'messages')
    const reminded = { kind: 'uncollected', channel: 'mail', at: '2026-11-23T09:35:00.000000', sent: false }
    assert.deepEqual(await told(light), [reminded, { ...ready, sent: true }])
    for (const id of [amp, clock, drill]) assert.deepEqual(await told(id), [])
    assert.deepEqual(await visitor(bob), ['Bob', false, '', '', ''])
    // The device that is here longest still has its record.
    await team.running.deliver()
    team.pass({ days: 40 })
    await team.running.tidy()
    const { list } = await (await comeIn()).custody.list({})
    assert.deepEqual(
      list.find(({ id }) => id === light)?.told.map(({ kind }) => kind),
      ['uncollected', 'ready'],
    )
  })

  test('tags stay unique when two members use them at once, and unknown tags are refused', async () => {
    await using team = await newTeam({ on })
    // PostgreSQL may have several nodes; SQLite has one.
    await using further = on === 'postgres' ? await newTeam({ on, beside: team }) : undefined
    const [ann, bob, cem] = [await team.user('ann'), await team.member('Bob'), await team.member('Cem')]
    const there = (further ?? team).as(cem.token, 'en_US')
    const ids: number[] = []
    for (let i = 0; i < 5; i += 1) ids.push(await createTicket(ann, { device: `device ${i}` }))
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = ids
    const { tags } = await bob.counter.tags({ count: 4 })
    const [tag = 0, wanted = 0, blank = 0, freed = 0] = tags
    assert.equal(new Set([...tags, ...(await there.counter.tags({ count: 4 })).tags]).size, 8)

    const both = [
      [bob, 'B3'],
      [there, 'C1'],
    ] as const
    await Promise.all(both.map(([who, shelf]) => who.custody.receive({ id: first, shelf, tag })))
    const { holding, lines, tags: tied } = await custodyOf(bob, first)
    assert.deepEqual(
      lines.map(({ what }) => what),
      ['received', 'received'],
    )
    assert.deepEqual([holding?.shelf, tied], [lines[1]?.shelf, [tag]])
    for (const id of [second, third]) await bob.custody.receive({ id, shelf: 'B3' })
    const ties = await Promise.allSettled([
      bob.custody.tie({ id: second, tag: wanted }),
      there.custody.tie({ id: third, tag: wanted }),
    ])
    assert.deepEqual(ties.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const { id: winner } = await bob.counter.tag({ tag: wanted })
    const taken = { status: 409, code: 'tag_taken', message: `Tag ${wanted} is already on ticket #${winner}.` }
    await assert.rejects(bob.custody.receive({ id: fourth, tag: wanted }), taken)
    const unknown = { status: 404, code: 'tag_unknown', message: 'There is no tag 99999.' }
    await assert.rejects(bob.custody.receive({ id: fourth, tag: 99999 }), unknown)
    await assert.rejects(bob.custody.tie({ id: first, tag: 99999 }), unknown)
    await assert.rejects(bob.counter.tag({ tag: 99999 }), unknown)
    // A refused request leaves nothing behind.
    assert.deepEqual((await custodyOf(bob, fourth)).lines, [])
    assert.equal((await ann.tickets.info({ id: fourth })).here, false)
    await assert.rejects(bob.custody.hand({ id: first, to: 'colleague' }), { code: 'bad_input', message: /^member/ })
    await assert.rejects(bob.custody.hand({ id: first, to: 'colleague', member: 999 }), { code: 'member_not_found' })
    await assert.rejects(bob.custody.hand({ id: first, to: 'workshop', name: '' }), {
      code: 'bad_input',
      message: /^name/,
    })
    for (const call of [
      () => bob.custody.receive({ id: 999 }),
      () => bob.custody.shelf({ id: 999, shelf: 'B3' }),
      () => bob.custody.tie({ id: 999, tag }),
    ])
      await assert.rejects(call(), { status: 404, code: 'ticket_not_found' })

    // Along the shelves: two are there, one is with Cem, one went home with its tag on it, one was never taken in.
    const withCem = winner === second ? third : second
    await bob.custody.shelf({ id: first, shelf: 'B3' })
    await bob.custody.hand({ id: withCem, to: 'colleague', member: (await cem.members.checklogin()).id })
    await bob.custody.receive({ id: fifth, tag: freed, shelf: 'B3' })
    await bob.tickets.pick({ id: fifth })
    await bob.tickets.retrieve({ id: fifth })
    const site = 'http://127.0.0.1:8080'
    const scans = [
      `${site}/g/${tag}`,
      `T${tag}`,
      `#${withCem}`,
      `T${blank}`,
      `${site}/g/${freed}`,
      String(fourth),
      'soap',
      // A receipt, and the whole of an advertisement: of neither more is kept than says that it was there.
      `r ${'x_-'.repeat(14)}x`,
      'soap '.repeat(30).trim(),
    ]
    const walked = await there.custody.stocktake({ shelf: 'B3', scans })
    const expected = {
      createdTime: '2026-11-16T09:30:00.000000',
      by: 'Cem',
      shelf: 'B3',
      there: 1,
      missing: [{ id: winner, device: `device ${winner === second ? 1 : 2}`, shelf: 'B3' }],
      stray: [
        { scan: `#${withCem}`, id: withCem, why: 'elsewhere' },
        { scan: `T${blank}`, id: 0, why: 'blank' },
        { scan: `${site}/g/${freed}`, id: fifth, why: 'returned' },
        { scan: String(fourth), id: fourth, why: 'never_received' },
        { scan: 'soap', id: 0, why: 'unknown' },
        { scan: 'r …', id: 0, why: 'unknown' },
        { scan: 'soap '.repeat(13).slice(0, 64), id: 0, why: 'unknown' },
      ],
    }
    assert.deepEqual(walked, { ...expected, id: walked.id })
    const all = await bob.custody.stocktake({ scans: [`T${tag}`, `T${wanted}`] })
    assert.deepEqual([all.there, all.missing, all.stray], [2, [], []])
    await bob.tickets.update({ id: first, status: 3 })
    assert.deepEqual(await bob.custody.stocktakes({}), { list: [all, walked], total: 2 })
    assert.deepEqual(await bob.custody.stocktakes({ pageId: 2, count: 1 }), { list: [walked], total: 2 })
    const logged = (await (await team.admin()).admin.log({ target: targets.stocktake })).list.at(-1)
    assert.deepEqual(logged?.current, { id: walked.id, info: 'stocktaking: 1 there, 1 missing, 7 unexpected' })
    assert.doesNotMatch(JSON.stringify(await ticketLog(team)), /stocktaking/, 'a stocktaking has no ticket')

    // Only members may call these endpoints.
    for (const call of [
      () => ann.custody.receive({ id: first }),
      () => ann.custody.shelf({ id: first, shelf: 'B3' }),
      () => ann.custody.hand({ id: first, to: 'bench' }),
      () => ann.custody.tie({ id: first, tag: blank }),
      () => ann.custody.list({}),
      () => ann.custody.stocktake({ scans: [] }),
      () => ann.custody.stocktakes({}),
      () => ann.counter.tag({ tag }),
      () => ann.tickets.retrieve({ id: first, to: 'me' }),
    ])
      await assert.rejects(call(), { status: 403, code: 'wrong_role' })
    const hers = await ann.tickets.info({ id: first })
    assert.doesNotMatch(JSON.stringify(hers), /B3|C1|custody|holding/)
    const eve = await team.user('eve')
    await assert.rejects(eve.tickets.info({ id: first }), { status: 404, code: 'ticket_not_found' })
  })

  if (on === 'postgres')
    test('a change of custody locks the owner before the ticket, in the same order as an erasure', async () => {
      await using team = await newTeam({ on })
      const [ann, bob] = [await team.user('ann'), await team.member('Bob')]
      const id = await createTicket(ann)
      const [state, signature] = [await upload(team, bob), await upload(team, bob)]
      await bob.tickets.pick({ id })
      for (const work of [
        () => bob.custody.receive({ id, pic: [state] }),
        () => bob.tickets.retrieve({ id, signature }),
      ]) {
        const person = '(select person_id from ticket)'
        await using erasing = await foreignTransaction(team, `select * from person where id in ${person} for update`)
        const done = work()
        await until(async () => (await erasing.blocked()) === 1)
        // The lock is free, or will be soon: a job may hold it for that long.
        const free = `set local lock_timeout = '20s'; select * from ticket where id = ${id} for update`
        await using beside = await foreignTransaction(team, free)
        await beside.commit()
        await erasing.commit()
        await done
      }
      assert.deepEqual(await ledger(bob, id), ['Bob received', 'Bob returned'])
    })

  test('the list of devices has the phone for workers and administrators, and masked for other members', async () => {
    await using team = await newTeam({ on })
    const [bob, cem, admin] = [await team.member('Bob'), await team.member('Cem'), await team.admin()]
    const id = await createTicket(await team.user(), { phone: '13900001111' })
    await cem.custody.receive({ id })
    await bob.tickets.pick({ id })
    const phones = await Promise.all([bob, cem, admin].map(async (who) => (await who.custody.list()).list[0]?.phone))
    assert.deepEqual(phones, ['13900001111', '139****1111', '13900001111'])
  })

  test('names and signatures of custody are deleted with the person or after the retention days; the entries stay', async () => {
    await using team = await newTeam({ on })
    const [bob, cem] = [await team.member('Bob'), await team.member('Cem')]
    const admin = await team.admin()
    await admin.admin.updateSettings({ retentionDays: 3 })
    const people = [await team.user(), await team.user(), await team.user()] as const
    const [ann, dora, eve] = people
    const ids: number[] = []
    const pictures: string[] = []
    for (const person of people) {
      const id = await createTicket(person, { owner: 'Quentin Zyxwv', phone: '13900001111', accessories: [adapter] })
      ids.push(id)
      const pic = await upload(team, cem)
      pictures.push(pic)
      await cem.custody.receive({ id, pic: [pic] })
      await cem.custody.hand({ id, to: 'workshop', name: 'Zyxwv & Sons' })
    }
    const [returned = 0, erased = 0, forgotten = 0] = ids
    const waits = { status: 409, code: 'device_with_team' }
    await assert.rejects(dora.users.erase(), waits)
    // An owner who cancels must still collect the device.
    await dora.tickets.cancel({ id: erased })
    await assert.rejects(dora.users.erase(), waits)
    // Her receipt from the counter leads to a ticket that she submitted from home.
    const paper = await bob.counter.create({ type: 0, device: 'kettle', phone: '13900001111', queue: true })
    team.secret(paper.receipt)
    await (await team.admin()).tickets.merge({ id: paper.id, into: forgotten })
    await eve.tickets.cancel({ id: forgotten })
    await bob.tickets.pick({ id: returned })
    for (const [who, id] of [
      [cem, returned],
      [bob, erased],
    ] as const) {
      const signature = await upload(team, who)
      pictures.push(signature)
      const missing = [{ accessory: adapter, reason: 'Zyxwv has it' }]
      await who.tickets.retrieve({ id, missing, to: 'Uncle Zyxwv', shown: 'code', signature })
    }
    const there = async (url: string) => (await team.call(new URL(url).pathname)).status === 200
    const left = () => Promise.all(pictures.map(there))
    assert.deepEqual(await left(), [true, true, true, true, true])
    // The accessories are recorded with the owner; the person who took them may be erased.
    const cemId = (await cem.members.checklogin()).id
    await cem.users.erase()
    assert.deepEqual(await left(), [true, true, true, true, true])
    await assert.rejects(bob.custody.hand({ id: forgotten, to: 'colleague', member: cemId }), {
      code: 'member_not_found',
    })

    const before = await custodyOf(bob, erased)
    assert.deepEqual(
      before.lines.map(({ by, to, pic }) => [by, to, pic.length]),
      [
        ['Cem', '', 1],
        ['Cem', 'Zyxwv & Sons', 0],
        ['Bob', 'Uncle Zyxwv', 1],
      ],
    )
    const unreasoned = (line: (typeof before.lines)[number]) => line.accessories.map((one) => ({ ...one, reason: '' }))
    const bare = before.lines.map((line) => ({ ...line, to: '', pic: [], accessories: unreasoned(line) }))
    await dora.users.erase()
    assert.deepEqual((await custodyOf(bob, erased)).lines, bare)
    assert.deepEqual(await left(), [true, false, true, true, false])
    assert.equal((await custodyOf(bob, returned)).lines.at(-1)?.to, 'Uncle Zyxwv')

    team.pass({ days: 4 })
    await team.running.tidy()
    assert.deepEqual(await left(), [false, false, true, false, false])
    assert.deepEqual(
      (await custodyOf(bob, returned)).lines.map(({ by, what, to, shown }) => [by, what, to, shown]),
      [
        ['Cem', 'received', '', ''],
        ['Cem', 'workshop', '', ''],
        ['Cem', 'returned', '', 'code'],
      ],
    )
    // The third device was not collected, so the data of its owner stays until then.
    const { list } = await bob.custody.list({})
    assert.deepEqual(
      list.map(({ id, owner, ready }) => [id, owner, ready]),
      [[forgotten, 'Quentin Zyxwv', true]],
    )
    assert.equal((await team.anyone.receipts.info({ receipt: paper.receipt })).until, '')
    const signature = await upload(team, bob)
    pictures.push(signature)
    await bob.tickets.retrieve({ id: forgotten, to: 'Uncle Zyxwv', shown: 'id', signature })
    assert.notEqual((await team.anyone.receipts.info({ receipt: paper.receipt })).until, '')
    team.pass({ days: 2 })
    await team.running.tidy()
    assert.equal(
      (await custodyOf(bob, forgotten)).lines.at(-1)?.to,
      'Uncle Zyxwv',
      'the retention counts from the return',
    )
    team.pass({ days: 2 })
    await team.running.tidy()
    await assert.rejects(team.anyone.receipts.info({ receipt: paper.receipt }), { code: 'receipt_unknown' })
    const { to, shown } = (await custodyOf(bob, forgotten)).lines.at(-1) ?? {}
    assert.deepEqual([to, shown], ['', 'id'])
    assert.deepEqual(new Set(await left()), new Set([false]))
    await using engine = await openEngine(team.fresh.config)
    const stored = await engine.read((db) => db.selectFrom('custody').selectAll().execute())
    assert.equal(stored.length, 9)
    assert.doesNotMatch(JSON.stringify(stored), /Zyxwv/)
    assert.equal((await ann.tickets.info({ id: returned })).owner, '')
  })
})
