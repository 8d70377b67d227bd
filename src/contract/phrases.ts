import type { Status } from './codes.ts'
import type { ReviewKind } from './content/content.ts'
import type { VisitState } from './counter/counter.ts'
import type { CustodyStep } from './counter/custody-fields.ts'
import type { HourState } from './hours/hour-fields.ts'
import type { ImportKind } from './imports/import-fields.ts'
import type { Lang } from './languages.ts'
import type { BookingState, HelperState } from './repair-days/day-states.ts'
import type { Outcome } from './tickets/outcome-fields.ts'

/**
 * Entries of the operation log and automatic notes on tickets are stored as phrases with facts, and put into words in the reader's language.
 * No phrase contains a token, a code, a password, a full phone number or a user's name, because the log outlasts them.
 */
export interface Phrases {
  logged_in: { with: string }
  logged_out: object
  approved: object
  merged: object
  profile: { fields: readonly ('name' | 'phone')[] }
  language: { lang: Lang }
  feedback: object
  member_logged_in: { name: string; with: string }
  member_logged_out: { name: string }
  member: { name: string; fields: readonly MemberField[]; admin?: boolean; active?: boolean }
  factor: { name: string; on: boolean }
  invited: { name: string; admin: boolean }
  settings: { values: Readonly<Record<string, string>> }
  erased: object
  situation: { duty: string; count: number | null; place: string; time: string; reason: string }
  head_count: { count: number }
  roster: { name: string; slots: number; current: boolean }
  leave: { when: string; shift: string; substitute: string }
  conclusion: { when: string; shift: string }
  feed: object
  /** `note` is the type of a note that was written with it. */
  ticket: { status: Status; confirmed?: boolean; workers?: readonly string[]; note?: number }
  comment: { type: number }
  forwarded: object
  forwarded_again: object
  exported: { from: string; until: string }
  placed: { what: CustodyStep }
  tagged: { tag: number }
  queued: { number: string; state: VisitState }
  /** `date` is that of the repair day. */
  booked: { date: string; state: BookingState }
  repair_day: { title: string; date: string; deed: DayDeed }
  day_exported: { title: string; date: string }
  helped: { name: string; date: string; state: HelperState }
  day_task: { date: string; done: boolean }
  receipt: { made: boolean }
  adopted: object
  stocktake: { there: number; missing: number; stray: number }
  kiosk: { open: boolean }
  signed: { name: string; shift: string; out: boolean }
  /** `own`: administrators approved their own hours. */
  hour_line: { name: string; date: string; minutes: number; state: HourState; own?: boolean }
  /** `own` is how many of them belong to the administrator who decided. */
  hours_decided: { ids: readonly number[]; state: HourState; own?: number }
  objection: { date: string }
  objection_answered: { date: string }
  period: { name: string; until: string; lines: number; minutes: number }
  certificate: object
  hours_exported: { from: string; until: string }
  board_token: { made: boolean }
  /** Without the texts that a person wrote. */
  outcome: { outcome: Outcome | '' }
  rated: { stars: number }
  /** A merge, under the name that stored log entries have for it. `from` is the other ticket. */
  joined: { from: number; undone: boolean }
  imported: { what: ImportKind; rows: number }
  import_undone: { what: ImportKind; rows: number; kept: number }
  ords_exported: { from: string; until: string; rows: number }
  /** The result of WeChat's check of a picture. */
  picture_checked: { shown: boolean }
  /** The decision of the administrator who reviewed it. */
  looked: { what: ReviewKind; fine: boolean }
  note_created: object
  note_claimed: object
  note_moved: { from: Status; to: Status }
  note_cancelled: object
  note_contact: object
  note_retrieved: object
  note_unretrieved: object
  note_forwarded: object
  note_received: object
  note_assigned: { name: string }
  note_dropped: { name?: string }
  note_merged: { from: number }
  note_unmerged: { from: number }
  /** The claim ended after idle days, or because its workers cannot continue. */
  note_returned: { days: number; why: ReturnReason }
  note_imported: object
  note_picture_refused: object
  note_removed: { what: ReviewKind }
}

/** What an administrator did with a repair day. */
export type DayDeed = 'created' | 'changed' | 'announced' | 'cancelled' | 'closed' | 'deleted'

/** Why a claimed ticket is open to all again. */
export type ReturnReason = 'idle' | 'leave' | 'removed'

/** Changed fields of a member, whose values are not recorded. */
export type MemberField = 'name' | 'phone' | 'stuid' | 'passwd' | 'avatar' | 'code' | 'class' | 'college'

/** `receiptBy` made the receipt that was used; `joinedBy` merged the receipt's ticket into this one. */
export type Phrase = { [K in keyof Phrases]: { readonly say: K } & Readonly<Phrases[K]> }[keyof Phrases] & {
  readonly receiptBy?: string
  readonly joinedBy?: string
}
