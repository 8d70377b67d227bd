import { Refusal } from '#contract/errors.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { freeOfDay } from '#rules/repair-days/bookings.ts'
import { freeRolePlaces, type HelperRole, helpLimit, isHelping } from '#rules/repair-days/helpers.ts'
import { dayState, isComing } from '#rules/repair-days/states.ts'
import type { BookingRecord } from '#store/repair-days/bookings.ts'
import type { HelperRecord } from '#store/repair-days/helpers.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { placeOfDay } from './special-duty.ts'

export function helpingDays(ctx: Ctx, actor: MemberActor, lang: Lang): Promise<{ list: DayHelpers[] }> {
  return ctx.store.read(async (tx) => {
    const days = await tx.repairDays.announcedUntil(ctx.now())
    const ids = days.map(({ id }) => id)
    const [roles, helpers, bookings] = [
      await tx.helpers.rolesOf(ids),
      await tx.helpers.ofDays(ids),
      await tx.bookings.ofDays(ids),
    ]
    const list = days.map((day) =>
      view(ctx, actor, lang, day, {
        roles: roles.get(day.id) ?? [],
        helpers: helpers.get(day.id) ?? [],
        bookings: bookings.get(day.id) ?? [],
      }),
    )
    return { list }
  })
}

/** A draft is shown to those who plan it. */
export function helpersOfDay(ctx: Ctx, actor: MemberActor, id: number, lang: Lang): Promise<DayHelpers> {
  return ctx.store.read(async (tx) => {
    const day = await tx.repairDays.find(id)
    if (!day || (day.state === 'draft' && actor.role !== 'admin')) throw new Refusal('repair_day_not_found')
    const staff = { roles: await tx.helpers.rolesOfDay(id), helpers: await tx.helpers.ofDay(id) }
    return view(ctx, actor, lang, day, { ...staff, bookings: await tx.bookings.ofDay(id) })
  })
}

interface Staff {
  readonly roles: readonly HelperRole[]
  readonly helpers: readonly HelperRecord[]
  readonly bookings: readonly BookingRecord[]
}

const order = { signed: 0, asked: 1, waiting: 2, declined: 3, lapsed: 3, off: 3 }

function view(
  ctx: Ctx,
  { memberId }: MemberActor,
  lang: Lang,
  day: RepairDayRecord,
  { roles, helpers, bookings }: Staff,
): DayHelpers {
  const at = ctx.now()
  const until = (moment: number | null) => (moment === null ? '' : timeText(ctx, moment))
  return {
    id: day.id,
    title: textIn(day.title, lang),
    state: dayState(day, freeOfDay(day, bookings, at), at),
    from: timeText(ctx, day.from),
    until: timeText(ctx, day.until),
    place: textIn(placeOfDay(ctx, day).name, lang),
    helpUntil: timeText(ctx, helpLimit(day)),
    open: isComing(day, at) && at < helpLimit(day),
    roles: roles.map((role) => {
      const own = helpers.find((one) => one.role === role.id && one.member === memberId)
      return {
        ...role,
        free: isComing(day, at) ? freeRolePlaces(role, helpers) : 0,
        state: own?.state ?? '',
        askedUntil: until(own?.askedUntil ?? null),
        helpers: helpers
          .filter((one) => one.role === role.id && isHelping(one))
          .toSorted((a, b) => order[a.state] - order[b.state])
          .map(({ member, name, state, askedUntil }) => ({ member, name, state, askedUntil: until(askedUntil) })),
      }
    }),
  }
}
