import { Refusal } from '#contract/errors.ts'
import type { Slot } from './shifts.ts'

/** Somebody who does not come to one shift on one date, and who comes instead, if anybody does. */
export interface Leave {
  readonly date: string
  readonly shift: number
  readonly member: string
  readonly substitute: string
}

/** A roster as it is kept: the leader is one of the workers, nobody is named twice, and there is one slot for a shift. */
export function tidySlots(sheet: readonly Slot[]): Slot[] {
  const seen = new Set<string>()
  return sheet.map(({ weekday, shift, workers, leader }, i) => {
    const key = `${weekday}/${shift}`
    if (seen.has(key)) throw new Refusal('bad_input', { field: `sheet[${i}]`, flaw: 'slot_twice', limit: key })
    seen.add(key)
    return { weekday, shift, workers: [...new Set(leader === '' ? workers : [...workers, leader])], leader }
  })
}

/** Every name a roster mentions. */
export function namesIn(slots: readonly Slot[]): string[] {
  return [...new Set(slots.flatMap(({ workers, leader }) => (leader === '' ? workers : [...workers, leader])))]
}

/** The roster with a member called otherwise; the very same object if they are not in it. */
export function renamed(slots: readonly Slot[], from: string, to: string): readonly Slot[] {
  if (!namesIn(slots).includes(from)) return slots
  const name = (old: string) => (old === from ? to : old)
  return slots.map((slot) => ({
    ...slot,
    workers: [...new Set(slot.workers.map(name))],
    leader: name(slot.leader),
  }))
}

/**
 * Who is really there: the slot's workers, with those on leave gone and their substitutes in their place. A substitute may
 * be on leave in turn, so each leave is applied once, as soon as the person it is about is there.
 */
export function present(workers: readonly string[], leaves: readonly Leave[]): string[] {
  let people = [...workers]
  let left = [...leaves]
  for (;;) {
    const leave = left.find(({ member }) => people.includes(member))
    if (!leave) return [...new Set(people)]
    left = left.filter((other) => other !== leave)
    people = people.flatMap((name) => {
      if (name !== leave.member) return [name]
      return leave.substitute === '' ? [] : [leave.substitute]
    })
  }
}

/** What is wrong with how a shift is staffed. */
export type Gap = 'nobody' | 'no_leader' | 'too_few'

export function gapsOf(people: readonly string[], leader: string, minimum: number): Gap[] {
  if (people.length === 0) return ['nobody']
  return [
    ...(people.includes(leader) ? [] : ['no_leader' as const]),
    ...(people.length < minimum ? ['too_few' as const] : []),
  ]
}
