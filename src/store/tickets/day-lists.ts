import { type RawBuilder, sql } from 'kysely'
import { statusesIn, statusMeaning } from '#contract/codes.ts'
import { day } from '#kit/time.ts'
import { literals } from '../engine/index.ts'

/**
 * Each day (UTC) has lists of created, repaired and unrepairable tickets, and of the repairs of each member. Only their
 * lengths are stored; statistics are sums of these.
 */
export const dayLevel = 4
const first = 2 ** 32
export const firstMemberDayList = 2 ** 40
export const memberDayStride = 2 ** 24

const kinds = ['created', 'repaired', 'unrepairable'] as const
export type Milestone = (typeof kinds)[number]

export const isDayList = (list: number) => list >= first

export const dayList = (kind: Milestone, dayNumber: number) => first + 4 * dayNumber + kinds.indexOf(kind)
export const milestoneOf = (list: number) => kinds[list % 4] as Milestone // the fourth number is not used
export const memberDayList = (memberId: number, dayNumber: number) =>
  firstMemberDayList + memberDayStride * dayNumber + memberId

export interface TicketDates {
  readonly status: number
  readonly created_at: number
  readonly finished_at: number | null
}

export function dayListsOf({ status, created_at, finished_at }: TicketDates, workers: readonly number[]): number[] {
  const created = dayList('created', Math.floor(created_at / day))
  const { phase, repaired } = statusMeaning(status)
  if (phase !== 'finished' || finished_at === null) return [created]
  const finished = Math.floor(finished_at / day)
  if (!repaired) return [created, dayList('unrepairable', finished)]
  return [created, dayList('repaired', finished), ...workers.map((id) => memberDayList(id, finished))]
}

const finished = (repaired: boolean) =>
  literals(statusesIn('finished').filter((status) => statusMeaning(status).repaired === repaired))

/** The `+` keeps SQLite from using the index by status. */
export const milestones: Readonly<Record<Milestone, { at: RawBuilder<number>; which: RawBuilder<boolean> }>> = {
  created: { at: sql`ticket.created_at`, which: sql`1 = 1` },
  repaired: { at: sql`ticket.finished_at`, which: sql`+ticket.status in (${finished(true)})` },
  unrepairable: { at: sql`ticket.finished_at`, which: sql`+ticket.status in (${finished(false)})` },
}

/** Computes lists from tickets: a row for each ticket in each list. */
export interface DayListSource {
  readonly lists: RawBuilder<boolean>
  readonly at: RawBuilder<number>
  rows(only: RawBuilder<boolean>): RawBuilder<unknown>
}

const dayNumber = (at: RawBuilder<number>) => sql`(${at} / ${sql.lit(day)})`

export const milestoneSources = kinds.map((kind, i): DayListSource => {
  const { at, which } = milestones[kind]
  const list = sql`${sql.lit(first + i)} + 4 * ${dayNumber(at)}`
  return {
    lists: sql`list >= ${sql.lit(first)} and list < ${sql.lit(firstMemberDayList)} and list % 4 = ${sql.lit(i)}`,
    at,
    rows: (only) => sql`select ${list} as list, ticket.id from ticket where ${which} and ${at} is not null and ${only}`,
  }
})

const { at, which } = milestones.repaired
const list = sql`${sql.lit(firstMemberDayList)} + ${sql.lit(memberDayStride)} * ${dayNumber(at)} + worker.member_id`
export const memberDaySource: DayListSource = {
  lists: sql`list >= ${sql.lit(firstMemberDayList)}`,
  at,
  // SQLite keeps the order of a cross join.
  rows: (only) => sql`
    select ${list} as list, ticket.id from ticket cross join worker
    where worker.ticket_id = ticket.id and ${which} and ${at} is not null and ${only}`,
}

export const dayListSources = [...milestoneSources, memberDaySource]

export function dayListSourceOf(list: number) {
  const ofMember = list >= firstMemberDayList
  const source = ofMember ? memberDaySource : milestoneSources[list % 4]
  if (!source) throw new Error('this list does not exist')
  return {
    source,
    from: day * Math.floor(ofMember ? (list - firstMemberDayList) / memberDayStride : (list - first) / 4),
  }
}
