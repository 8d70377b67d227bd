import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { announcedDay, november, ownerWithTicket } from '../support/repair-days.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const begun = { days: 5, hours: 5 }

onEachDatabase('repair days', (on) => {
  test('an announced day is special duty for everyone, and a draft is not seen', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await admin.planner.create(november)
    assert.deepEqual((await team.anyone.repairDays.list()).list, [])
    await assert.rejects(team.anyone.repairDays.info({ id }), { code: 'repair_day_not_found' })
    await admin.planner.announce({ id })
    const [day] = (await (await team.user()).repairDays.list()).list
    assert.deepEqual(
      [day?.state, day?.title, day?.place, day?.free],
      ['announced', 'Repair day in November', 'Library', 4],
    )
    const { next } = await team.anyone.duty.info()
    assert.deepEqual([next?.shift, next?.from.slice(0, 16), next?.place], ['others', '2026-11-21T14:00', '图书馆'])
    const calendar = await (await team.call('/duty/calendar.ics', { headers: { 'accept-language': 'en' } })).text()
    assert.match(calendar, /SUMMARY:Repair day in November/)
    team.pass(begun)
    assert.equal((await team.anyone.duty.info()).currentDuty, 'others')
    assert.equal((await team.anyone.repairDays.info({ id })).state, 'open')
  })

  test('a moved day ends the special duty that it had, and its waves move along', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id, version } = await announcedDay(team)
    await admin.planner.update({ id, version, from: '2026-11-22T10:00' })
    const day = await team.anyone.repairDays.info({ id })
    assert.deepEqual([day.from.slice(0, 16), day.until.slice(0, 16)], ['2026-11-22T10:00', '2026-11-22T13:00'])
    assert.deepEqual(
      day.waves.map(({ from }) => from.slice(0, 16)),
      ['2026-11-22T10:00', '2026-11-22T11:00'],
    )
    const planned = (await admin.duty.planned()).list
    assert.deepEqual(
      planned.map(({ otherDutyTime }) => otherDutyTime.slice(0, 16)),
      ['2026-11-22T10:00'],
    )
    await assert.rejects(admin.duty.unplan({ id: planned[0]?.id ?? 0 }), {
      code: 'plan_of_repair_day',
      message: 'This special duty belongs to the repair day “Repair day in November”. Change or cancel that instead.',
    })
    await admin.planner.cancel({ id })
    assert.deepEqual((await admin.duty.planned()).list, [])
    assert.equal((await team.anyone.duty.info()).next, null)
    assert.equal((await team.anyone.repairDays.info({ id })).state, 'cancelled')
  })

  test('one person can book three devices on a day, and another one in place of a cancelled one', async () => {
    await using team = await newTeam({ on })
    const { id } = await announcedDay(team)
    const owner = await team.user()
    const [one = 0, ...others] = await Promise.all(
      ['Fan', 'Lamp', 'Iron', 'Kettle'].map((device) => createTicket(owner, { device })),
    )
    const [two = 0, three = 0, four = 0] = others
    for (const ticket of [one, two, three]) await owner.repairDays.book({ id, ticket, backedUp: true })
    const refused = {
      code: 'too_many_bookings',
      message: 'You can book at most 3 devices on one repair day.',
    }
    await assert.rejects(owner.repairDays.book({ id, ticket: four, backedUp: true }), refused)
    await owner.repairDays.book({ id, ticket: two, backedUp: true, wave: 0 })
    await owner.repairDays.unbook({ id, ticket: one })
    assert.equal((await owner.repairDays.book({ id, ticket: four, backedUp: true })).state, 'booked')
    const { ticket: theirs, owner: other } = await ownerWithTicket(team, 'other')
    assert.equal((await other.repairDays.book({ id, ticket: theirs, backedUp: true })).state, 'booked')
  })

  test('bookings take the free places, the others wait in order, and a freed place is offered once', async () => {
    await using team = await newTeam({ on })
    const { id, waves } = await announcedDay(team)
    const wave = waves[0]?.id ?? 0
    const people: Awaited<ReturnType<typeof ownerWithTicket>>[] = []
    for (let i = 0; i < 5; i += 1) people.push(await ownerWithTicket(team, `person ${i}`))
    const states = []
    for (const { owner, ticket } of people)
      states.push((await owner.repairDays.book({ id, ticket, wave, backedUp: true })).state)
    assert.deepEqual(states, ['booked', 'booked', 'waiting', 'waiting', 'waiting'])
    const stateOf = async (i: number) => (await people[i]?.owner.repairDays.mine())?.list[0]?.state
    await people[0]?.owner.repairDays.unbook({ id, ticket: people[0].ticket })
    assert.deepEqual([await stateOf(0), await stateOf(2), await stateOf(3)], [undefined, 'offered', 'waiting'])
    await people[2]?.owner.repairDays.unbook({ id, ticket: people[2].ticket })
    assert.deepEqual([await stateOf(2), await stateOf(3)], [undefined, 'offered'])
    const taken = await people[3]?.owner.repairDays.book({ id, ticket: people[3].ticket, backedUp: true })
    assert.deepEqual(taken, { state: 'booked', wave })
    assert.equal(await stateOf(4), 'waiting')
  })

  test('on the day a booking gets an ordinary number, before visitors of the same wave without one', async () => {
    await using team = await newTeam({ on })
    const { id, waves } = await announcedDay(team)
    const [first, second] = [await ownerWithTicket(team), await ownerWithTicket(team)]
    await first.owner.repairDays.book({ id, ticket: first.ticket, wave: waves[0]?.id ?? 0, backedUp: true })
    await second.owner.repairDays.book({ id, ticket: second.ticket, wave: waves[1]?.id ?? 0, backedUp: true })
    await assert.rejects(first.owner.repairDays.arrive({ id, ticket: first.ticket }), { code: 'repair_day_state' })
    const member = await team.member('Ann')
    team.pass(begun)
    const walkIn = await member.counter.create({ type: 0, device: 'Iron', queue: true })
    assert.equal((await second.owner.repairDays.arrive({ id, ticket: second.ticket })).number, 'A02')
    assert.equal((await member.counter.arrive({ id: first.ticket })).number, 'A03')
    const numbers = (await first.owner.repairDays.mine()).list.map(({ number }) => number)
    assert.deepEqual(numbers, ['A03'], 'the owner sees the number as well')
    const called = []
    for (let i = 0; i < 3; i += 1) called.push((await member.counter.call({})).id)
    assert.deepEqual(called, [first.ticket, walkIn.id, second.ticket])
    const { list } = await member.repairDays.bookings({ id })
    assert.deepEqual(
      list.map(({ ticket, state, number }) => [ticket, state, number]),
      [
        [first.ticket, 'arrived', 'A03'],
        [second.ticket, 'arrived', 'A02'],
      ],
    )
  })

  test('who was in the queue before the booking arrives with the same number, and a second day follows the first', async () => {
    await using team = await newTeam({ on })
    const member = await team.member('Ann')
    const { id, waves } = await announcedDay(team)
    const evening = { from: '2026-11-21T17:30', until: '2026-11-21T19:00' }
    const places = [{ kind: 0, places: 1 }]
    const next = await announcedDay(team, { ...evening, waves: [{ ...evening, places }] })
    const [first, second] = [await ownerWithTicket(team), await ownerWithTicket(team)]
    await second.owner.repairDays.book({ id: next.id, ticket: second.ticket, backedUp: true })
    team.pass(begun)
    await member.counter.arrive({ id: first.ticket })
    await member.counter.mark({ id: first.ticket, state: 'gone' })
    await first.owner.repairDays.book({ id, ticket: first.ticket, wave: waves[1]?.id ?? 0, backedUp: true })
    assert.equal((await first.owner.repairDays.arrive({ id, ticket: first.ticket })).number, 'A01')
    team.pass({ hours: 2, minutes: 15 })
    assert.equal((await second.owner.repairDays.arrive({ id: next.id, ticket: second.ticket })).number, 'A02')
    for (const { owner } of [first, second])
      assert.deepEqual(
        (await owner.repairDays.mine()).list.map(({ state }) => state),
        ['arrived'],
      )
    assert.equal((await member.counter.call({})).number, 'A01')
  })

  test('a day is made from an earlier one, repeated as drafts, and a draft is deleted', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await announcedDay(team)
    const first = await ownerWithTicket(team)
    await first.owner.repairDays.book({ id, ticket: first.ticket, backedUp: true })
    const { id: copy } = await admin.planner.copy({ id, from: '2026-12-19' })
    const { state, from, waves, copiedFrom, bookings } = await admin.planner.info({ id: copy })
    assert.deepEqual(
      [state, from.slice(0, 16), waves.map((wave) => wave.from.slice(0, 16)), copiedFrom, bookings.booked],
      ['draft', '2026-12-19T14:00', ['2026-12-19T14:00', '2026-12-19T15:00'], id, 0],
    )
    const { ids } = await admin.planner.repeat({ id, every: 'month', count: 2 })
    const drafts = (await admin.planner.list()).list.filter((day) => ids.includes(day.id))
    assert.deepEqual(
      drafts.map((day) => day.from.slice(0, 10)),
      ['2027-01-16', '2026-12-19'],
    )
    await admin.planner.remove({ id: copy })
    await assert.rejects(admin.planner.info({ id: copy }), { code: 'repair_day_not_found' })
    await assert.rejects(admin.planner.remove({ id }), {
      code: 'repair_day_state',
      message: 'This repair day is already announced.',
    })
    await assert.rejects(admin.planner.announce({ id }), { code: 'repair_day_state' })
  })

  test('repeated days end before the years that no answer can write', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await admin.planner.create({
      ...november,
      from: '9998-12-12T14:00',
      until: '9998-12-12T17:00',
      waves: [],
    })
    await assert.rejects(admin.planner.repeat({ id, every: 'month', count: 2 }), { code: 'bad_input' })
    await assert.rejects(admin.planner.copy({ id, from: '9999-12-31T23:00' }), { code: 'bad_input' })
    assert.equal((await admin.planner.list()).list.length, 1)
  })

  test('a day without a title or a place is not announced, and no one else plans days', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const member = await team.member('Ann')
    await assert.rejects(member.planner.create(november), { code: 'wrong_role' })
    const { id } = await admin.planner.create({ from: november.from, until: november.until })
    await assert.rejects(admin.planner.announce({ id }), { code: 'bad_input', field: 'title', flaw: 'missing' })
    const { version } = await admin.planner.info({ id })
    await admin.planner.update({ id, version, title: november.title })
    await assert.rejects(admin.planner.announce({ id }), { code: 'bad_input', field: 'place.name', flaw: 'missing' })
    // The usual place of the team is enough.
    await admin.admin.updateSettings({ place: { name: { zh_CN: '三号楼', en_US: 'Building 3' }, map: '' } })
    await admin.planner.announce({ id })
    assert.equal((await member.repairDays.info({ id })).place, 'Building 3')
  })

  test('a booking needs an open ticket of a kind that is mended, and a yes about the backup', async () => {
    await using team = await newTeam({ on })
    const { id } = await announcedDay(team)
    const { owner, ticket } = await ownerWithTicket(team)
    const book = (more: object) => owner.repairDays.book({ id, ticket, backedUp: true, ...more })
    await assert.rejects(book({ backedUp: false }), { code: 'bad_input', field: 'backedUp' })
    await assert.rejects(book({ wave: 999 }), { code: 'wave_not_found' })
    await assert.rejects(book({ id: 999 }), { code: 'repair_day_not_found' })
    await assert.rejects(book({ ticket: 999 }), { code: 'ticket_not_found' })
    const laptop = await createTicket(owner, { type: 1, device: 'Laptop' })
    await assert.rejects(book({ ticket: laptop }), { code: 'kind_not_mended' })
    await assert.rejects(owner.repairDays.unbook({ id, ticket }), { code: 'booking_not_found' })
    const stranger = await team.user()
    await assert.rejects(stranger.repairDays.book({ id, ticket, backedUp: true }), { code: 'ticket_not_found' })
    await owner.tickets.cancel({ id: ticket })
    await assert.rejects(book({}), { code: 'ticket_over' })
  })

  test('a booking moves to another wave until it begins, and stays where the other one is full', async () => {
    await using team = await newTeam({ on })
    const { id, waves } = await announcedDay(team)
    const [early = 0, late = 0] = waves.map((wave) => wave.id)
    const people: Awaited<ReturnType<typeof ownerWithTicket>>[] = []
    for (const wave of [early, late, late]) {
      const one = await ownerWithTicket(team)
      await one.owner.repairDays.book({ id, ticket: one.ticket, wave, backedUp: true })
      people.push(one)
    }
    const [first, second] = people
    const move = (one: typeof first, wave: number) =>
      one?.owner.repairDays.book({ id, ticket: one.ticket, wave, backedUp: true })
    await assert.rejects(move(first, late) ?? Promise.resolve(), { code: 'wave_full' })
    assert.deepEqual(await move(second, early), { state: 'booked', wave: early })
    assert.deepEqual(await move(first, late), { state: 'booked', wave: late })
    team.pass(begun)
    await assert.rejects(move(first, early) ?? Promise.resolve(), { code: 'wave_over' })
    await assert.rejects(second?.owner.repairDays.unbook({ id, ticket: second.ticket }) ?? Promise.resolve(), {
      code: 'wave_over',
    })
  })

  test('a receipt books, changes, arrives and cancels like its owner; the member who made it cannot', async () => {
    await using team = await newTeam({ on })
    const member = await team.member('Ann')
    const { id, waves } = await announcedDay(team)
    const { id: ticket, receipt } = await member.counter.create({ type: 0, device: 'Iron' })
    const wave = waves[0]?.id ?? 0
    await assert.rejects(member.receipts.book({ receipt, id, backedUp: true }), { code: 'own_receipt' })
    assert.deepEqual(await team.anyone.receipts.book({ receipt, id, wave, backedUp: true }), { state: 'booked', wave })
    const shown = (await team.anyone.receipts.info({ receipt })).bookings
    assert.deepEqual(
      shown.map((one) => [one.day, one.ticket, one.state, one.wave]),
      [[id, ticket, 'booked', wave]],
    )
    await team.anyone.receipts.unbook({ receipt, id })
    assert.deepEqual((await team.anyone.receipts.info({ receipt })).bookings, [])
    await team.anyone.receipts.book({ receipt, id, wave, backedUp: true })
    team.pass(begun)
    assert.deepEqual(await team.anyone.receipts.arrive({ receipt, id }), { number: 'A01' })
    assert.deepEqual(await team.anyone.receipts.arrive({ receipt, id }), { number: 'A01' }, 'again')
  })

  test('members see who would like to repair a booked device, and a wish is no claim', async () => {
    await using team = await newTeam({ on })
    const { id } = await announcedDay(team)
    const { owner, ticket } = await ownerWithTicket(team)
    await owner.repairDays.book({ id, ticket, backedUp: true })
    const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
    for (const member of [ann, bob, ann]) await member.repairDays.wish({ id, ticket, wish: true })
    const wishes = async () =>
      (await ann.repairDays.bookings({ id })).list.map((one) => [
        one.device,
        one.wishes.map(({ name }) => name),
        one.workers,
      ])
    assert.deepEqual(await wishes(), [['Kettle', ['Ann', 'Bob'], []]])
    await ann.repairDays.wish({ id, ticket, wish: false })
    assert.deepEqual(await wishes(), [['Kettle', ['Bob'], []]])
    await assert.rejects(ann.repairDays.wish({ id, ticket: 999, wish: true }), { code: 'booking_not_found' })
    await assert.rejects(owner.repairDays.bookings({ id }), { code: 'wrong_role' })
  })

  test('special duty that was planned over a repair day can be ended, and the day holds again', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ adminSessionHours: 8760 })
    await announcedDay(team)
    const yard = { isInDuty: true, currentDuty: 'others', place: 'Yard' }
    await admin.duty.update({ ...yard, otherDutyTime: '2026-11-21T15:00/2026-11-21T16:00' })
    team.pass(begun)
    await assert.rejects(admin.duty.unplan({}), { code: 'plan_of_repair_day' })
    team.pass({ hours: 1 })
    assert.equal((await team.anyone.duty.info()).place, 'Yard')
    await admin.duty.unplan({})
    assert.equal((await team.anyone.duty.info()).place, '图书馆')
  })
})
