import { limits } from '../limits.ts'
import { countedNoun } from './counted.ts'
import type { FieldWords } from './words.ts'

export const situationRules: FieldWords['situationRules'] = {
  unknown_duty: (name) => `${name('currentDuty')} must be a shift number from 1 to 99, "others", "0" or "off".`,
  off_in_duty: (name) => `No one is on duty while duty is paused: ${name('isInDuty')} must be false.`,
  off_count: (name) => `No one is on duty while duty is paused: ${name('inDutyCnt')} must be 0 or empty.`,
  off_reason: (name) => `To pause duty, give a reason in ${name('offDutyReason')}.`,
  ended_in_duty: (name) => `${name('currentDuty')} 0 means that duty has ended: ${name('isInDuty')} must be false.`,
  ended_count: (name) => `${name('currentDuty')} 0 means that duty has ended: ${name('inDutyCnt')} must be 0 or empty.`,
  shift_out_of_duty: (name) => `A shift number means that duty is running: ${name('isInDuty')} must be true.`,
  others_out_of_duty: (name) => `Special duty means that duty is running: ${name('isInDuty')} must be true.`,
  reason_in_duty: (name) => `${name('offDutyReason')} must be empty while duty is running.`,
  recovery_in_duty: (name) => `${name('dutyRecoverTime')} must be empty while duty is running.`,
  place_without_others: (name) => `Only special duty ("others") has a place: ${name('place')} must be empty.`,
  time_without_others: (name) => `Only special duty ("others") has a time: ${name('otherDutyTime')} must be empty.`,
  others_place: () => 'Special duty needs a place.',
  others_time: (name) => `Special duty needs a time in ${name('otherDutyTime')}, as <start>/<end>.`,
  time_unreadable: (name) =>
    `${name('otherDutyTime')} must be <start>/<end>, such as 2026-11-15T09:30:00.000000/2026-11-15T11:30:00.000000 or 2026-11-15 9:30 - 11:30.`,
  ends_before_start: () => 'Special duty must end after it starts.',
  others_over: () => 'This special duty is already over: its end must be in the future.',
}

export const flaws: FieldWords['flaws'] = {
  missing: (field) => `${field} is missing.`,
  not_fitting: (field) => `${field} does not fit the other fields.`,
  given_twice: (field) => `${field} is given twice with different values.`,
  not_text: (field) => `${field} must be text.`,
  not_integer: (field) => `${field} must be a whole number.`,
  not_boolean: (field) => `${field} must be true or false.`,
  not_list: (field) => `${field} must be a list.`,
  not_object: (field) => `${field} must be an object.`,
  not_one_of: (field, limit) => `${field} must be one of: ${limit}.`,
  too_short: (field, limit) =>
    limit === 1 ? `${field} must not be empty.` : `${field} needs at least ${limit} characters.`,
  too_long: (field, limit) => `${field} may have at most ${countedNoun(limit, 'character')}.`,
  too_small: (field, limit) => `${field} must be at least ${limit}.`,
  too_big: (field, limit) => `${field} must be at most ${limit}.`,
  too_many: (field, limit) => `${field} may have at most ${countedNoun(limit, 'entry', 'entries')}.`,
  too_many_days: (field, limit) => `${field} must be within ${countedNoun(limit, 'day')} of the first day.`,
  bad_characters: (field) => `${field} contains invisible characters or characters that change the text direction.`,
  not_a_phone: (field) => `${field} must be a phone number: digits, "+", "-" and spaces, at least 5 digits.`,
  not_a_mail: (field) => `${field} must be an email address.`,
  not_a_link: (field) => `${field} must be a link that begins with https://.`,
  not_a_time: (field) => `${field} must be a time of day such as 09:30.`,
  not_a_date: (field) => `${field} must be a date such as 2026-11-15.`,
  not_a_moment: (field) => `${field} must be a date such as 2026-11-15, or a date and time such as 2026-11-15T09:30.`,
  not_a_zone: (field) => `${field} must be a time zone such as Asia/Shanghai.`,
  not_a_country: (field) => `${field} must be the three-letter code of a country, such as CHN.`,
  not_a_week: (field) =>
    `${field} is not a weekday or a date. Use 1 to 7, Monday, Mon, or a date such as 2026-11-16 or 2026/11/16.`,
  not_a_shift: (field) =>
    `${field} does not name a shift of the timetable. Use a number from 1 to ${limits.shift}, or morning, afternoon or evening if there is only one such shift.`,
  not_begun: () => 'That shift has not started yet.',
  weak_password: (field) => `${field} needs at least ${limits.passwordLeast} characters.`,
  not_random: (field) => `${field} must be 32 random bytes in base64url. This one is easy to guess.`,
  common_password: (field) =>
    `${field} is easy to guess: it is a common password, your name, your student ID or the name of the team.`,
  ends_before_start: (field) => `${field} must end after it starts.`,
  overlaps: (field, limit) => `${field} overlaps with Shift ${limit}.`,
  slot_twice: (field, limit) => `${field} is the second entry for the same weekday and shift (${limit}).`,
  day_twice: (field, limit) => `${field} is the second entry for ${limit}.`,
  empty_comment: (field) => `A comment needs text or a picture: ${field} is empty.`,
  not_my_picture: (field) => `${field} is not a picture that you uploaded and have not used yet.`,
  picture_lost: (field) => `${field} is a picture that is no longer stored here. Please upload it again.`,
  picture_refused: (field) => `${field} is a picture that the content check did not accept. Please choose another one.`,
  not_a_picture: (field) => `${field} must be a complete JPEG, PNG, WebP or GIF picture.`,
  picture_too_big: (field, limit) => `${field} is too large a picture. The limit is ${limit}.`,
  not_a_file: (field) => `${field} must be a file.`,
}
