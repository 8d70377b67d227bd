import { Refusal } from '#contract/errors.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import type { BookingState } from '#contract/repair-days/day-states.ts'
import type { DayReport, PublicReport } from '#contract/repair-days/reports.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { localDate, minute } from '#kit/time.ts'
import { stayTime } from '#rules/hours/signing.ts'
import { type DayTally, publicTally, resultsOf, tallyDay } from '#rules/repair-days/report.ts'
import { arrivalBegin, dayState } from '#rules/repair-days/states.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import type { Tx } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { placeOfDay } from './special-duty.ts'

interface Evidence {
  readonly tally: DayTally
  readonly helped: DayReport['helped']
}

async function readEvidence(ctx: Ctx, tx: Tx, day: RepairDayRecord): Promise<Evidence> {
  return { tally: await readTally(ctx, tx, day), helped: await helpedOn(ctx, tx, day) }
}

async function readTally(ctx: Ctx, tx: Tx, day: RepairDayRecord): Promise<DayTally> {
  const { timeZone } = ctx.settings.current()
  const [after, until] = [arrivalBegin(day), day.until]
  const dates = [after, until].map((at) => localDate(at, timeZone))
  return tallyDay(await tx.repairDays.came(day.id, { dates, after, until }))
}

/** Figures of the days that began in a period and are over, the latest first. */
export async function figuresOfDays(ctx: Ctx, tx: Tx, since: number, end: number) {
  const now = ctx.now()
  const days = await tx.repairDays.beganIn(since, Math.min(end, now + 1))
  const over = days.filter((day) => dayState(day, undefined, now) === 'closed')
  const bookings = await tx.bookings.ofDays(over.map(({ id }) => id))
  return allSettledOrThrow(
    over.map(async (day) => {
      const tally = await readTally(ctx, tx, day)
      return {
        id: day.id,
        date: localDate(day.from, ctx.settings.current().timeZone),
        booked: (bookings.get(day.id) ?? []).filter(({ state }) => wasBooked.includes(state)).length,
        arrived: tally.booked,
        walkIns: tally.walkIns,
        ...resultsOf(tally),
        grams: tally.grams,
      }
    }),
  )
}

/** A day that just ended has bookings that do not count as missed yet. */
const wasBooked: readonly BookingState[] = ['booked', 'arrived', 'missed']

/** Who had signed up, or signed in for the special duty of the day. */
async function helpedOn(ctx: Ctx, tx: Tx, day: RepairDayRecord): Promise<DayReport['helped']> {
  const { timeZone, signing } = ctx.settings.current()
  const stays = await tx.hours.staysOf(localDate(day.from, timeZone), 'others')
  const signed = (await tx.helpers.ofDay(day.id)).filter(({ state }) => state === 'signed')
  const members = new Map([...stays, ...signed].map(({ member, name }) => [member, name]))
  return [...members]
    .map(([member, name]) => {
      const own = stays.filter((stay) => stay.member === member)
      const minutes = own.reduce((sum, stay) => {
        const { from, until } = stayTime(stay, ctx.now(), signing.overtimeMinutes)
        return sum + Math.floor((until - from) / minute)
      }, 0)
      const signedUp = signed.some((one) => one.member === member)
      return { member, name, signedUp, signedIn: own.length > 0, minutes }
    })
    .sort((a, b) => (a.name === b.name ? a.member - b.member : a.name < b.name ? -1 : 1))
}

/** Those who were there; without signing in, those who had signed up. */
function helperCount(ctx: Ctx, { helped }: Evidence): number {
  return ctx.settings.current().signing.on ? helped.filter(({ signedIn }) => signedIn).length : helped.length
}

function head(ctx: Ctx, day: RepairDayRecord, lang: Lang) {
  return {
    id: day.id,
    title: textIn(day.title, lang),
    from: timeText(ctx, day.from),
    until: timeText(ctx, day.until),
    place: textIn(placeOfDay(ctx, day).name, lang),
  }
}

/** Of a day that is over, where the team publishes it. */
export function publicReport(ctx: Ctx, id: number, lang: Lang): Promise<PublicReport> {
  return ctx.store.read(async (tx) => {
    const day = await tx.repairDays.find(id)
    if (!day?.publish || dayState(day, undefined, ctx.now()) !== 'closed') throw new Refusal('repair_day_not_found')
    const evidence = await readEvidence(ctx, tx, day)
    return { ...head(ctx, day, lang), ...publicTally(evidence.tally), helpers: helperCount(ctx, evidence) }
  })
}

export function wholeReport(ctx: Ctx, actor: MemberActor, id: number, lang: Lang): Promise<DayReport> {
  return ctx.store.read(async (tx) => {
    const day = await tx.repairDays.find(id)
    if (!day || (day.state === 'draft' && actor.role !== 'admin')) throw new Refusal('repair_day_not_found')
    const evidence = await readEvidence(ctx, tx, day)
    const { tally, helped } = evidence
    const missed = (await tx.bookings.ofDay(id)).filter(({ state }) => state === 'missed').length
    const kinds = tally.kinds.map((kind) => ({ ...kind, outcomes: [...kind.outcomes] }))
    return { ...head(ctx, day, lang), ...tally, kinds, missed, helpers: helperCount(ctx, evidence), helped }
  })
}
