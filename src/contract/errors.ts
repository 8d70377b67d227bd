import type { Status } from './codes.ts'
import type { TextPerLanguage } from './languages.ts'
import type { DeliveryTrouble } from './outbox/troubles.ts'
import type { RepairDayState } from './repair-days/day-states.ts'

/** Every error code with its HTTP status. The header `x-error-code` has the code; the sentences are in `words/`. */
export const errors = {
  bad_request: 400,
  bad_json: 400,
  bad_input: 400,
  code_refused: 400,
  bad_situation: 400,
  bad_substitute: 400,
  password_refused: 400,
  factor_refused: 400,
  board_code_needed: 400,
  board_code_refused: 400,
  import_unreadable: 400,
  text_refused: 400,
  not_logged_in: 401,
  wrong_role: 403,
  not_a_worker: 403,
  not_the_owner: 403,
  merge_needs_worker: 403,
  not_at_counter: 403,
  own_receipt: 403,
  login_blocked: 403,
  factor_needed: 403,
  proof_needed: 403,
  push_refused: 403,
  not_found: 404,
  not_configured: 404,
  no_channel: 404,
  member_not_found: 404,
  no_current_roster: 404,
  roster_not_found: 404,
  leave_not_found: 404,
  session_not_found: 404,
  plan_not_found: 404,
  ticket_not_found: 404,
  delivery_not_found: 404,
  receipt_unknown: 404,
  kiosk_closed: 404,
  tag_unknown: 404,
  not_in_queue: 404,
  board_unknown: 404,
  line_not_found: 404,
  impact_off: 404,
  look_not_found: 404,
  import_not_found: 404,
  repair_day_not_found: 404,
  wave_not_found: 404,
  booking_not_found: 404,
  role_not_found: 404,
  helper_not_found: 404,
  task_not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  name_taken: 409,
  student_id_taken: 409,
  last_admin: 409,
  no_address: 409,
  channel_refused: 409,
  no_student_id: 409,
  factor_is_on: 409,
  out_of_duty: 409,
  roster_changed: 409,
  settings_changed: 409,
  member_changed: 409,
  not_on_shift: 409,
  shift_over: 409,
  leave_taken: 409,
  already_claimed: 409,
  not_claimed: 409,
  ticket_over: 409,
  undo_over: 409,
  last_worker: 409,
  move_not_allowed: 409,
  key_reused: 409,
  device_with_team: 409,
  not_a_guest: 409,
  linked_elsewhere: 409,
  pictures_over: 409,
  receipt_over: 409,
  receipt_taken: 409,
  not_a_visitor: 409,
  account_needed: 409,
  tag_taken: 409,
  nobody_waits: 409,
  visit_over: 409,
  never_received: 409,
  handed_back: 409,
  accessory_never_there: 409,
  accessory_unsaid: 409,
  signing_off: 409,
  no_shift_now: 409,
  not_here: 409,
  still_here: 409,
  not_on_timetable: 409,
  already_written: 409,
  decided_itself: 409,
  period_closed: 409,
  period_not_over: 409,
  period_taken: 409,
  hours_undecided: 409,
  nothing_to_certify: 409,
  import_refused: 409,
  import_undo_over: 409,
  rated_already: 409,
  not_collected: 409,
  merge_over: 409,
  merge_not_allowed: 409,
  ticket_merged: 409,
  outcome_too_soon: 409,
  not_in_miniprogram: 409,
  repair_day_state: 409,
  repair_day_changed: 409,
  plan_of_repair_day: 409,
  kind_not_mended: 409,
  wave_over: 409,
  wave_full: 409,
  too_many_bookings: 409,
  wave_booked: 409,
  help_over: 409,
  role_full: 409,
  role_taken: 409,
  too_large: 413,
  too_many_fields: 413,
  wrong_media_type: 415,
  wrong_host: 421,
  too_many_requests: 429,
  picture_quota: 429,
  broken: 500,
  overloaded: 503,
  stopping: 503,
  storage_unavailable: 503,
  disk_low: 503,
  peer_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errors

/** The errors of every change to one ticket. */
export const ticketErrors = ['ticket_not_found', 'ticket_merged'] as const satisfies readonly ErrorCode[]
/** The errors of a text that WeChat may have to check. */
export const textErrors = [
  'text_refused',
  'not_in_miniprogram',
  'peer_unavailable',
] as const satisfies readonly ErrorCode[]

/** The facts that the sentences of some codes contain. */
interface RefusalFacts {
  bad_input: Flaw
  wrong_role: { needed: 'member' | 'admin' }
  name_taken: { name: string }
  ticket_not_found: { id: number }
  already_claimed: { by: string }
  move_not_allowed: { allowed: readonly Status[] }
  device_with_team: { id: number }
  too_many_requests: { seconds: number }
  picture_quota: { seconds: number }
  disk_low: { seconds: number }
  bad_situation: { rule: SituationRule }
  bad_substitute: { name: string; why: 'unknown' | 'oneself' | 'on_shift' | 'on_leave' }
  leave_taken: { by: string }
  tag_unknown: { tag: number }
  tag_taken: { tag: number; id: number }
  accessory_never_there: { accessory: number }
  accessory_unsaid: { accessory: number }
  hours_undecided: { lines: number }
  period_taken: { from: string }
  overloaded: { seconds: number }
  ticket_merged: { into: number }
  merge_not_allowed: { why: MergeObstacle }
  import_unreadable: { why: UnreadableFile }
  import_refused: { rows: number }
  channel_refused: { trouble: DeliveryTrouble }
  repair_day_state: { state: RepairDayState }
  plan_of_repair_day: { title: TextPerLanguage }
  wave_booked: { bookings: number }
  too_many_bookings: { most: number }
  role_taken: { helpers: number }
}

/**
 * Why two tickets cannot be merged: different accounts, a visitor's ticket that may be of another person, two devices that the team has, or
 * a ticket that has ended or was merged already.
 */
export type MergeObstacle = 'owners' | 'not_same_person' | 'both_here' | 'over' | 'joined'

export type UnreadableFile = (typeof unreadableFiles)[number]
export const unreadableFiles = [
  'empty',
  'no_table',
  'not_a_table',
  'old_excel',
  'encrypted',
  'cut_off',
  'too_large_inside',
  'too_many_rows',
  'too_many_columns',
  'no_such_sheet',
  'changed',
] as const

/** The rules of a duty situation. */
export type SituationRule =
  | 'unknown_duty'
  | 'off_in_duty'
  | 'off_count'
  | 'off_reason'
  | 'ended_in_duty'
  | 'ended_count'
  | 'shift_out_of_duty'
  | 'others_out_of_duty'
  | 'reason_in_duty'
  | 'recovery_in_duty'
  | 'place_without_others'
  | 'time_without_others'
  | 'others_place'
  | 'others_time'
  | 'time_unreadable'
  | 'ends_before_start'
  | 'others_over'

export type PictureUnit = 'Mpx' | 'frames' | 'scans' | 'blocks' | 'MB of metadata' | 's of work' | 'MB of memory'
export type PictureLimit = `${number} ${PictureUnit}`

/** An invalid field; `limit` is the bound, or the allowed values. */
export interface Flaw {
  field: string
  flaw: (typeof flaws)[number]
  limit?: number | string
}

export const flaws = [
  'missing',
  'not_fitting',
  'given_twice',
  'not_text',
  'not_integer',
  'not_boolean',
  'not_list',
  'not_object',
  'not_one_of',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_many',
  'too_many_days',
  'bad_characters',
  'not_a_phone',
  'not_a_mail',
  'not_a_link',
  'not_a_time',
  'not_a_date',
  'not_a_moment',
  'not_a_zone',
  'not_a_country',
  'not_a_week',
  'not_a_shift',
  'not_begun',
  'weak_password',
  'not_random',
  'common_password',
  'ends_before_start',
  'overlaps',
  'slot_twice',
  'day_twice',
  'empty_comment',
  'not_my_picture',
  'picture_lost',
  'picture_refused',
  'not_a_picture',
  'picture_too_big',
  'not_a_file',
] as const

/** The codes whose sentence needs facts. */
export type FactCode = keyof RefusalFacts

export type FactsOf<C extends ErrorCode> = C extends keyof RefusalFacts ? RefusalFacts[C] : undefined

/** Thrown by rules and services. The HTTP server turns it into a response in the caller's language. */
export class Refusal<C extends ErrorCode = ErrorCode> extends Error {
  override name = 'Refusal'
  readonly code: C
  readonly facts: FactsOf<C>

  constructor(
    code: C,
    ...[facts, options]: C extends keyof RefusalFacts
      ? [facts: RefusalFacts[C], options?: ErrorOptions]
      : [facts?: undefined, options?: ErrorOptions]
  ) {
    super(code, options)
    this.code = code
    this.facts = facts as FactsOf<C> // the same condition as the tuple above, which the compiler cannot see
  }
}
