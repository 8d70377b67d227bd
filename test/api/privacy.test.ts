import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'

const november = { from: '2026-11-01', until: '2026-11-30' }

onEachDatabase('personal data', (on) => {
  test('a user can export everything stored about them', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user('ann')
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    await ann.users.report({ content: 'Thanks' })
    await (await team.user('eve')).users.report({ content: 'This is mine' })
    const held = await ann.users.export()
    assert.deepEqual(held, {
      profile: {
        id: held.profile.id,
        name: 'Ann',
        phone: '13800138000',
        lang: 'zh_CN',
        createdTime: '2026-11-16T09:30:00.000000',
      },
      identities: [{ provider: 'demo', subject: 'ann', createdTime: '2026-11-16T09:30:00.000000' }],
      sessions: [
        {
          device: '',
          login: 'demo',
          proof: '',
          createdTime: '2026-11-16T09:30:00.000000',
          usedTime: '2026-11-16T09:30:00.000000',
        },
      ],
      member: null,
      tickets: [],
      comments: [],
      ratings: [],
      pictures: [],
      feedback: [{ id: 1, content: 'Thanks', createdTime: '2026-11-16T09:30:00.000000' }],
      notices: [],
      messages: { off: false, channels: {}, kinds: {}, mail: '', browsers: 0, consents: [] },
    })
    const bob = await team.member('Bob')
    await bob.leaves.ask({ week: '第3周', shift: '1', reason: 'ill' })
    await bob.conclusions.write({ week: '1', shift: '1', conclusion: 'Two kettles.' })
    const { member } = await bob.users.export()
    assert.equal(member?.name, 'Bob')
    const createdTime = '2026-11-16T09:30:00.000000'
    assert.deepEqual(member.leaves, [
      { week: '第3周', shift: '1', date: '', reason: 'ill', substitute: '', createdTime },
    ])
    assert.deepEqual(member.conclusions, [
      { week: '1', shift: '1', date: '2026-11-16', conclusion: 'Two kettles.', createdTime },
    ])
  })

  test('erasing an account deletes the reasons of leaves and the secret calendar', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const [bob, eve] = [await team.member('Bob'), await team.member('Eve')]
    const keys: string[] = []
    for (const [who, reason] of [
      [bob, 'ill'],
      [eve, 'exam'],
    ] as const) {
      await who.leaves.ask({ week: '第3周', shift: '1', reason })
      const key = new URL((await who.duty.subscribe()).url).searchParams.get('key') ?? ''
      team.secret(key)
      keys.push(key)
    }
    await bob.users.erase()
    const [bobs = '', eves = ''] = keys
    await assert.rejects(team.anyone.duty.feed({ key: bobs }), { status: 404 })
    await team.anyone.duty.feed({ key: eves })
    assert.deepEqual(
      (await admin.leaves.list()).list.map(({ member, reason }) => [member, reason]),
      [
        ['Eve', 'exam'],
        ['Bob', ''],
      ],
    )
    assert.deepEqual(
      (await admin.admin.members()).list.map(({ name, linked }) => [name, linked]),
      [
        ['Eve', true],
        ['Bob', false],
        ['admin', true],
      ],
    )
  })

  test('a member who erases themselves is no longer a member and leaves only a name in the history', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const passwd = 'a long password'
    const wish = { name: 'Bob', phone: '13912345678', stuid: '20260007', passwd }
    const { id } = await admin.admin.invite(wish)
    const [bob, atHome] = [await team.user('bob'), await team.user('bob at home')]
    for (const who of [bob, atHome]) await who.members.login({ stuid: wish.stuid, passwd })
    const { url } = await admin.media.upload({ file: Uint8Array.from(await photo()) })
    await admin.admin.updateMember({ id, avatar: url })
    await bob.leaves.ask({ week: '第3周', shift: '1', reason: 'my reason' })
    await bob.conclusions.write({ week: '1', shift: '1', conclusion: 'my summary' })
    const ticket = await createTicket(await team.user())
    await bob.tickets.update({ id: ticket, status: 3, content: 'my comment' })
    const { code } = await admin.admin.invite({ id })
    team.secret(code)

    await bob.users.erase()
    const [member] = (await admin.admin.members()).list.filter((one) => one.id === id)
    assert.deepEqual(
      [member?.name, member?.phone, member?.stuid, member?.active, member?.linked, member?.hasPassword, member?.role],
      ['Bob', '', '', false, false, false, 'member'],
    )
    assert.match(member?.avatar ?? '', /neutral\.png$/)
    assert.equal((await team.call(new URL(url).pathname)).status, 404)
    await assert.rejects(atHome.members.checklogin(), { status: 403 })
    const again = await team.user('bob')
    for (const proof of [{ stuid: wish.stuid, passwd }, { code }, { code: '' }])
      await assert.rejects(again.members.login(proof), { status: 400 })
    const { notes, workers } = await admin.tickets.info({ id: ticket })
    assert.deepEqual([workers.map(({ name }) => name), notes.at(-1)?.op, notes.at(-1)?.content], [['Bob'], 'Bob', ''])
    assert.deepEqual(
      (await admin.conclusions.list()).list.map(({ member, conclusion }) => [member, conclusion]),
      [['Bob', '']],
    )
    if (on === 'sqlite')
      assert.deepEqual(found(team.fresh.dir, [wish.phone, wish.stuid, 'my reason', 'my summary', 'my comment']), [])
  })

  test('a removed member can erase what the team stores about them', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const ways = [
      (id: number) => admin.admin.removeMember({ id }),
      (id: number) => admin.admin.updateMember({ id, active: false }),
    ]
    for (const [n, remove] of ways.entries()) {
      const bob = await team.member(`Bob ${n}`)
      const { id } = await bob.members.checklogin()
      const [phone, stuid] = [`1391234567${n}`, `2026000${n}`]
      await admin.admin.updateMember({ id, phone, stuid })
      await bob.leaves.ask({ week: `my week ${n}`, shift: 'early', reason: 'my reason' })
      await remove(id)
      const held = (await bob.users.export()).member
      assert.deepEqual([held?.phone, held?.leaves.length], [phone, 1])
      await bob.users.erase()
      const { list } = await admin.admin.members({ id })
      assert.deepEqual([list[0]?.name, list[0]?.phone, list[0]?.stuid], [`Bob ${n}`, '', ''])
      assert.deepEqual((await admin.leaves.list()).list.find(({ member }) => member === `Bob ${n}`)?.reason, '')
      if (on === 'sqlite') assert.deepEqual(found(team.fresh.dir, [phone, stuid, `my week ${n}`, 'my reason']), [])
    }
  })

  test('personal data of a removed member is deleted after the configured days, unless the member returns', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ retentionDays: 3, adminSessionHours: 300 })
    const bob = await team.member('Bob')
    const { id } = await bob.members.checklogin()
    const { url } = await admin.media.upload({ file: Uint8Array.from(await photo()) })
    await admin.admin.updateMember({ id, phone: '13912345678', stuid: '20260007', avatar: url })
    await bob.hours.add({ date: '2026-11-15', minutes: 60, what: 'moved my shelves' })
    const tidyAfter = async (days: number) => {
      team.pass({ days })
      await team.running.tidy()
    }
    const held = async () => {
      const [member] = (await admin.admin.members({ id })).list
      const [line] = (await admin.hours.list({ member: id, ...november })).list
      return [member?.name, member?.phone, member?.stuid, line?.minutes, line?.what]
    }
    const all = ['Bob', '13912345678', '20260007', 60, 'moved my shelves']
    await admin.admin.removeMember({ id })
    await tidyAfter(2)
    await admin.admin.updateMember({ id, active: true })
    await tidyAfter(2)
    assert.deepEqual(await held(), all)
    await admin.admin.updateMember({ id, active: false })
    await tidyAfter(2)
    // A change of a removed member by an administrator starts the days again.
    await admin.admin.updateMember({ id, college: 'Physics' })
    await tidyAfter(2)
    assert.deepEqual(await held(), all)
    assert.equal((await team.call(new URL(url).pathname)).status, 200)
    await tidyAfter(1)
    assert.deepEqual(await held(), ['Bob', '', '', 60, ''])
    assert.equal((await team.call(new URL(url).pathname)).status, 404)
    if (on === 'sqlite') assert.deepEqual(found(team.fresh.dir, ['13912345678', '20260007', 'my shelves']), [])
  })

  test('administrators’ remarks on the hours of a removed member are deleted too', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ retentionDays: 3, adminSessionHours: 300 })
    const bob = await team.member('Bob')
    const { id } = await bob.members.checklogin()
    const line = await bob.hours.add({ date: '2026-11-15', minutes: 60, what: 'moved shelves' })
    await bob.hours.object({ id: line.id, objection: 'it was more' })
    await admin.admin.removeMember({ id })
    const said = async () =>
      (await admin.hours.list({ member: id, ...november })).list.flatMap(({ reason, answer }) => [reason, answer])
    for (const write of [
      () => admin.hours.answer({ id: line.id, reason: 'it was not' }),
      () => admin.hours.decide({ ids: [line.id], reason: 'seen by me' }),
      () => admin.hours.correct({ member: id, date: '2026-11-14', minutes: 5, reason: 'forgotten' }),
    ]) {
      await write()
      assert.ok((await said()).some((text) => text !== ''))
      team.pass({ days: 2 })
      await team.running.tidy()
      assert.ok((await said()).some((text) => text !== ''))
      team.pass({ days: 1 })
      await team.running.tidy()
      assert.deepEqual(new Set(await said()), new Set(['']))
    }
  })

  test('erasing a member removes them from other members’ entries about whom they worked with', async () => {
    await using team = await newTeam({ on })
    const [bob, eve] = [await team.member('Zqbob Zqlee'), await team.member('Eve')]
    await eve.hours.add({ date: '2026-11-15', minutes: 60, what: 'moved shelves', with: 'Zqbob Zqlee and Ann' })
    await bob.users.erase()
    const { list } = await (await team.admin()).hours.list()
    assert.deepEqual(
      list.map(({ name, what, with: beside }) => [name, what, beside]),
      [['Eve', 'moved shelves', '… and Ann']],
    )
  })

  test('the operation log stores no free text of leaves, because its author may erase it', async () => {
    await using team = await newTeam({ on })
    const bob = await team.member('Bob')
    await bob.leaves.ask({ week: 'the zq week', shift: 'zq early' })
    await bob.leaves.cancel({ week: 'the zq week', shift: 'zq early' })
    await bob.conclusions.write({ week: 'the zq week', shift: 'zq early', conclusion: 'done' })
    const { list } = await (await team.admin()).admin.log({ target: 1 })
    assert.deepEqual(
      list.map(({ previous, current }) => [previous.info, current.info]),
      [
        ['', 'no date'],
        ['no date, no substitute', ''],
        ['', 'no date, no substitute'],
      ],
    )
  })

  test('erasing an account ends every session and the link between user and member', async () => {
    await using team = await newTeam({ on })
    const phone = await team.user('ann')
    const laptop = await team.user('ann')
    await phone.users.update({ name: 'Ann' })
    await phone.users.erase()
    assert.deepEqual(await laptop.session.checklogin(), { islogin: false })
    const again = await team.user('ann')
    assert.deepEqual(await again.users.info(), { name: '', phone: '' })
    const erased = (await (await team.admin()).admin.log({ target: 4 })).list.find(({ operation }) => operation === 2)
    assert.deepEqual([erased?.op, erased?.current.info], [`#${erased?.current.id}`, 'erased their data'])
  })
})

test('after an erasure, no file or log contains the name or the phone', async () => {
  await using team = await newTeam()
  const marks = ['Zyxwvut Qponml', '13312345678', 'someone-nobody-else-is', 'my feedback about Zyx']
  const ann = await team.user(marks[2])
  await ann.users.update({ name: marks[0] ?? '', phone: marks[1] ?? '' })
  await ann.users.report({ content: marks[3] ?? '' })
  const others = await Promise.all(Array.from({ length: 30 }, (_, i) => team.user(`other ${i}`)))
  await Promise.all(others.map((other, i) => other.users.update({ name: `other name ${i}` })))
  assert.ok(found(team.fresh.dir, marks).length > 0, 'the search finds the words before they are deleted')
  await ann.users.erase()
  assert.deepEqual(found(team.fresh.dir, marks), [])
  for (const mark of marks) assert.ok(!team.logged().includes(mark))
})

function found(dir: string, marks: readonly string[]): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = join(dir, name)
    if (!statSync(file).isFile()) return []
    const bytes = readFileSync(file)
    return marks.filter((mark) => bytes.includes(mark)).map((mark) => `${name}: ${mark}`)
  })
}

describe('erasing on PostgreSQL', () => {
  test('text that a user sends during their erasure is not kept', async () => {
    await using team = await newTeam({ on: 'postgres' })
    const bob = await team.member('Bob')
    const id = await createTicket(bob)
    const { profile } = await bob.users.export()
    const ofBob = `where person_id = ${profile.id}`
    // An erasure has changed the user, and has not committed yet.
    await using other = await foreignTransaction(
      team,
      `select 1 from person where id = ${profile.id} for update; delete from session ${ofBob}; delete from identity ${ofBob}`,
    )
    const calls = [
      () => bob.users.update({ name: 'Bob', phone: '13800138000' }),
      () => bob.users.report({ content: 'Thanks' }),
      () => bob.tickets.create({ type: 0, device: 'lamp', owner: 'Bob', phone: '13800138000' }),
      () => bob.tickets.addnote({ id, content: 'call me' }),
      () => bob.tickets.update({ id, status: 1, content: 'call me' }),
      () => bob.leaves.ask({ week: '第3周', shift: '1', reason: 'ill' }),
      () => bob.conclusions.write({ week: '第3周', shift: '1', conclusion: 'I was ill.' }),
    ]
    const refused = Promise.all(calls.map((call) => assert.rejects(call(), { code: 'not_logged_in' })))
    await Promise.race([refused, until(async () => (await other.blocked()) === calls.length)])
    await other.commit()
    await refused
  })
})
