import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { runJob } from '../support/messages.ts'
import { deskRole, november, staffedDay } from '../support/repair-days.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

const idOf = async (person: Person) => (await person.members.checklogin()).id
/** The test passes some days. */
const long = { memberSessionDays: 365, adminSessionHours: 8760 }
const members = (team: Team, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => team.member(`Member ${i}`)))

onEachDatabase('helpers of repair days', (on) => {
  test('of thirty members at once five get the five places, the others wait in order, and each freed place is asked of one', async () => {
    await using team = await newTeam({ on })
    const { id, roles } = await staffedDay(team, [{ ...deskRole, places: 5 }])
    const [role] = roles
    const people = await members(team, 30)
    const numbers = new Map(await Promise.all(people.map(async (one) => [await idOf(one), one] as const)))
    const states = await Promise.all(people.map(async (one) => (await one.helpers.help({ id, role })).state))
    assert.deepEqual(
      [states.filter((state) => state === 'signed').length, states.filter((state) => state === 'waiting').length],
      [5, 25],
    )
    const admin = await team.admin()
    const listed = async () => (await admin.helpers.info({ id })).roles[0]?.helpers ?? []
    const before = await listed()
    assert.deepEqual(before.map(({ state }) => state).slice(0, 6), [...Array(5).fill('signed'), 'waiting'])
    const waiting = before.slice(5).map(({ member }) => member)
    // Three leave at once: the first three who wait are asked, and no other.
    const leaving = before.slice(0, 3).map(({ member }) => numbers.get(member))
    await Promise.all(leaving.map((one) => one?.helpers.unhelp({ id, role })))
    const asked = (await listed()).filter(({ state }) => state === 'asked').map(({ member }) => member)
    assert.deepEqual(asked, waiting.slice(0, 3))
    // One says yes, one says no, one does not answer: the places of the others go to the next.
    assert.equal((await numbers.get(asked[0] ?? 0)?.helpers.help({ id, role }))?.state, 'signed')
    await numbers.get(asked[1] ?? 0)?.helpers.unhelp({ id, role })
    team.pass({ hours: 12 })
    await Promise.all([runJob(team, 'repair days'), runJob(team, 'repair days')])
    const after = await listed()
    const inState = (wanted: string) => after.filter(({ state }) => state === wanted).map(({ member }) => member)
    assert.equal(inState('signed').length, 3)
    assert.equal(inState('asked').length, 2)
    assert.deepEqual(
      [...inState('asked'), ...inState('waiting')],
      [waiting[4], waiting[5], ...waiting.slice(6)].sort((a, b) => waiting.indexOf(a ?? 0) - waiting.indexOf(b ?? 0)),
    )
  })

  test('helpers sign up and off until the limit of the team, and administrators also later', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings(long)
    const { id, roles } = await staffedDay(team, [deskRole], { ...november, helpUntil: '2026-11-20T18:00' })
    const [role] = roles
    const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
    const [day] = (await ann.helpers.list()).list
    assert.deepEqual(
      [day?.open, day?.helpUntil.slice(0, 16), day?.roles[0]?.free, day?.roles[0]?.state],
      [true, '2026-11-20T18:00', 1, ''],
    )
    assert.equal((await ann.helpers.help({ id, role })).state, 'signed')
    assert.equal((await ann.helpers.help({ id, role })).state, 'signed')
    team.pass({ days: 4, hours: 12 })
    await assert.rejects(ann.helpers.unhelp({ id, role }), {
      code: 'help_over',
      message: 'The time for signing up and off is over. Please speak to an administrator.',
    })
    await assert.rejects(admin.helpers.add({ id, role, member: await idOf(bob) }), { code: 'role_full' })
    await admin.helpers.remove({ id, role, member: await idOf(ann) })
    await admin.helpers.add({ id, role, member: await idOf(bob) })
    const { roles: now, open } = await bob.helpers.info({ id })
    assert.deepEqual([open, now[0]?.helpers.map((one) => one.name)], [false, ['Bob']])
    await assert.rejects(ann.helpers.help({ id, role: 99 }), { code: 'role_not_found' })
  })

  test('roles with helpers are kept, and more places are asked of those who wait', async () => {
    await using team = await newTeam({ on })
    const { id, roles } = await staffedDay(team, [deskRole])
    const [role] = roles
    const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
    await ann.helpers.help({ id, role })
    assert.equal((await bob.helpers.help({ id, role })).state, 'waiting')
    const admin = await team.admin()
    const { version } = await admin.planner.info({ id })
    await assert.rejects(admin.helpers.setRoles({ id, version, roles: [] }), { code: 'role_taken' })
    await admin.helpers.setRoles({ id, version, roles: [{ ...deskRole, id: role, places: 2 }] })
    const [own] = (await bob.helpers.info({ id })).roles
    assert.deepEqual([own?.state, own?.free], ['asked', 0])
    await assert.rejects(admin.helpers.setRoles({ id, version, roles: [] }), { code: 'repair_day_changed' })
  })

  test('a removed member leaves their place and their open tasks to others', async () => {
    await using team = await newTeam({ on })
    const { id, roles } = await staffedDay(team, [deskRole])
    const [role] = roles
    const [ann, bob, cid] = [await team.member('Ann'), await team.member('Bob'), await team.member('Cid')]
    for (const one of [ann, bob, cid]) await one.helpers.help({ id, role })
    const admin = await team.admin()
    const { version } = await admin.planner.info({ id })
    const member = await idOf(ann)
    await admin.dayTasks.set({ id, version, tasks: [{ text: 'Print the poster', due: '2026-11-18', member }] })
    await admin.admin.removeMember({ id: member })
    const states = async () =>
      (await admin.helpers.info({ id })).roles[0]?.helpers.map(({ name, state }) => `${name} ${state}`)
    assert.deepEqual(await states(), ['Bob asked', 'Cid waiting'])
    assert.deepEqual(
      (await cid.dayTasks.list({ id })).list.map((task) => task.member),
      [0],
    )
    await bob.users.erase()
    assert.deepEqual(await states(), ['Cid asked'])
  })

  test('helpers are on duty with the day: signing in is their evidence, and who did not sign in is missing', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({
      ...long,
      signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
    })
    const { id, roles } = await staffedDay(team, [{ ...deskRole, places: 3 }])
    const [role] = roles
    const [ann, bob, cid] = [await team.member('Ann'), await team.member('Bob'), await team.member('Cid')]
    for (const one of [ann, bob, cid]) await one.helpers.help({ id, role })
    await cid.helpers.unhelp({ id, role })
    team.pass({ days: 5, hours: 5 })
    assert.deepEqual(
      (await ann.hours.here()).expected.map(({ name, shift }) => `${name} ${shift}`),
      ['Ann others', 'Bob others'],
    )
    const line = await ann.hours.signIn({ code: '' })
    assert.deepEqual([line.shift, line.standing, line.date], ['others', 'rostered', '2026-11-21'])
    team.pass({ hours: 6 })
    await runJob(team, 'staff')
    const missing = (await admin.hours.list()).missing.map(({ name, date, shift }) => `${name} ${date} ${shift}`)
    assert.deepEqual(missing, ['Bob 2026-11-21 others'])
    assert.equal((await bob.hours.mine()).missing.length, 1)
  })
})

onEachDatabase('check-lists of repair days', (on) => {
  test('tasks are ticked off, are copied with their dates moved, and move with the day', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const ann = await team.member('Ann')
    const member = await idOf(ann)
    const { id } = await admin.planner.create(november)
    const { version } = await admin.planner.info({ id })
    const poster = { text: 'Print the poster', due: '2026-11-14', member }
    await admin.dayTasks.set({ id, version, tasks: [poster, { text: 'Order tea', due: '2026-11-20', member: 0 }] })
    const mine = async (of?: number) => (await ann.dayTasks.list(of === undefined ? {} : { id: of })).list
    const [first, second] = await mine()
    assert.deepEqual(
      [first?.text, first?.name, first?.overdue, first?.title, second?.overdue],
      ['Print the poster', 'Ann', true, 'Repair day in November', false],
    )
    await ann.dayTasks.done({ task: first?.id ?? 0, done: true })
    assert.deepEqual(
      (await mine()).map(({ text }) => text),
      ['Order tea'],
    )
    const [done] = await mine(id)
    assert.deepEqual([done?.done, done?.doneBy, done?.overdue], [true, 'Ann', false])
    const { id: copy } = await admin.planner.copy({ id, from: '2026-12-19' })
    assert.deepEqual(
      (await mine(copy)).map(({ due, member: who, done: isDone }) => [due, who, isDone]),
      [
        ['2026-12-12', member, false],
        ['2026-12-18', 0, false],
      ],
    )
    const now = await admin.planner.info({ id })
    await admin.planner.update({ id, version: now.version, from: '2026-11-28T14:00' })
    assert.deepEqual(
      (await mine(id)).map(({ due }) => due),
      ['2026-11-14', '2026-11-27'],
    )
    await assert.rejects(ann.dayTasks.done({ task: 999, done: true }), { code: 'task_not_found' })
  })
})
