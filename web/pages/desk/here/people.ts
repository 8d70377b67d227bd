import type { HereNow, OpenShift } from '#web/components/hours/shifts.ts'

/** Somebody who can be tapped: who comes, for which shift, or who goes. */
export interface Attendee {
  readonly member: number
  readonly name: string
  readonly shift: string
  /** Since when they are here. */
  readonly since?: string
}

export const attendeeKey = ({ member, shift }: Attendee) => `${member} ${shift}`

/** Those whom the roster has here and those who are, in the order in which the page has seen them; new ones come last. So nobody moves away from under a finger. */
export function seenNow(now: HereNow, seen: readonly string[]): readonly string[] {
  const fresh = [...now.expected, ...now.here].map(attendeeKey).filter((key) => !seen.includes(key))
  return fresh.length === 0 ? seen : [...seen, ...new Set(fresh)]
}

/**
 * Everybody whose name has in it what somebody typed. Before something is typed, of those who are neither here nor expected only who was seen
 * here and who looks at the page are shown: the list would be long.
 */
export function shownPeople(
  now: HereNow,
  colleagues: readonly { readonly id: number; readonly name: string }[],
  { typed, me, shift, seen }: { typed: string; me: number; shift: OpenShift | undefined; seen: readonly string[] },
): readonly Attendee[] {
  const wanted = typed.normalize('NFKC').trim().toLowerCase()
  const isMeant = ({ name }: { name: string }) => name.toLowerCase().includes(wanted)
  const known: readonly Attendee[] = [...now.expected, ...now.here]
  const others = shift
    ? colleagues
        .map(({ id, name }): Attendee => ({ member: id, name, shift: shift.shift }))
        .filter((one) => !known.some(({ member }) => member === one.member))
        .filter((one) => wanted || one.member === me || seen.includes(attendeeKey(one)))
    : []
  const place = (one: Attendee) => (seen.includes(attendeeKey(one)) ? seen.indexOf(attendeeKey(one)) : seen.length)
  return [...known, ...others].filter(isMeant).sort((a, b) => place(a) - place(b))
}
