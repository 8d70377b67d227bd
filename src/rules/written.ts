import type { Wish } from '#contract/duty.ts'
import { Refusal, type SituationRule } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { instantOf } from '#kit/time.ts'
import type { Written } from './duty.ts'

/** What was wished once its parts are known to fit together. */
export type SoundWish = Omit<Written, 'id' | 'at'>

/** Refuses what does not fit together, naming the rule. */
export function soundWish(wish: Wish, zone: string): SoundWish {
  const {
    currentDuty: duty,
    inDutyCnt,
    otherDutyTime = '',
    offDutyReason = '',
    place = '',
    dutyRecoverTime = '',
  } = wish
  const kind = kindOf(duty)
  if (kind === 'off' || kind === 'ended') {
    if (wish.isInDuty) refuse(`${kind}_in_duty`)
    if (inDutyCnt !== undefined && inDutyCnt !== 0) refuse(`${kind}_count`)
    if (kind === 'off' && offDutyReason.trim() === '') refuse('off_reason')
  } else {
    if (!wish.isInDuty) refuse(`${kind}_out_of_duty`)
    if (offDutyReason !== '') refuse('reason_in_duty')
    if (dutyRecoverTime !== '') refuse('recovery_in_duty')
  }
  const others = kind === 'others'
  if (!others && place !== '') refuse('place_without_others')
  if (!others && otherDutyTime !== '') refuse('time_without_others')
  if (others && place.trim() === '') refuse('others_place')
  if (others && otherDutyTime.trim() === '') refuse('others_time')
  return {
    duty: kind === 'shift' ? String(Number(duty)) : duty,
    count: inDutyCnt ?? null,
    place,
    reason: offDutyReason,
    recover: dutyRecoverTime,
    ...(others ? interval(otherDutyTime, zone) : { from: null, until: null, time: '' }),
  }
}

function kindOf(duty: string): 'off' | 'ended' | 'others' | 'shift' {
  if (duty === 'off' || duty === 'others') return duty
  if (duty === '0') return 'ended'
  if (/^[1-9]\d*$/.test(duty) && Number(duty) <= limits.shift) return 'shift'
  return refuse('unknown_duty')
}

const moment = String.raw`(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)`
const shape = new RegExp(String.raw`^\s*${moment}\s*(?:/|~|\s-\s)\s*${moment}\s*$`)

/** `<start>/<end>` of the team's wall clock, also with ` - ` or `~` between, a space for the `T`, and without seconds. */
function interval(text: string, zone: string): { from: number; until: number; time: string } {
  const [, start = '', end = ''] = shape.exec(text) ?? refuse('time_unreadable')
  const from = instantOf(start, zone) ?? refuse('time_unreadable')
  const until = instantOf(end, zone) ?? refuse('time_unreadable')
  if (until <= from) refuse('ends_before_start')
  return { from, until, time: `${canonical(start)}/${canonical(end)}` }
}

/** As the interface writes timestamps; the text is kept, so that it comes back to the last digit. */
function canonical(text: string): string {
  return Temporal.PlainDateTime.from(text.replace(' ', 'T')).toString({ fractionalSecondDigits: 6 })
}

function refuse(rule: SituationRule): never {
  throw new Refusal('bad_situation', { rule })
}
