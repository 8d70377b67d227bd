import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { announcedDay, november, ownerWithTicket } from '../support/repair-days.ts'
import { newTeam } from '../support/team.ts'

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
})
