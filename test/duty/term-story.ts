import assert from 'node:assert/strict'
import { Refusal } from '#contract/errors.ts'
import type { HourLine, HourRule } from '#contract/hours/hour-fields.ts'
import { writeDuty } from '#service/duty/duty.ts'
import * as leaveRequests from '#service/duty/leaves.ts'
import { createRoster } from '#service/duty/rosters.ts'
import { boardCode, makeBoardToken } from '#service/hours/boards.ts'
import { addHourLine, correctHourLine, decideLines, objectToLine } from '#service/hours/ledger.ts'
import { closePeriod, listPeriods } from '#service/hours/periods.ts'
import * as hourSigning from '#service/hours/signing.ts'
import { listHours, myHours } from '#service/hours/views.ts'
import { removeMember } from '#service/people/member-admin.ts'
import type { Actor, MemberActor } from '#service/shared/actor.ts'
import { myTickets } from '#service/tickets/lists.ts'
import { assignTicket, claimTicket, createTicket, moveTicket } from '#service/tickets/tickets.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { testContext } from '../support/context.ts'
import { freshStore } from '../support/databases.ts'
import { noPorts } from '../support/no-ports.ts'
import { ended, off, others } from '../support/staffed.ts'
import { HourOracle, moved, type OracleLine, type OracleTeam, type Run, Wall } from './hours-oracle.ts'
import { randomFrom } from './world.ts'

const zone = 'Europe/Berlin'
const wall = new Wall(zone)
const minute = 60_000
const people = 60
/** A Monday. In the third week the clocks are set back, on Sunday the 25th of October. */
const first = '2026-10-05'
const weeks = 3

const plain: HourRule = {
  rounding: 0,
  direction: 'nearest',
  per: 'entry',
  mostPerDay: 0,
  ticketMinutes: 0,
  nightFrom: '22:00',
  nightUntil: '06:00',
  nightPercent: 150,
  closedPercent: 200,
}
const byDay: HourRule = { ...plain, rounding: 15, per: 'day', mostPerDay: 240, ticketMinutes: 30 }
const byEntry: HourRule = { ...plain, rounding: 30, direction: 'up', mostPerDay: 200, ticketMinutes: 45 }

const general = [
  { shift: 1, from: '09:00', until: '11:00' },
  { shift: 2, from: '11:00', until: '13:00' },
  { shift: 3, from: '19:00', until: '22:30' },
  // The hours in which clocks change.
  { shift: 4, weekday: 7, from: '00:30', until: '04:00' },
]
const later = [
  { shift: 1, from: '09:30', until: '11:30' },
  { shift: 2, from: '11:30', until: '13:00' },
  ...general.slice(2),
]

/** Sixty people act for a term, in the service and in the oracle, which have to agree on everything. */
export async function liveThroughTerm(kind: DialectName, seed: number): Promise<{ deeds: number; lines: number }> {
  let now = wall.instant(first, '00:10')
  await using opened = await freshStore(kind, 0, () => now)
  const { store } = opened
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const chance = (percent: number) => below(100) < percent
  let deeds = 0
  const all = testContext({
    store,
    ports: noPorts,
    now: () => now,
    team: { lang: 'en_US', zone },
    publicUrl: 'http://x',
  })
  const names = Array.from({ length: people }, (_, i) => `m${String(i).padStart(2, '0')}`)
  const boss = names[0] as string
  const { ids, owner } = await store.upkeep(async (tx) => {
    const ids = new Map<string, number>()
    for (const name of names) ids.set(name, (await tx.members.add({ name, admin: name === boss ? 1 : 0 }, now)) ?? 0)
    const owner = await tx.users.ofIdentity('demo', 'owner', now)
    for (const name of names) await tx.users.ofIdentity('demo', name, now)
    return { ids, owner }
  })
  const idOf = (name: string) => ids.get(name) ?? 0
  const base = { lang: null, guest: false, tokenHash: new Uint8Array(), confirmed: true, factor: false }
  const as = (name: string): MemberActor => ({
    ...base,
    role: name === boss ? 'admin' : 'member',
    personId: owner + 1 + names.indexOf(name),
    memberId: idOf(name),
  })
  const admin = as(boss)
  const visitor: Actor = { ...base, role: 'user', personId: owner, memberId: null }

  const team: OracleTeam = {
    timetable: general,
    closedDays: [{ from: '2026-10-14', until: '2026-10-14' }],
    makeUpDays: [{ date: '2026-10-17', weekday: 3 }],
    slots: roster(0),
    rule: plain,
    early: 15,
    overtime: 30,
    desk: true,
    off: false,
  }
  const oracle = new HourOracle(wall, team, idOf)

  function roster(shiftedBy: number) {
    const slots = []
    let next = shiftedBy
    for (let weekday = 1; weekday <= 7; weekday += 1)
      for (const shift of weekday === 7 ? [1, 2, 3, 4] : [1, 2, 3]) {
        const workers = Array.from({ length: 2 }, () => names[1 + (next++ % (people - 6))] as string)
        slots.push({ weekday, shift, workers, leader: workers[0] as string })
      }
    // A member who stays for the next shift.
    const [early, late] = [slots[0], slots[1]]
    if (early?.workers[0]) late?.workers.push(early.workers[0])
    return slots
  }

  const signing = () => ({ on: true, desk: team.desk, earlyMinutes: team.early, overtimeMinutes: team.overtime })
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
    )
  /** The service and the oracle both succeed, or both refuse for the same reason. */
  async function agree(what: string, expected: string, work: Promise<unknown>): Promise<void> {
    deeds += 1
    assert.equal(await codeOf(work), expected, `${wall.text(now)} ${what}`)
  }
  let token = ''
  const code = async () => (await boardCode(all, token)).code

  async function signIn(
    who: string,
    shift?: string,
    how: 'board' | 'desk' = team.desk && chance(70) ? 'desk' : 'board',
  ) {
    if (oracle.removed.has(who)) return
    const runs = oracle.candidates(now)
    // Other tests show which shift is chosen if none is named; here it is named.
    const meant = shift ?? (runs.length > 1 ? (pick(runs) as Run).shift : chance(50) ? (runs[0]?.shift ?? '') : '')
    const by = how === 'desk' && chance(50) ? admin : as(who)
    const wish = {
      ...(meant === '' ? {} : { shift: meant }),
      ...(how === 'board' ? { code: await code() } : {}),
      ...(by === admin && who !== boss && how === 'desk' ? { member: idOf(who) } : {}),
    }
    const actor = 'member' in wish ? admin : as(who)
    await agree(`${who} comes to ${meant}`, oracle.signIn(now, who, meant, how), hourSigning.signIn(all, actor, wish))
  }

  async function signOut(who: string): Promise<void> {
    if (oracle.removed.has(who)) return
    const how = pick(team.desk ? (['desk', 'anywhere', 'board'] as const) : (['anywhere', 'board'] as const))
    const expected = oracle.signOut(now, who, how === 'anywhere' && team.desk ? 'anywhere' : how)
    if (how === 'desk') await agree(`${who} leaves`, expected, hourSigning.signOut(all, admin, { member: idOf(who) }))
    else
      await agree(
        `${who} leaves`,
        expected,
        hourSigning.signOut(all, as(who), how === 'board' ? { code: await code() } : {}),
      )
  }

  /** The planned actions, by time. */
  const plans: { at: number; order: number; run: () => Promise<void> }[] = []
  let planned = 0
  const plan = (at: number, run: () => Promise<void>) => void plans.push({ at, order: planned++, run })
  const planAt = (date: string, time: string, run: () => Promise<void>) => plan(wall.instant(date, time), run)
  async function liveUntil(at: number): Promise<void> {
    for (;;) {
      plans.sort((a, b) => a.at - b.at || a.order - b.order)
      const [next] = plans
      if (!next || next.at >= at) break
      plans.shift()
      now = next.at
      await next.run()
    }
    now = at
  }

  await all.settings.update(admin, {
    signing: signing(),
    hourRule: team.rule,
    timetable: [...team.timetable],
    closedDays: [...team.closedDays].map((days) => ({ ...days, reason: '' })),
    makeUpDays: [...team.makeUpDays],
  } as Parameters<typeof all.settings.update>[1])
  await createRoster(all, admin, { name: 'Autumn', sheet: roster(0) })
  token = (await makeBoardToken(all, admin)).token

  /** Plans what the members of a shift, and some other members, do about it. */
  function planShift(run: Run, calm: boolean): void {
    const length = (run.until - run.from) / minute
    const seconds = () => (Number(run.shift) >= 3 ? 0 : below(60) * 1000)
    for (const { name } of oracle.peopleOn(run)) {
      if (chance(8)) continue
      const offset = pick([-15, -14, -3, 0, 0, 1, 7, 31, below(length)])
      const came = run.from + Math.max(offset, calm ? 0 : -15) * minute + (offset < 0 ? 0 : seconds())
      plan(came, () => signIn(name, run.shift))
      if (chance(10)) plan(came + 2 * minute, () => signIn(name, run.shift))
      if (chance(12)) continue
      const left = run.until + pick([-40, -1, 0, 5, 29, 30, 31, 90]) * minute + seconds()
      plan(Math.max(left, came + minute), () => signOut(name))
    }
    if (chance(35)) {
      const colleague = pick(names.slice(1))
      plan(run.from + below(length) * minute, () => signIn(colleague, chance(50) ? run.shift : undefined))
      if (chance(70)) plan(run.until + 4 * minute, () => signOut(colleague))
    }
    plan(run.until + 40 * minute, async () => {
      if (oracle.runsOn(run.date).some(({ shift, until }) => shift === run.shift && until === run.until))
        oracle.over(run)
      await all.duty.staff()
    })
    // A member signs in for the next shift before it begins, and returns or leaves.
    const next = oracle.runsOn(run.date).find(({ from }) => from === run.until)
    if (next && chance(50)) {
      const colleague = pick(names.slice(1))
      plan(run.until - 50 * minute, () => signIn(colleague, run.shift))
      plan(run.until - 14 * minute, () => signIn(colleague, next.shift))
      if (chance(60)) plan(run.until - 11 * minute, () => signIn(colleague, run.shift))
      if (chance(60)) plan(run.until - 9 * minute, () => signIn(colleague, next.shift))
      if (chance(60)) plan(run.until - 4 * minute, () => signOut(colleague))
    }
    if (chance(25)) plan(run.from + Math.floor(length / 2) * minute, lookAround)
  }

  /** Compares who is here. */
  async function lookAround(): Promise<void> {
    const { here } = await hourSigning.membersHere(all, admin)
    assert.deepEqual(
      here.map(({ member, shift }) => `${member} ${shift}`).sort(),
      oracle
        .here(now)
        .map(({ member, shift }) => `${member} ${shift}`)
        .sort(),
      `${wall.text(now)} who is here`,
    )
  }

  async function askLeave(run: Run, who: string, substitute: string): Promise<void> {
    const asked = codeOf(
      leaveRequests.askLeave(all, as(who), { week: run.date, shift: run.shift, reason: 'ill', substitute }),
    )
    if ((await asked) === '') oracle.leaves.push({ date: run.date, shift: Number(run.shift), member: who, substitute })
  }

  async function special(from: number, until: number): Promise<void> {
    const time = (at: number) => wall.text(at).replace(' ', 'T').slice(0, 16)
    await agree('special duty', '', writeDuty(all, admin, others(`${time(from)}/${time(until)}`)))
    oracle.specials.push({ from, until })
  }

  async function work(who: string, date: string, minutes: number): Promise<void> {
    if (oracle.removed.has(who)) return
    const wish = { date, minutes, what: `work ${deeds}` }
    await agree('work', oracle.work(now, who, date, minutes), addHourLine(all, as(who), wish))
  }

  async function ticket(workers: readonly string[]): Promise<void> {
    if (workers.some((who) => oracle.removed.has(who))) return
    const [by = boss, ...rest] = workers
    await createTicket(all, visitor, { type: 0, device: 'kettle' }, undefined)
    const id = (await myTickets(all, visitor, { count: 1 })).list[0]?.id ?? 0
    await claimTicket(all, as(by), id)
    for (const one of rest) await assignTicket(all, as(by), id, { member: idOf(one) })
    await agree('a ticket is finished', '', moveTicket(all, as(by), id, { status: chance(70) ? 5 : 6 }))
    oracle.finish(now, workers)
    // Repeating it does not count again.
    if (chance(30)) {
      await moveTicket(all, as(by), id, { status: 3 })
      await moveTicket(all, as(by), id, { status: 5 })
    }
  }

  const decidable = () => oracle.lines.filter(({ kind, period }) => kind !== 'correction' && period === 0)
  async function approve(ids: readonly number[]): Promise<void> {
    oracle.decide(ids, 'approved')
    await agree('approve', '', decideLines(all, admin, { ids: ids.map(real) }))
  }
  async function decideAll(until: string): Promise<void> {
    const lines = decidable().filter(
      ({ state, date, kind }) =>
        state === 'proposed' && date <= until && (kind !== 'ticket' || team.rule.ticketMinutes > 0),
    )
    const refused = lines.filter(() => chance(6)).map(({ id }) => id)
    const approved = lines.map(({ id }) => id).filter((id) => !refused.includes(id))
    for (let i = 0; i < approved.length; i += 100) await approve(approved.slice(i, i + 100))
    if (refused.length > 0) {
      oracle.decide(refused, 'refused')
      await agree('refuse', '', decideLines(all, admin, { ids: refused.map(real), state: 'refused', reason: 'no' }))
    }
    // Objections are settled one by one.
    for (const { id } of lines.filter(({ objected }) => objected)) await approve([id])
  }

  /** The oracle numbers entries without gaps; a sequence of the database may have gaps. */
  let numbers: number[] = []
  const real = (id: number) => numbers[id - 1] ?? 0
  async function readNumbers(): Promise<void> {
    const rows = await store.read((tx) => tx.hours.countedOn({ from: '', until: '9999-12-31' }))
    numbers = rows.map(({ id }) => id).sort((a, b) => a - b)
    assert.equal(numbers.length, oracle.lines.length, `${wall.text(now)} as many lines`)
  }

  async function correctSome(lines: readonly OracleLine[], closed: boolean): Promise<void> {
    await readNumbers()
    for (const line of lines) {
      const reason = 'as it was'
      const root = line.corrects === 0 ? line : oracle.line(line.corrects)
      const shift = !closed && root.kind === 'shift' && root.shift !== 'others'
      const arrival = shift ? wall.time((root.from ?? 0) + 10 * minute) : ''
      const leaving = shift ? wall.time((root.until ?? 0) - below(30) * minute) : ''
      const right = shift ? { arrival, leaving } : { minutes: below(200) }
      if (!closed && root.kind === 'shift' && root.shift === 'others') continue
      deeds += 1
      oracle.correct(now, line.id, right)
      const made = await correctHourLine(all, admin, { id: real(line.id), ...right, reason })
      if (!numbers.includes(made.id)) numbers.push(made.id)
      now += minute
    }
  }

  async function write(who: string, date: string, shift?: Run): Promise<void> {
    if (oracle.removed.has(who)) return
    const minutes = 15 + below(100)
    const reason = 'forgot to sign in'
    const member = idOf(who)
    if (shift) {
      const [arrival, leaving] = [wall.time(shift.from + 5 * minute), wall.time(shift.until - 5 * minute)]
      const said = oracle.write(now, who, date, { run: shift, arrival, leaving })
      const wish = { member, date, shift: shift.shift, arrival, leaving, reason }
      await agree('write a shift', said, correctHourLine(all, admin, wish))
    } else {
      const said = oracle.write(now, who, date, minutes)
      await agree('write work', said, correctHourLine(all, admin, { member, date, minutes, what: 'helped', reason }))
    }
    now += minute
  }

  /** Compares every entry and every sum. */
  async function compare(): Promise<void> {
    await readNumbers()
    const range = { from: moved(first, -20), until: moved(first, 7 * weeks + 20) }
    const { list: got, people: sums, missing } = await listHours(all, { ...range, count: 1000 })
    const counted = oracle.counted()
    const seen = oracle.lines.filter((line) => line.kind !== 'ticket' || isListed(line))
    const byId = new Map(got.map((line) => [line.id, line]))
    assert.equal(got.length, seen.length, `${wall.text(now)} as many lines are shown`)
    for (const line of seen) {
      const shown = byId.get(real(line.id))
      const { left, leftHow } = oracle.ended(line, now)
      const asWritten = line.kind === 'correction'
      const expected = {
        member: line.member,
        kind: line.kind,
        date: line.date,
        countsOn: line.countsOn,
        shift: asWritten ? shown?.shift : line.shift,
        arrival: wall.stamp(line.came),
        leaving: wall.stamp(left),
        here: line.kind === 'shift' && left === null,
        came: asWritten ? shown?.came : line.cameHow,
        left: asWritten ? shown?.left : leftHow,
        standing: asWritten || line.cameHow === 'written' ? shown?.standing : line.standing,
        late: asWritten
          ? shown?.late
          : Math.max(0, Math.floor(((line.came ?? 0) - (line.from ?? line.came ?? 0)) / minute)),
        minutes: line.kind === 'ticket' && line.period > 0 ? shown?.minutes : oracle.minutes({ ...line, left }),
        counts: counted.get(line.id),
        state: line.state,
        corrects: line.corrects === 0 ? 0 : real(line.corrects),
        corrected: oracle.corrected(line),
        objected: line.objected,
        period: line.period,
      }
      const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, shown?.[key as keyof HourLine]]))
      assert.deepEqual(actual, expected, `${wall.text(now)} ${JSON.stringify(line)}`)
    }
    // A member cannot be at two shifts at once.
    const stays = oracle.lines.flatMap(({ kind, member, came, from, left, cameHow }) => {
      const begin = Math.max(came ?? 0, from ?? 0)
      return kind === 'shift' && cameHow !== 'written' && left !== null && begin < left ? [{ member, begin, left }] : []
    })
    for (const mine of Map.groupBy(stays, ({ member }) => member).values()) {
      const inOrder = mine.toSorted((a, b) => a.begin - b.begin)
      for (const [i, stay] of inOrder.entries())
        assert.ok((inOrder[i - 1]?.left ?? 0) <= stay.begin, wall.text(stay.begin))
    }
    const kinds = ['shift', 'work', 'ticket', 'correction'] as const
    for (const name of names) {
      const own = seen.filter(({ member }) => member === idOf(name))
      const sum = (some: readonly OracleLine[]) => some.reduce((total, { id }) => total + (counted.get(id) ?? 0), 0)
      const approved = own.filter(({ state }) => state === 'approved')
      const byKind = Object.fromEntries(kinds.map((kind) => [kind, sum(approved.filter((one) => one.kind === kind))]))
      const theirs = sums.find(({ member }) => member === idOf(name))
      assert.deepEqual(
        { sums: theirs?.sums, proposed: theirs?.proposed, open: theirs?.open },
        own.length === 0
          ? { sums: undefined, proposed: undefined, open: undefined }
          : {
              sums: { ...byKind, total: sum(approved) },
              proposed: sum(own.filter(({ state }) => state === 'proposed')),
              open: own.filter((one) => one.state === 'proposed' && !oracle.corrected(one)).length,
            },
        `${wall.text(now)} ${name}`,
      )
      if (idOf(name) % 10 === 3) {
        const mine = await myHours(all, as(name), range)
        assert.deepEqual([mine.list.length, mine.total.total], [own.length, sum(approved)], name)
      }
    }
    const text = (one: { date: string; shift: string; member: number }) => `${one.date} ${one.shift} ${one.member}`
    assert.deepEqual(missing.map(text).sort(), oracle.missing().map(text).sort(), `${wall.text(now)} who is missing`)
    const { list: periods } = await listPeriods(all)
    assert.deepEqual(
      periods.toReversed().map(({ until, lines, minutes }) => ({ until, lines, minutes })),
      oracle.periods,
    )
  }
  const isListed = (line: OracleLine) => line.state !== 'proposed' || (line.period === 0 && team.rule.ticketMinutes > 0)

  async function close(until: string): Promise<void> {
    await agree(`close ${until}`, oracle.close(now, until), closePeriod(all, admin, { name: until, until }))
  }

  const dayOf = (week: number, weekday: number) => moved(first, 7 * week + weekday - 1)
  const set = (wanted: Parameters<typeof all.settings.update>[1]) => all.settings.update(admin, wanted)

  // Cases that happen once, each at its time.
  planAt(dayOf(0, 2), '10:00', async () => {
    await agree('unknown member', 'member_not_found', hourSigning.signIn(all, admin, { member: 9999 }))
    // Two requests at the same moment make one entry.
    const who = names[50] as string
    const expected = oracle.signIn(now, who, '1', 'desk')
    const both = await Promise.all([1, 2].map(() => hourSigning.signIn(all, as(who), { shift: '1' })))
    assert.equal(expected, '')
    assert.equal(both[0]?.id, both[1]?.id)
  })
  planAt(dayOf(0, 3), '15:00', () =>
    agree('no shift', oracle.signIn(now, 'm05', '', 'desk'), hourSigning.signIn(all, as('m05'), {})),
  )
  planAt(dayOf(0, 3), '15:01', () =>
    agree('not here', oracle.signOut(now, 'm58', 'anywhere'), hourSigning.signOut(all, as('m58'), {})),
  )
  // Other work across midnight, on a closed day, and over the change of the clocks.
  for (const [week, weekday, from, hours, length] of [
    [0, 4, '23:00', 2.5, 4],
    [1, 2, '22:00', 4, 5],
    [1, 3, '14:00', 2, 4],
    [2, 6, '23:30', 5, 3],
  ] as const) {
    const begin = wall.instant(dayOf(week, weekday), from)
    const end = begin + hours * 60 * minute
    plan(begin - 5 * 60 * minute, () => special(begin, end))
    for (let i = 0; i < length; i += 1) {
      const who = names[((week * 13 + weekday * 7 + i * 3) % 55) + 1] as string
      plan(begin + (i * 20 - 15) * minute, () => signIn(who, 'others'))
      if (i !== 1) plan(end + (i * 25 - 50) * minute, () => signOut(who))
    }
  }
  // The team is away from Friday afternoon until Saturday.
  planAt(dayOf(0, 5), '14:00', async () => {
    await writeDuty(all, admin, off)
    team.off = true
  })
  planAt(dayOf(0, 6), '07:00', () => writeDuty(all, admin, ended))
  planAt(dayOf(0, 6), '09:00', async () => {
    team.off = false
  })
  planAt(dayOf(1, 3), '09:30', () =>
    agree('closed', oracle.signIn(now, 'm07', '1', 'desk'), hourSigning.signIn(all, as('m07'), { shift: '1' })),
  )
  planAt(dayOf(0, 4), '16:00', async () => {
    team.rule = byDay
    await set({ hourRule: byDay })
  })
  planAt(dayOf(1, 2), '16:00', async () => {
    team.slots = roster(17)
    await createRoster(all, admin, { name: 'Late autumn', sheet: roster(17) })
  })
  // Members at a running shift are not affected.
  planAt(dayOf(2, 3), '10:00', async () => {
    team.timetable = later
    await set({ timetable: later })
  })
  planAt(dayOf(2, 4), '10:20', async () => {
    const [colleague] = oracle.here(now)
    const who = names.find((name) => idOf(name) === colleague?.member) ?? 'm33'
    oracle.remove(now, who)
    await removeMember(all, admin, idOf(who))
    await agree('removed', 'member_not_found', hourSigning.signIn(all, admin, { member: idOf(who), shift: '1' }))
  })
  planAt(dayOf(2, 5), '15:00', async () => {
    team.rule = byEntry
    await set({ hourRule: byEntry })
  })
  // The machine's clock is set back by forty minutes while a member is signed in.
  planAt(dayOf(2, 2), '12:10', async () => {
    const expected = oracle.signIn(now, 'm57', '2', 'desk')
    await agree('before the clock is set back', expected, hourSigning.signIn(all, as('m57'), { shift: '2' }))
    const then = now
    now -= 40 * minute
    await agree('after it', oracle.signOut(now, 'm57', 'anywhere'), hourSigning.signOut(all, as('m57'), {}))
    now = then
  })
  planAt(dayOf(2, 5), '16:00', async () => {
    team.desk = false
    await set({ signing: signing() })
  })
  planAt(dayOf(2, 6), '10:00', async () => {
    const old = await code()
    await agree('no code', 'board_code_needed', hourSigning.signIn(all, as('m20'), { shift: '1' }))
    const who = as('m21')
    now += 61_000
    await agree('an old code', 'board_code_refused', hourSigning.signIn(all, who, { shift: '1', code: old }))
    await agree(
      'another member',
      'board_code_needed',
      hourSigning.signIn(all, admin, { member: idOf('m22'), shift: '1' }),
    )
  })

  for (let week = 0; week < weeks; week += 1) {
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      const date = dayOf(week, weekday)
      await liveUntil(wall.instant(date, '00:15'))
      const runs = oracle.runsOn(date)
      // Some members are on leave, some of them come anyway, and some have a substitute.
      for (const run of runs) {
        const [one] = oracle.peopleOn(run)
        if (!one || !chance(25)) continue
        const substitute = chance(60) ? pick(names.slice(1)) : ''
        await askLeave(run, one.name, substitute)
        if (chance(40)) plan(run.from + 3 * minute, () => signIn(one.name, run.shift))
      }
      const calm = team.off || date === dayOf(0, 6)
      for (const run of runs) planShift(run, calm)
      if (chance(70)) planAt(date, '17:00', () => work(pick(names.slice(1)), moved(date, -below(9)), 5 + below(300)))
      if (chance(20)) planAt(date, '17:05', () => work(pick(names.slice(1)), moved(date, 1), 30))
      for (const time of ['10:30', '16:30', '23:15'])
        if (chance(30)) planAt(date, time, () => ticket([pick(names.slice(1, 40)), pick(names.slice(40, 58))]))
    }
    await liveUntil(wall.instant(dayOf(week + 1, 1), '00:12'))
    await compare()
    // The office hour of the administrator, on Monday morning.
    now = wall.instant(dayOf(week + 1, 1), '06:30')
    const sunday = dayOf(week, 7)
    const open = decidable().filter(({ state, date }) => state === 'proposed' && date <= sunday)
    await readNumbers()
    for (const line of open.filter(({ kind }) => kind === 'shift').slice(0, 2)) {
      const who = names.find((name) => idOf(name) === line.member) as string
      oracle.object(line.id)
      await agree('object', '', objectToLine(all, as(who), real(line.id), 'I was there'))
    }
    await correctSome(
      open.filter((line) => (line.kind !== 'ticket' || isListed(line)) && chance(6)),
      false,
    )
    if (week % 2 === 0) {
      await close(dayOf(week + 1, 1))
      await close(sunday)
    }
    await readNumbers()
    await decideAll(sunday)
    // Repeats decisions, and reverses some, while the period is open.
    const undecided = oracle.lines.filter(
      ({ state, kind, period }) => state === 'refused' && kind === 'shift' && period === 0,
    )
    oracle.decide(
      undecided.slice(0, 1).map(({ id }) => id),
      'approved',
    )
    for (const { id } of undecided.slice(0, 1))
      await agree('after all', '', decideLines(all, admin, { ids: [real(id)] }))
    await write(pick(names.slice(1, 50)), moved(sunday, -1))
    const run = oracle.runsOn(moved(sunday, -2))[0]
    if (run) await write(pick(names.slice(50)), run.date, run)
    const corrections = oracle.lines.filter(
      ({ kind, exact, period }) => kind === 'correction' && !exact && period === 0,
    )
    await correctSome(corrections.slice(0, 1), false)
    await compare()
    if (week % 2 === 0) {
      await close(sunday)
      await compare()
      const closed = oracle.lines.filter(({ period, state }) => period > 0 && state !== 'refused')
      await correctSome(
        [pick(closed), pick(closed), ...closed.filter(({ kind }) => kind === 'correction').slice(0, 2)],
        true,
      )
      await close(moved(sunday, -3))
      await readNumbers()
      await agree(
        'closed',
        'period_closed',
        decideLines(all, admin, { ids: [real(pick(closed.filter(({ kind }) => kind !== 'correction')).id)] }),
      )
      await write(pick(names.slice(1, 50)), moved(sunday, -3))
      await work('m55', moved(sunday, -4), 50)
      await compare()
    }
  }
  assert.equal(oracle.periods.length, 2)
  return { deeds, lines: oracle.lines.length }
}
