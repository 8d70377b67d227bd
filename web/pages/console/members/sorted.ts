import type { Member } from '#web/data/queries.ts'

export const memberSorts = ['newest', 'name', 'stuid', 'seen'] as const
export type MemberSort = (typeof memberSorts)[number]

const orders: Readonly<Record<MemberSort, (a: Member, b: Member) => number>> = {
  newest: () => 0,
  name: (a, b) => a.name.localeCompare(b.name, 'zh-CN'),
  // Members without a student ID come last.
  stuid: (a, b) => Number(a.stuid === '') - Number(b.stuid === '') || a.stuid.localeCompare(b.stuid),
  seen: (a, b) => b.lastSeen.localeCompare(a.lastSeen),
}

/** The service lists the newest first. Removed members come last. */
export const sortedMembers = (list: readonly Member[], by: MemberSort): Member[] =>
  list.toSorted((a, b) => Number(b.active) - Number(a.active) || orders[by](a, b))
