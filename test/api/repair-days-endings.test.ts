import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { runJob } from '../support/messages.ts'
import { announcedDay, dayIn, ownerWithTicket } from '../support/repair-days.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

type Owner = Awaited<ReturnType<typeof ownerWithTicket>>

/** A day with one place: the first person has it, the others wait. */
async function crowdedDay(team: Team, people = 3) {
  const { id, version } = await announcedDay(team, dayIn(team, 5))
  const all: Owner[] = []
  for (let i = 0; i < people; i += 1) {
    const one = await ownerWithTicket(team, `person ${i}`)
    await one.owner.repairDays.book({ id, ticket: one.ticket, backedUp: true })
    all.push(one)
  }
  const [first, second, third] = all
  if (!first || !second || !third) throw new Error('three people have come')
  return { id, version, first, second, third, states: () => statesOf(team, id) }
}

/** The state of every booking of a day, by the order of requests. */
async function statesOf(team: Team, day: number): Promise<string[]> {
  await using engine = await openEngine(team.fresh.config)
  const rows = await engine.read((db) =>
    db.selectFrom('booking').where('day_id', '=', day).select('state').orderBy('position').execute(),
  )
  return rows.map(({ state }) => state)
}

onEachDatabase('endings of bookings', (on) => {
  test('a cancelled ticket frees its place, which is offered to the first who waits', async () => {
    await using team = await newTeam({ on })
    const { first, states } = await crowdedDay(team)
    await first.owner.tickets.cancel({ id: first.ticket })
    assert.deepEqual(await states(), ['cancelled', 'offered', 'waiting'])
  })

  test('a collected device needs no place any more', async () => {
    await using team = await newTeam({ on })
    const { first, states } = await crowdedDay(team)
    const member = await team.member('Ann')
    await member.tickets.update({ id: first.ticket, status: 5 })
    await member.tickets.retrieve({ id: first.ticket })
    assert.deepEqual(await states(), ['cancelled', 'offered', 'waiting'])
  })

  test('erasing a person deletes their bookings and frees their place', async () => {
    await using team = await newTeam({ on })
    const { id, first, second, states } = await crowdedDay(team)
    await second.owner.users.erase({})
    assert.deepEqual(await states(), ['booked', 'waiting'])
    await first.owner.users.erase({})
    assert.deepEqual(await states(), ['offered'])
    const member = await team.member('Ann')
    assert.equal((await member.repairDays.bookings({ id })).list.length, 1)
  })

  test('with the personal data of a ticket its bookings are deleted; who has come stays in the figures of the day', async () => {
    await using team = await newTeam({ on })
    const { id, first, second, third, states } = await crowdedDay(team)
    const admin = await team.admin()
    await admin.admin.updateSettings({ adminSessionHours: 8760, retentionDays: 1 })
    team.pass({ days: 5, hours: 5 })
    await first.owner.repairDays.arrive({ id, ticket: first.ticket })
    for (const { owner, ticket } of [first, second, third]) await owner.tickets.cancel({ id: ticket })
    assert.deepEqual(await states(), ['arrived', 'cancelled', 'cancelled'])
    team.pass({ days: 2 })
    await runJob(team, 'tidy')
    assert.deepEqual(await states(), ['arrived'])
  })

  test('bookings move with a merged ticket, and back; of two for the same day the other one stays', async () => {
    await using team = await newTeam({ on })
    const { id, first, second, states } = await crowdedDay(team)
    const admin = await team.admin()
    const another = await createTicket(first.owner, { device: 'Kettle' })
    const mine = async () => (await first.owner.repairDays.mine()).list.map(({ ticket, state }) => [ticket, state])
    await admin.tickets.merge({ id: first.ticket, into: another })
    assert.deepEqual(await mine(), [[another, 'booked']])
    await admin.tickets.unmerge({ id: first.ticket })
    assert.deepEqual(await mine(), [[first.ticket, 'booked']])
    const third = await createTicket(second.owner, { device: 'Kettle' })
    await second.owner.repairDays.book({ id, ticket: third, backedUp: true })
    await admin.tickets.merge({ id: second.ticket, into: third })
    assert.deepEqual(await states(), ['booked', 'cancelled', 'waiting', 'waiting'])
    // A booking that ended does not stand in the way.
    await first.owner.repairDays.book({ id, ticket: another, backedUp: true })
    await first.owner.repairDays.unbook({ id, ticket: another })
    await admin.tickets.merge({ id: first.ticket, into: another })
    assert.deepEqual(await mine(), [[another, 'booked']])
  })

  test('an offer that runs out goes on to the next, once, and the first may join again at the end', async () => {
    await using team = await newTeam({ on })
    const { id, first, second, states } = await crowdedDay(team)
    await first.owner.repairDays.unbook({ id, ticket: first.ticket })
    team.pass({ hours: 11, minutes: 59 })
    await runJob(team, 'repair days')
    assert.deepEqual(await states(), ['cancelled', 'offered', 'waiting'])
    team.pass({ minutes: 1 })
    await runJob(team, 'repair days')
    await runJob(team, 'repair days')
    assert.deepEqual(await states(), ['cancelled', 'lapsed', 'offered'])
    await second.owner.repairDays.book({ id, ticket: second.ticket, backedUp: true })
    assert.deepEqual(await states(), ['cancelled', 'offered', 'waiting'])
  })

  test('after the day a booking without arrival is missed, and no one is offered anything', async () => {
    await using team = await newTeam({ on })
    const { id, first, states } = await crowdedDay(team)
    team.pass({ days: 6 })
    await runJob(team, 'repair days')
    assert.deepEqual(await states(), ['missed', 'lapsed', 'lapsed'])
    await assert.rejects(first.owner.repairDays.book({ id, ticket: first.ticket, backedUp: true }), {
      code: 'repair_day_state',
      message: 'This repair day is over.',
    })
  })

  test('cancelling and closing a day end its bookings', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const cancelled = await crowdedDay(team)
    await admin.planner.cancel({ id: cancelled.id })
    assert.deepEqual(await cancelled.states(), ['cancelled', 'cancelled', 'cancelled'])
    const { id, first, states } = await crowdedDay(team)
    await admin.admin.updateSettings({ adminSessionHours: 8760 })
    team.pass({ days: 5, hours: 5 })
    assert.equal((await team.anyone.duty.info()).currentDuty, 'others')
    await admin.planner.close({ id })
    assert.deepEqual(await states(), ['missed', 'lapsed', 'lapsed'])
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
    await assert.rejects(first.owner.repairDays.unbook({ id, ticket: first.ticket }), { code: 'booking_not_found' })
    await assert.rejects(admin.planner.cancel({ id }), { code: 'repair_day_state' })
  })

  test('further places are offered to those who wait, and a plan cannot take away a place that someone has', async () => {
    await using team = await newTeam({ on })
    const { id, version, states } = await crowdedDay(team)
    const admin = await team.admin()
    const { from, until, waves } = await admin.planner.info({ id })
    const plan = (places: number) => ({
      id,
      version,
      waves: waves.map((wave) => ({ id: wave.id, from, until, places: [{ kind: 0, places }] })),
    })
    await assert.rejects(admin.planner.update(plan(0)), {
      code: 'wave_booked',
      message: '1 person has booked here. Keep as many places, or ask them to change first.',
    })
    await admin.planner.update(plan(2))
    assert.deepEqual(await states(), ['booked', 'offered', 'waiting'])
    await assert.rejects(admin.planner.update(plan(3)), { code: 'repair_day_changed' })
  })
})
