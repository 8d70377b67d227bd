import { Refusal } from '#contract/errors.ts'

export interface RosterSlot {
  readonly weekday: number
  readonly shift: number
  readonly workers: readonly string[]
  readonly leader: string
}

/** The absence of a member from one shift. `substitute` is empty without one. */
export interface Leave {
  readonly date: string
  readonly shift: number
  readonly member: string
  readonly substitute: string
}

/** In a stored roster the leader is one of the workers, each name occurs once, and each shift has one slot. */
export function tidySlots(sheet: readonly RosterSlot[]): RosterSlot[] {
  const seen = new Set<string>()
  return sheet.map(({ weekday, shift, workers, leader }, i) => {
    const key = `${weekday}/${shift}`
    if (seen.has(key)) throw new Refusal('bad_input', { field: `sheet[${i}]`, flaw: 'slot_twice', limit: key })
    seen.add(key)
    return { weekday, shift, workers: [...new Set(leader === '' ? workers : [...workers, leader])], leader }
  })
}

export function rosterNames(slots: readonly RosterSlot[]): string[] {
  return [...new Set(slots.flatMap(({ workers, leader }) => (leader === '' ? workers : [...workers, leader])))]
}

/** Returns the same object if the member is not in the roster. */
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
 * Each worker of the slot, or their substitute, who may be on leave too. A circular chain of substitutes yields no one.
 * Removed members are left out.
 */
export function presentMembers(
  workers: readonly string[],
  leaves: readonly Leave[],
  removed: ReadonlySet<string> = new Set(),
): string[] {
  const instead = new Map(leaves.map(({ member, substitute }) => [member, substitute]))
  const people = workers.map((worker) => {
    const visited = new Set<string>()
    let name = worker
    for (let next = instead.get(name); next !== undefined; next = instead.get(name)) {
      visited.add(name)
      name = visited.has(next) ? '' : next
    }
    return removed.has(name) ? '' : name
  })
  return [...new Set(people)].filter((name) => name !== '')
}

export type StaffingGap = 'nobody' | 'no_leader' | 'too_few'

export function staffingGaps(people: readonly string[], leader: string, minimum: number): StaffingGap[] {
  if (people.length === 0) return ['nobody']
  return [
    ...(people.includes(leader) ? [] : ['no_leader' as const]),
    ...(people.length < minimum ? ['too_few' as const] : []),
  ]
}
