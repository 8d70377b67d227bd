import { duration } from '#client/duration.ts'
import { type HereNow, othersOnShift, shiftProgress, shiftToSignIn, timesOf } from '#client/shift-sign-in.ts'
import { timeOfDay } from '#client/time.ts'
import { hourWords } from '#client/words/hours.ts'
import { language, textsOf } from '../../lib/language.ts'
import type { api } from '../../lib/session.ts'

export type Line = Awaited<ReturnType<typeof api.hours.signIn>>

/** A team that does not sign in. */
export const noSigning: HereNow = { on: false, desk: false, here: [], shifts: [], expected: [] }

export interface Signing {
  readonly head: string
  readonly about: readonly string[]
  readonly present: boolean
  readonly shifts: readonly { readonly shift: string; readonly name: string; readonly about: string }[]
}

export function signingOf(now: HereNow, me: number, clock: string, ended: Line | null): Signing {
  const words = textsOf(hourWords)
  const lang = language.current()
  const present = now.here.find(({ member }) => member === me)
  const others = now.shifts.filter(({ shift }) => shift !== present?.shift)
  const shifts = others.map((one) => ({
    shift: one.shift,
    name: present ? words.goOnWith(words.shift(one.shift)) : words.signInFor(words.shift(one.shift)),
    about: [timesOf(one), one.mine && words.yours].filter(Boolean).join(' · '),
  }))
  if (present) {
    const running = now.shifts.find(({ shift }) => shift === present.shift)
    const names = othersOnShift(now.here, present).join(words.names)
    const { with: inCompany, alone } = words
    const what = [words.shift(present.shift), running && timesOf(running), words.since(timeOfDay(present.since))]
    const about = [
      what.filter(Boolean).join(' · '),
      running ? left(running, clock) : words.over,
      names ? inCompany(names) : alone,
    ]
    return { head: words.isIn, about, present: true, shifts }
  }
  if (ended) {
    const times = timesOf({ from: ended.arrival, until: ended.leaving })
    const thanks = words.thanks(words.shift(ended.shift), times, duration(ended.minutes, lang))
    return { head: words.outNow, about: [thanks], present: false, shifts }
  }
  if (now.shifts.length === 0) return { head: words.noShift, about: [words.noShiftAbout], present: false, shifts }
  return { head: words.isOut, about: [], present: false, shifts }
}

function left(shift: HereNow['shifts'][number], clock: string): string {
  const words = textsOf(hourWords)
  const lang = language.current()
  const place = shiftProgress(shift, clock)
  if ('before' in place) return words.begins(timeOfDay(shift.from), duration(place.before, lang))
  return words.left(timeOfDay(shift.until), duration(place.left, lang))
}

/** The shift to sign in for at once with a code; none if the member is signed in already. */
export function wantedShift(now: HereNow, me: number): string | undefined {
  return now.here.some(({ member }) => member === me) ? undefined : shiftToSignIn(now.shifts)?.shift
}

const goodForMs = 60_000
export interface BoardCode {
  readonly code: string
  readonly at: number
}
export const isCodeValid = ({ code, at }: BoardCode): boolean => code !== '' && Math.abs(Date.now() - at) < goodForMs
export const noCode: BoardCode = { code: '', at: 0 }
