import { Refusal } from '#contract/errors.ts'

/** The members that a roster plans for one shift of one weekday. */
export interface RosterSlot {
  readonly weekday: number
  readonly shift: number
  readonly workers: readonly string[]
  readonly leader: string
}

/** The absence of a member from one shift on one date, and the substitute; empty without one. */
export interface Leave {
  readonly date: string
  readonly shift: number
  readonly member: string
  readonly substitute: string
}

/** A roster as it is stored: the leader is one of the workers, each name occurs once, and a shift has one slot. */
export function tidySlots(sheet: readonly RosterSlot[]): RosterSlot[] {
  const seen = new Set<string>()
  return sheet.map(({ weekday, shift, workers, leader }, i) => {
    const key = `${weekday}/${shift}`
    if (seen.has(key)) throw new Refusal('bad_input', { field: `sheet[${i}]`, flaw: 'slot_twice', limit: key })
    seen.add(key)
    return { weekday, shift, workers: [...new Set(leader === '' ? workers : [...workers, leader])], leader }
  })
}

/** Every name a roster mentions. */
export function rosterNames(slots: readonly RosterSlot[]): string[] {
  return [...new Set(slots.flatMap(({ workers, leader }) => (leader === '' ? workers : [...workers, leader])))]
}

/** The roster with a member called otherwise; the very same object if they are not in it. */
export function renameInRoster(slots: readonly RosterSlot[], from: string, to: string): readonly RosterSlot[] {
  if (!rosterNames(slots).includes(from)) return slots
  const name = (old: string) => (old === from ? to : old)
  return slots.map((slot) => ({
    ...slot,
    workers: [...new Set(slot.workers.map(name))],
    leader: name(slot.leader),
  }))
}

/**
 * The members who come: each worker of the slot, or their substitute. A substitute may be on leave too; a chain of substitutes that ends
 * at its beginning has no one. Removed members do not come.
 */
export function presentMembers(
  workers: readonly string[],
  leaves: readonly Leave[],
  removed: ReadonlySet<string> = new Set(),
): string[] {
  const instead = new Map(leaves.map(({ member, substitute }) => [member, substitute]))
  const people = workers.map((worker) => {
    const asked = new Set<string>()
    let name = worker
    for (let next = instead.get(name); next !== undefined; next = instead.get(name)) {
      asked.add(name)
      name = asked.has(next) ? '' : next
    }
    return removed.has(name) ? '' : name
  })
  return [...new Set(people)].filter((name) => name !== '')
}

/** What is wrong with how a shift is staffed. */
export type StaffingGap = 'nobody' | 'no_leader' | 'too_few'

export function staffingGaps(people: readonly string[], leader: string, minimum: number): StaffingGap[] {
  if (people.length === 0) return ['nobody']
  return [
    ...(people.includes(leader) ? [] : ['no_leader' as const]),
    ...(people.length < minimum ? ['too_few' as const] : []),
  ]
}
