import type { HereNow, OpenShift } from '#web/parts/hours/shifts.ts'

/** Somebody who can be tapped: who comes, for which shift, or who goes. */
export interface Tap {
  readonly member: number
  readonly name: string
  readonly shift: string
  /** Since when they are here. */
  readonly since?: string
}

export interface People {
  readonly expected: readonly Tap[]
  readonly here: readonly Tap[]
  readonly others: readonly Tap[]
}

/**
 * Everybody whose name has in it what somebody typed. Those whom the roster has here come first. Of all the others only who looks at the page is
 * shown before something is typed: the list would be long.
 */
export function peopleIn(
  now: HereNow,
  colleagues: readonly { readonly id: number; readonly name: string }[],
  { typed, me, shift }: { typed: string; me: number; shift: OpenShift | undefined },
): People {
  const wanted = typed.normalize('NFKC').trim().toLowerCase()
  const isMeant = ({ name }: { name: string }) => name.toLowerCase().includes(wanted)
  const known = new Set([...now.here, ...now.expected].map(({ member }) => member))
  return {
    expected: now.expected.filter(isMeant),
    here: now.here.filter(isMeant),
    others: shift
      ? colleagues
          .filter((one) => !known.has(one.id) && (wanted ? isMeant(one) : one.id === me))
          .map(({ id, name }) => ({ member: id, name, shift: shift.shift }))
      : [],
  }
}
