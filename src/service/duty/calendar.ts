import { Refusal } from '#contract/errors.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { type CalendarEvent, icalendar } from '#kit/ical.ts'
import { day, instantOf, localDate, wallClock } from '#kit/time.ts'
import {
  type DutyFacts,
  type DutyStatus,
  effectiveFrom,
  peopleOn,
  placeOf,
  shiftCalendar,
  visitingHours,
} from '#rules/duty/duty.ts'
import { unchanged, withEvent } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, perContext } from '../shared/context.ts'
import { lookBackDays } from '../shared/duty-memory.ts'
import { hashOf, newToken } from '../shared/secrets.ts'

const aheadDays = 180

/** An object, so that a caller can recognise an unchanged calendar. */
export interface CalendarText {
  readonly text: string
}

/** Caches the calendars of team and members. A change of anything in `restsOn` empties the cache. */
function calendarCache() {
  let rests: readonly unknown[] = []
  let kept = new Map<string, CalendarText>()
  return (restsOn: readonly unknown[], name: string, make: () => string): CalendarText => {
    if (restsOn.some((one, i) => one !== rests[i])) kept = new Map()
    rests = restsOn
    return kept.getOrInsertComputed(name, () => ({ text: make() }))
  }
}

const keptOf = perContext(() => calendarCache())

const host = (ctx: Ctx) => URL.parse(ctx.publicUrl)?.hostname || 'fettle'

/** Returns the same object until something changes. */
export function openingCalendar(ctx: Ctx, lang: Lang): CalendarText {
  const at = ctx.now()
  const facts = ctx.duty.facts()
  const current = ctx.settings.current()
  const { timeZone, teamName, place } = current
  const date = localDate(at, timeZone)
  return keptOf(ctx)([facts, current, date], lang, () => {
    const start = instantOf(date, timeZone) ?? at
    const events = visitingHours(facts, start, start + aheadDays * day).map((one) =>
      openingEvent(one, host(ctx), lang, textIn(place.name, lang)),
    )
    return icalendar({ name: teamName || 'Fettle', zone: timeZone, at, events })
  })
}

export function calendarWeek(ctx: Ctx) {
  return weekOf(ctx.duty.facts(), localDate(ctx.now(), ctx.settings.current().timeZone))
}

/** Makes a new secret address and ends the one before. Only the hash of the secret is stored. */
export function subscribeCalendar(ctx: Ctx, actor: MemberActor): Promise<string> {
  const key = newToken()
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    await tx.feeds.put(actor.memberId, hashOf(key), at)
    return withEvent(
      tx,
      { kind: 'calendar.subscribed', by: actor, at, member: actor.memberId },
      `${ctx.publicUrl}/member/calendar.ics?key=${key}`,
    )
  })
}

export function unsubscribeCalendar(ctx: Ctx, actor: MemberActor): Promise<void> {
  return ctx.store.change(async (tx) => {
    if (!(await tx.feeds.remove(actor.memberId))) return unchanged
    const event = { kind: 'calendar.unsubscribed', by: actor, at: ctx.now(), member: actor.memberId } as const
    return withEvent(tx, event)
  })
}

export async function calendarFeed(ctx: Ctx, key: string, lang: Lang): Promise<CalendarText> {
  const member = await ctx.store.read((tx) => tx.feeds.memberOf(hashOf(key)))
  if (!member) throw new Refusal('not_found')
  const at = ctx.now()
  const facts = ctx.duty.facts()
  const current = ctx.settings.current()
  const { teamName, timeZone, place } = current
  return keptOf(ctx)([facts, current, localDate(at, timeZone)], `${lang} ${member.id} ${member.name}`, () => {
    const start = instantOf(localDate(at, timeZone), timeZone) ?? at
    const special = visitingHours(facts, start, start + aheadDays * day).filter(({ duty }) => duty === 'others')
    const shifts = shiftsOf(facts, member.name, at).map((one) => ({
      uid: `${one.date}-${one.shift}-${member.id}@${host(ctx)}`,
      from: one.from,
      until: one.until,
      title: words[lang].duty.mine(one.shift),
      place: textIn(place.name, lang),
      text: words[lang].duty.with(one.people),
    }))
    // Special duty concerns all members.
    const events = [...shifts, ...special.map((one) => openingEvent(one, host(ctx), lang, textIn(place.name, lang)))]
    return icalendar({ name: `${teamName || 'Fettle'}: ${member.name}`, zone: timeZone, at, events })
  })
}

function weekOf(facts: DutyFacts, today: string) {
  const { timeZone, closedDays } = facts.term
  const first = Temporal.PlainDate.from(today)
  const [from = 0, until = 0] = [0, 7].map((days) => instantOf(first.add({ days }).toString(), timeZone))
  // A shift that began yesterday is shown today.
  const byDate = Map.groupBy(visitingHours(facts, from, until), ({ interval }) =>
    localDate(Math.max(interval.from, from), timeZone),
  )
  return Array.from({ length: 7 }, (_, days) => {
    const date = first.add({ days })
    const name = date.toString()
    const closed = shiftCalendar(facts).isClosed(name)
    return {
      date: name,
      weekday: date.dayOfWeek,
      closed: (closed && closedDays.find((one) => one.from <= name && name <= one.until)?.name) || '',
      open: (byDate.get(name) ?? []).map((one) => ({
        shift: one.duty,
        from: wallClock(one.interval.from, timeZone),
        until: wallClock(one.interval.until, timeZone),
        place: placeOf(one),
      })),
    }
  })
}

const noTitle = { zh_CN: '', en_US: '' }

/** Only special duty has its own place. */
function openingEvent(
  { interval: { source, from, until }, duty }: DutyStatus,
  host: string,
  lang: Lang,
  place: string,
): CalendarEvent {
  const written = source && 'written' in source ? source.written : undefined
  const shift = source && 'shift' in source ? source.shift : undefined
  const name = shift ? `${shift.date}-${shift.shift}` : `written-${written?.id ?? 0}`
  const start = shift ? shift.from : written && effectiveFrom(written)
  // Special duty can split a shift. All parts but the first get their start in the id.
  const piece = from === start ? '' : `-${new Date(from).toISOString()}`
  return {
    uid: `${name}${piece}@${host}`,
    from,
    until,
    title: textIn(written?.repairDay?.title ?? noTitle, lang) || words[lang].duty.open(duty),
    place: written?.place || place,
  }
}

function shiftsOf(facts: DutyFacts, member: string, at: number) {
  const days = shiftCalendar(facts)
  const today = Temporal.PlainDate.from(localDate(at, facts.term.timeZone))
  const dates = Array.from({ length: lookBackDays + aheadDays }, (_, i) =>
    today.add({ days: i - lookBackDays }).toString(),
  )
  return dates.flatMap((date) =>
    days.slotsOn(date).flatMap(({ shift }) => {
      const hours = days.hoursOf(date, shift)
      const people = peopleOn(facts, date, shift)
      return hours && people.includes(member) ? [{ ...hours, people }] : []
    }),
  )
}
