import assert from 'node:assert/strict'
import ICAL from 'ical.js'
import { dutyStatus, placeOf } from '#rules/duty/duty.ts'
import { dutyFactsOf, loadDutyState } from '#service/shared/duty-memory.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { chooseMessages, confirmMail, runJob } from '../support/messages.ts'
import { newTeam, type Person, type Team, withPassword } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const minuteMs = 60_000

/**
 * A second reckoning of the repair days of a year. It knows what was announced as text on the wall clock, reads the clock as text from
 * Intl, and shares no code with the service.
 */
interface Expected {
  readonly from: string
  readonly until: string
}

const shift = { from: '13:00', until: '15:00' }

function clockOf(zone: string): (at: number) => string {
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  return (at) => formatter.format(at).replace(' ', 'T')
}

const weekdayOf = (text: string) => new Date(`${text.slice(0, 10)}T12:00:00Z`).getUTCDay()

/** What everyone should see at a moment: a repair day, the Sunday shift, or nothing. */
function dutyAt(days: readonly Expected[], now: string): string {
  if (days.some(({ from, until }) => from <= now && now < until)) return 'others Hall'
  const time = now.slice(11)
  return weekdayOf(now) === 0 && shift.from <= time && time < shift.until ? '1 ' : '0 '
}

/** The second Sunday of each month of a half year. */
function secondSundays(firstMonth: number): Expected[] {
  return Array.from({ length: 6 }, (_, i) => firstMonth - 1 + i).map((month) => {
    const day = Array.from({ length: 14 }, (__, i) => i + 1).filter(
      (date) => new Date(Date.UTC(2026, month, date)).getUTCDay() === 0,
    )[1]
    const date = `2026-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return { from: `${date}T14:00`, until: `${date}T17:00` }
  })
}

interface Year {
  readonly team: Team
  readonly peer: SmtpPeer
  readonly zone: string
  admin: Person
  /** The membership needs a new proof now and then. */
  readonly logInAgain: () => Promise<Person>
  readonly owner: Person
  readonly clock: (at: number) => string
  days: Expected[]
  /** Compared up to here. */
  upTo: number
}

/** Passes time to a moment of the wall clock, and compares every minute on the way with what the database says. */
async function passTo(year: Year, text: string): Promise<void> {
  const until = Temporal.PlainDateTime.from(text).toZonedDateTime(year.zone).epochMilliseconds
  await using store = new Store(await openEngine(year.team.fresh.config))
  const settings = await year.admin.admin.settings()
  const state = await store.read((tx) => loadDutyState(tx, year.team.now()))
  const facts = dutyFactsOf(state, settings, year.team.now())
  for (; year.upTo < until; year.upTo += minuteMs) {
    const found = dutyStatus(facts, year.upTo)
    const now = year.clock(year.upTo)
    const wanted = dutyAt(year.days, now)
    const seen = `${found.duty} ${placeOf(found)}`
    if (seen !== wanted) assert.equal(seen, wanted, now)
  }
  year.team.pass({ milliseconds: Math.max(0, until - year.team.now()) })
}

/** What the interface, the board and the calendar say now. */
async function checkPages({ team, days, clock, zone }: Year): Promise<void> {
  const now = clock(team.now())
  const info = await team.anyone.duty.info()
  assert.equal(`${info.currentDuty} ${info.place}`, dutyAt(days, now), now)
  const { duty } = await team.anyone.team.board()
  assert.equal(`${duty.currentDuty} ${duty.place}`, dutyAt(days, now), now)
  const response = await team.call('/duty/calendar.ics', { headers: { 'accept-language': 'en' } })
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  ICAL.TimezoneService.reset()
  for (const one of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(one)
  const wall = (time: ICAL.Time) => clockOf(zone)(time.toJSDate().getTime())
  const shown = calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .filter(({ summary }) => summary === 'Open house')
    .map((event) => `${wall(event.startDate)} ${wall(event.endDate)} ${event.location}`)
  const horizon = clock(team.now() + 179 * 24 * 60 * minuteMs)
  const today = now.slice(0, 10)
  const coming = days.filter(({ from, until }) => from.slice(0, 10) >= today && from < horizon && from < until)
  assert.deepEqual(
    shown.filter((text) => text < horizon),
    coming.map(({ from, until }) => `${from} ${until} Hall`).toSorted(),
    now,
  )
}

/** Delivers what is due; answers the first words of each subject. */
async function mails({ team, peer }: Year): Promise<string[]> {
  const before = peer.mails.length
  await runJob(team, 'repair days')
  await runJob(team, 'messages')
  for (let i = 0; i < 3; i += 1) await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
  return peer.mails
    .slice(before)
    .map(({ mail }) => (mail.subject ?? '').replace(/^Fettle · /, '').replace(/[:,].*$/, ''))
}

/** At six in the evening the owner is reminded of a day tomorrow, and of nothing else. */
async function evening(year: Year, date: string): Promise<void> {
  const tomorrow = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  await passTo(year, `${date}T18:00`)
  const isTomorrow = year.days.some(({ from, until }) => from.startsWith(tomorrow) && from < until)
  assert.deepEqual(await mails(year), isTomorrow ? ['Your repair day tomorrow'] : [], date)
}

async function open(team: Team, peer: SmtpPeer, zone: string): Promise<Year> {
  const admin = await team.admin()
  const week = { memberSessionDays: 365, adminSessionHours: 8760, sessionDays: 365 }
  await admin.admin.updateSettings({ ...week, timetable: [{ shift: 1, weekday: 7, ...shift }] })
  await team.member('Ann')
  await admin.rosters.create({ name: 'Year', sheet: [{ weekday: 7, shift: 1, workers: ['Ann'], leader: 'Ann' }] })
  const owner = await team.user('owner')
  await confirmMail(owner, peer, 'owner@example.org')
  await chooseMessages(owner, 'booking_tomorrow', 'day_changed')
  await chooseMessages(admin)
  const logInAgain = await withPassword(team, admin, 'the-admin')
  return { team, peer, zone, admin, logInAgain, owner, clock: clockOf(zone), days: [], upTo: team.now() }
}

/** A day a month, all announced at the beginning; answers their numbers. `more` are further days. */
async function announceHalf(year: Year, ticket: number, days: readonly Expected[], more: readonly Expected[]) {
  const { admin, owner } = year
  const [first] = days
  if (!first) throw new Error('a half year has months')
  const { id } = await admin.planner.create({
    ...first,
    title: { zh_CN: '', en_US: 'Open house' },
    place: { name: { zh_CN: '', en_US: 'Hall' }, map: '' },
    waves: [{ ...first, places: [{ kind: 0, places: 4 }] }],
  })
  const { ids } = await admin.planner.repeat({ id, every: 'month', count: days.length - 1 })
  const extra: number[] = []
  for (const { from } of more) extra.push((await admin.planner.copy({ id, from })).id)
  for (const one of [id, ...ids, ...extra]) {
    await admin.planner.announce({ id: one })
    await owner.repairDays.book({ id: one, ticket, backedUp: true })
  }
  year.days = inOrder([...days, ...more])
  return [id, ...ids]
}

const inOrder = (days: readonly Expected[]) => days.toSorted((a, b) => (a.from < b.from ? -1 : 1))
const without = (days: readonly Expected[], date: string) => days.filter(({ from }) => !from.startsWith(date))

/** The edges of each day, where everyone looks. */
async function walk(year: Year, from: string, until: string): Promise<void> {
  for (let date = from; date < until; date = Temporal.PlainDate.from(date).add({ days: 1 }).toString()) {
    if (Temporal.PlainDate.from(date).dayOfYear % 28 === 0) year.admin = await year.logInAgain()
    const today = year.days.filter((one) => one.from.startsWith(date) && one.from < one.until)
    for (const time of today.flatMap((one) => [one.from, one.until])) {
      await passTo(year, Temporal.PlainDateTime.from(time).subtract({ minutes: 1 }).toString().slice(0, 16))
      await checkPages(year)
      await passTo(year, time)
      await checkPages(year)
    }
    await evening(year, date)
  }
}

/** A team at the beginning of a half year, and what it announces. A guest's session lasts no longer. */
async function halfYear(zone: string, begin: string, more: readonly Expected[], check: (half: Half) => Promise<void>) {
  await using peer = await smtpPeer()
  const env = { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org', DEFAULT_LANG: 'en_US', TEAM_TIME_ZONE: zone }
  await using team = await newTeam({ env, at: `${begin}T12:00:00Z` })
  const year = await open(team, peer, zone)
  const days = secondSundays(Number(begin.slice(5, 7)))
  const ids = await announceHalf(year, await createTicket(year.owner, { device: 'Kettle' }), days, more)
  await check({
    year,
    dayOf: (month) => ({ id: ids[month] ?? 0, date: days[month]?.from.slice(0, 10) ?? '' }),
  })
}

interface Half {
  readonly year: Year
  /** By the number of the month in the half year. */
  readonly dayOf: (month: number) => { readonly id: number; readonly date: string }
}

/** One day is cancelled before it, and one is moved. */
export const checkSpring = (zone: string) =>
  halfYear(zone, '2026-01-02', [], async ({ year, dayOf }) => {
    const [april, june] = [dayOf(3), dayOf(5)]
    await walk(year, '2026-01-02', '2026-04-05')
    await passTo(year, '2026-04-05T12:00')
    await year.admin.planner.cancel({ id: april.id })
    year.days = without(year.days, april.date)
    assert.deepEqual(await mails(year), ['Cancelled'])

    await walk(year, '2026-04-05', '2026-06-10')
    await passTo(year, '2026-06-10T12:00')
    const { version } = await year.admin.planner.info({ id: june.id })
    await year.admin.planner.update({ id: june.id, version, from: '2026-06-20T10:00' })
    const moved = { from: '2026-06-20T10:00', until: '2026-06-20T13:00' }
    year.days = inOrder([...without(year.days, june.date), moved])
    assert.deepEqual(await mails(year), ['Changed'])
    await walk(year, '2026-06-10', '2026-06-30')
  })

/** One day is cancelled while it is open, one is closed early, and one is a night on which the clock is set back. */
export const checkAutumn = (zone: string, night: Expected) =>
  halfYear(zone, '2026-07-02', [night], async ({ year, dayOf }) => {
    let date = '2026-07-02'
    for (const [month, deed] of [
      [1, 'cancel'],
      [3, 'close'],
    ] as const) {
      const day = dayOf(month)
      await walk(year, date, day.date)
      await passTo(year, `${day.date}T14:30`)
      await year.admin.planner[deed]({ id: day.id })
      const short = { from: `${day.date}T14:00`, until: `${day.date}T14:30` }
      year.days = inOrder([...without(year.days, day.date), short])
      assert.deepEqual(await mails(year), deed === 'cancel' ? ['Cancelled'] : [])
      await passTo(year, `${day.date}T17:30`)
      await evening(year, day.date)
      date = Temporal.PlainDate.from(day.date).add({ days: 1 }).toString()
    }
    await walk(year, date, '2026-12-29')
  })
