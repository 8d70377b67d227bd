import { Refusal } from '#contract/errors.ts'
import type { TextPerLanguage } from '#contract/languages.ts'
import type { HelperDuty, HelperState } from '#contract/repair-days/day-states.ts'
import { day, hour } from '#kit/time.ts'

/** The moves of a helper. A row that ended is used again when the same member signs up again. */
export const helperMoves: Readonly<Record<HelperState, readonly HelperState[]>> = {
  waiting: ['signed', 'asked', 'off'],
  asked: ['signed', 'declined', 'lapsed', 'off'],
  signed: ['off'],
  declined: ['signed', 'waiting'],
  lapsed: ['signed', 'waiting'],
  off: ['signed', 'waiting'],
}

const holding: ReadonlySet<HelperState> = new Set(['signed', 'asked'])
/** True while a helper has a place, or it is kept for them. */
export const holdsRole = ({ state }: Pick<Helper, 'state'>): boolean => holding.has(state)
/** True while a helper has a place, or wants one. */
export const isHelping = (one: Pick<Helper, 'state'>): boolean => holdsRole(one) || one.state === 'waiting'

export interface Helper {
  readonly id: number
  readonly role: number
  readonly member: number
  readonly state: HelperState
  /** The order of requests on the day. */
  readonly position: number
  readonly askedUntil: number | null
}

export interface PlannedRole {
  /** Absent for a new role. */
  readonly id?: number
  readonly name: TextPerLanguage
  readonly duty: HelperDuty
  /** What is mended; null for everything, and for other duties. */
  readonly kind: number | null
  readonly places: number
}
export type HelperRole = PlannedRole & { readonly id: number }

/** A helper that changes. */
export interface HelperChange {
  readonly id: number
  readonly state: HelperState
  readonly askedUntil: number | null
}

interface HelpClock {
  readonly from: number
  readonly helpUntil: number | null
}

/** Until when helpers sign up and off. */
export const helpLimit = ({ from, helpUntil }: HelpClock): number => helpUntil ?? from

export function freeRolePlaces({ id, places }: HelperRole, helpers: readonly Helper[]): number {
  return Math.max(0, places - helpers.filter((one) => one.role === id && holdsRole(one)).length)
}

/** Those who wait for a role, in order. */
function waitingFor(role: number, helpers: readonly Helper[]): Helper[] {
  return helpers
    .filter((one) => one.role === role && one.state === 'waiting')
    .toSorted((a, b) => a.position - b.position)
}

/** `undefined` if nothing changes. Who is asked can say yes also after the limit. */
export function signUp(
  dayOf: HelpClock,
  role: HelperRole,
  helpers: readonly Helper[],
  member: number,
  at: number,
): 'signed' | 'waiting' | undefined {
  const own = helpers.find((one) => one.role === role.id && one.member === member)
  if (own?.state === 'asked') return 'signed'
  if (own && isHelping(own)) return undefined
  if (helpLimit(dayOf) <= at) throw new Refusal('help_over')
  return freeRolePlaces(role, helpers) > waitingFor(role.id, helpers).length ? 'signed' : 'waiting'
}

/** Who is asked can say no also after the limit. */
export function signOff(dayOf: HelpClock, own: Helper | undefined, at: number): HelperChange {
  if (!own || !isHelping(own)) throw new Refusal('helper_not_found')
  if (own.state === 'asked') return { id: own.id, state: 'declined', askedUntil: null }
  if (helpLimit(dayOf) <= at) throw new Refusal('help_over')
  return takenOff(own)
}

export const takenOff = ({ id }: Helper): HelperChange => ({ id, state: 'off', askedUntil: null })

/** Refuses to give a member a place that the role does not have. `false` if the member has one. */
export function needsPlace(role: HelperRole, helpers: readonly Helper[], member: number): boolean {
  const own = helpers.find((one) => one.role === role.id && one.member === member)
  if (own?.state === 'signed') return false
  if (own?.state !== 'asked' && freeRolePlaces(role, helpers) === 0) throw new Refusal('role_full')
  return true
}

/** Asks whose time is over. */
export function lapsedAsks(helpers: readonly Helper[], at: number): HelperChange[] {
  return helpers
    .filter(({ state, askedUntil }) => state === 'asked' && (askedUntil ?? at) <= at)
    .map(({ id }) => ({ id, state: 'lapsed', askedUntil: null }))
}

/** Asks the first who wait for each free place. They have some hours to answer, at the latest until the day begins. */
export function asksFor(
  { from, offerHours }: HelpClock & { readonly offerHours: number },
  roles: readonly HelperRole[],
  helpers: readonly Helper[],
  at: number,
): HelperChange[] {
  if (from <= at) return []
  const askedUntil = Math.min(at + offerHours * hour, from)
  return roles.flatMap((role) =>
    waitingFor(role.id, helpers)
      .slice(0, freeRolePlaces(role, helpers))
      .map(({ id }) => ({ id, state: 'asked' as const, askedUntil })),
  )
}

/** Refuses a plan that takes away a role, or places that helpers have. */
export function assertRolesKept(next: readonly PlannedRole[], helpers: readonly Helper[]): void {
  for (const [role, all] of Map.groupBy(helpers.filter(isHelping), (one) => one.role)) {
    const kept = next.find(({ id }) => id === role)
    const held = all.filter(holdsRole).length
    if (!kept || kept.places < held) throw new Refusal('role_taken', { helpers: kept ? held : all.length })
  }
}

/** A kind is one of those that are mended on the day, and only for mending. */
export function assertRoles(roles: readonly PlannedRole[], kinds: readonly number[]): void {
  for (const [i, { duty, kind, name }] of roles.entries()) {
    const at = `roles[${i}]`
    if (kind !== null && (duty !== 'mend' || !kinds.includes(kind)))
      throw new Refusal('bad_input', { field: `${at}.kind`, flaw: 'not_fitting' })
    if (duty === 'own' && Object.values(name).every((text) => text.trim() === ''))
      throw new Refusal('bad_input', { field: `${at}.name`, flaw: 'missing' })
  }
}

/** How long before a day administrators hear of gaps. */
const gapAhead = 7 * day

/** The roles that lack helpers, from a week before the day until it begins. */
export function roleGaps({ from }: HelpClock, roles: readonly HelperRole[], helpers: readonly Helper[], at: number) {
  if (at < from - gapAhead || from <= at) return []
  return roles.flatMap((role) => {
    const signed = helpers.filter((one) => one.role === role.id && one.state === 'signed').length
    return signed < role.places ? [{ role, missing: role.places - signed }] : []
  })
}
