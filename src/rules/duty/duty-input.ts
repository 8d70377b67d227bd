import type { SituationInput } from '#contract/duty/duty.ts'
import { Refusal, type SituationRule } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { instantOf, isDate } from '#kit/time.ts'
import type { NewDutyEntry } from './duty.ts'

/** Refuses contradictory or past situations, and names the rule. */
export function readSituation(input: SituationInput, zone: string, now: number): NewDutyEntry {
  const {
    currentDuty: duty,
    inDutyCnt,
    otherDutyTime = '',
    offDutyReason = '',
    place = '',
    dutyRecoverTime = '',
  } = input
  const kind = kindOf(duty)
  if (kind === 'off' || kind === 'ended') {
    if (input.isInDuty) refuse(`${kind}_in_duty`)
    if (inDutyCnt !== undefined && inDutyCnt !== 0) refuse(`${kind}_count`)
    if (kind === 'off' && offDutyReason.trim() === '') refuse('off_reason')
  } else {
    if (!input.isInDuty) refuse(`${kind}_out_of_duty`)
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
    ...(others ? interval(otherDutyTime, zone, now) : { from: null, until: null, time: '' }),
  }
}

function kindOf(duty: string): 'off' | 'ended' | 'others' | 'shift' {
  if (duty === 'off' || duty === 'others') return duty
  if (duty === '0') return 'ended'
  if (/^[1-9]\d*$/.test(duty) && Number(duty) <= limits.shift) return 'shift'
  return refuse('unknown_duty')
}

const date = String.raw`\d{4}[-/]\d{1,2}[-/]\d{1,2}`
const time = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?`
const between = String.raw`(?:\s*[/~至到–—]\s*|\s+-\s+)`
const shape = new RegExp(`^(${date})[Tt ]+(${time})${between}(?:(${date})[Tt ]+)?(${time})$`)

/** `<start>/<end>` on the team's clock, and the ways in which people write that. */
function interval(text: string, zone: string, now: number): { from: number; until: number; time: string } {
  const read = shape.exec(text.normalize('NFKC').trim()) ?? refuse('time_unreadable')
  const [, day = '', first = '', lastDay = day, last = ''] = read
  const [start, end] = [canonical(day, first), canonical(lastDay, last)]
  const from = instantOf(start, zone) ?? refuse('time_unreadable')
  const until = instantOf(end, zone) ?? refuse('time_unreadable')
  if (until <= from) refuse('ends_before_start')
  if (until <= now) refuse('others_over')
  return { from, until, time: `${start}/${end}` }
}

/** As the interface writes timestamps. The text is stored, so that no digit is lost. */
function canonical(day: string, time: string): string {
  const numbers = [...day.split(/[-/]/), ...time.split(/[:.]/)]
  const [year = '', month = '', date = '', hour = '', minute = '', second = '00', fraction = ''] = numbers
  const two = (digits: string) => digits.padStart(2, '0')
  const text = `${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:${second}.${fraction.padEnd(6, '0')}`
  const midnight = text.replace('T24:00:00.000000', '')
  if (midnight === text || !isDate(midnight)) return text
  return `${Temporal.PlainDate.from(midnight).add({ days: 1 })}T00:00:00.000000`
}

function refuse(rule: SituationRule): never {
  throw new Refusal('bad_situation', { rule })
}
