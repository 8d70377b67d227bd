import type { HereNow, OpenShift } from '#client/shift-sign-in.ts'

export interface Attendee {
  readonly member: number
  readonly name: string
  readonly shift: string
  readonly since?: string
}

export const attendeeKey = ({ member, shift }: Attendee) => `${member} ${shift}`

/** In the order in which the page first listed them; new ones come last, so that no name moves under a finger. */
export function seenNow(now: HereNow, seen: readonly string[]): readonly string[] {
  const fresh = [...now.expected, ...now.here].map(attendeeKey).filter((key) => !seen.includes(key))
  return fresh.length === 0 ? seen : [...seen, ...new Set(fresh)]
}

/** Without a search, members who are expected or here, whom the page has listed before, or who use it now. */
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
