import type { Generated } from 'kysely'
import type { Status } from '#contract/codes.ts'
import type { LookKind, LookReason } from '#contract/content/content.ts'
import type { VisitState } from '#contract/counter/counter.ts'
import type { CollectionProof, CustodyStep, HoldingPlace } from '#contract/counter/custody-fields.ts'
import type { ArrivalWay, HourKind, HourState, LeavingWay, RosterStanding } from '#contract/hours/hour-fields.ts'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Lang } from '#contract/languages.ts'
import type { Barrier, Outcome } from '#contract/tickets/outcome-fields.ts'
import type { Destination } from '#events/deliveries.ts'
import type { Delivery } from '#events/subscribers/subscriber.ts'

/** Rows as they are stored. Instants are milliseconds, flags are 0 or 1, secrets are SHA-256 hashes. */
export interface Tables {
  migration: { name: string; applied_at: number }
  person: PersonTable
  identity: IdentityTable
  member: MemberTable
  session: SessionTable
  code: CodeTable
  factor: FactorTable
  recovery: { hash: Uint8Array; member_id: number }
  attempt: AttemptTable
  notice: NoticeTable
  feedback: { id: Generated<number>; person_id: number; content: string; created_at: number }
  log: LogTable
  setting: { id: number; version: number; value: string; versions: Generated<string> }
  roster: RosterTable
  duty: DutyTable
  situation: SituationTable
  leave: LeaveTable
  conclusion: ConclusionTable
  feed: { member_id: number; hash: Uint8Array; created_at: number }
  hour_line: HourLineTable
  hour_period: HourPeriodTable
  hour_sum: { period_id: number; member_id: number; kind: HourKind; minutes: number }
  shift_staff: { date: string; shift: string; member_id: number }
  board: { id: number; hash: Uint8Array; secret: Uint8Array; member_id: number; created_at: number }
  certificate: { id: Generated<number>; number: string; member_id: number; content: string; created_at: number }
  ticket: TicketTable
  rating: { ticket_id: number; stars: number; content: string; created_at: number }
  claim_reminder: { ticket_id: number; since: number; told_at: number; team_at: number | null }
  ticket_merge: TicketMergeTable
  import_run: ImportRunTable
  imported: { key: string; ticket_id: number; import_id: number | null }
  worker: { ticket_id: number; member_id: number; open: number; since: number }
  note: NoteTable
  ticket_seen: { ticket_id: number; member_id: number; note_id: number }
  idempotency_key: IdempotencyKeyTable
  tally_queue: { ticket_id: number; counted: string }
  gram_queue: { ticket_id: number }
  tally: { list: number; level: number; block: number; n: number }
  gram: { gram: string; block: number; ids: string }
  media: MediaTable
  content_look: ContentLookTable
  /** `said` is JSON. */
  occasion: { id: Generated<number>; said: string; created_at: number; set_aside_at: number | null }
  outbox: OutboxTable
  remote: { ticket_id: number; system: string; remote_id: string; url: string | null }
  instance: { id: number; name: string; push_keys: string | null }
  notify: NotifyTable
  push_subscription: PushSubscriptionTable
  consent: { person_id: number; template: string; n: number }
  intake: IntakeTable
  receipt: ReceiptTable
  custody: CustodyTable
  holding: HoldingTable
  tag: { id: Generated<number>; ticket_id: number | null; freed_from: number | null; created_at: number }
  stocktake: { id: Generated<number>; at: number; member_id: number; shelf: string; result: string }
  day_number: { day: string; letter: string; last: number }
  visit: VisitTable
  kiosk: { hash: Uint8Array; member_id: number; created_at: number; until_at: number }
}

/** `later`: it was made after the intake. Nobody made it where a visitor registered at a kiosk. */
interface ReceiptTable {
  ticket_id: number
  hash: Uint8Array
  created_at: number
  member_id: Generated<number | null>
  later: Generated<number>
}

/** A user of the interface; `user` itself is a reserved word in PostgreSQL. */
export interface PersonTable {
  id: Generated<number>
  name: string
  phone: string
  lang: Lang | null
  member_id: number | null
  /** When, and how, this person last proved to be the member they are linked to. */
  proven_at: Generated<number | null>
  proven_by: Generated<ProofKind>
  created_at: number
  /** Whom a guest became who logged in otherwise. */
  merged_into: Generated<number | null>
}

/** By what somebody logs in. */
export interface IdentityTable {
  provider: string
  subject: string
  person_id: number
  created_at: number
  /** The same person in other programs of the same owner, where WeChat says so. */
  unionid: Generated<string | null>
}

/** How somebody proved to be a member; empty where nothing was written down. */
export type ProofKind = '' | 'invitation' | 'password' | 'sso' | 'oidc' | 'cas'

export interface MemberTable {
  id: Generated<number>
  name: string
  phone: Generated<string>
  stuid: Generated<string>
  class: Generated<string>
  college: Generated<string>
  /** argon2id, or empty. */
  passwd: Generated<string>
  avatar: Generated<string>
  admin: number
  active: number
  created_at: number
  seen_at: number | null
  version: Generated<number>
  /** JSON: the version in which each field was changed last. */
  versions: Generated<string>
  /** Whether they had themselves erased. */
  erased: Generated<number>
  /** With which import they came. */
  import_id: Generated<number | null>
  /** When they were removed, until their personal data is deleted; null while they are on the team. */
  removed_at: Generated<number | null>
}

/** A table that came in. */
export interface ImportRunTable {
  id: Generated<number>
  kind: ImportKind
  /** Nobody on the command line. */
  member_id: number | null
  at: number
  added: number
  /** JSON: headings of the columns that its mapping alone made those of owners. */
  by_hand: string
  undone_at: number | null
  removed: number | null
}

/** The member part has a life of its own: it counts only while `member_used_at` and `proven_at` are recent. */
export interface SessionTable {
  hash: Uint8Array
  person_id: number
  created_at: number
  used_at: number
  /** How the person logged in: a provider, or `pairing`. */
  login: Generated<string>
  /** What they logged in with, as `deviceOf` calls it. */
  device: Generated<string>
  member_id: number | null
  member_used_at: number | null
  /** The proof that the member part rests on. */
  proven_at: Generated<number | null>
  proven_by: Generated<ProofKind>
  /** When somebody last proved themselves in this very session, with a second factor where they have one. */
  confirmed_at: Generated<number | null>
  /** 1 while an empty login must not make this session a member's, whatever was proven in other sessions. */
  needs_proof: Generated<number>
}

/** A member's second factor; it counts once it is confirmed. */
export interface FactorTable {
  member_id: number
  /** Base 32, as the app that makes the codes has it. */
  secret: string
  created_at: number
  confirmed_at: number | null
  /** The half minute of the last code that was accepted: none works twice. */
  used_step: Generated<number>
}

/** One-time codes of every kind; `subject` is what the code proves, such as a mail address. */
export interface CodeTable {
  hash: Uint8Array
  kind: CodeKind
  subject: string
  member_id: number | null
  created_at: number
  expires_at: number
  used_at: number | null
  used_by: number | null
  /** Of a pairing: where it was begun, and from where. */
  device: Generated<string>
  address: Generated<string>
  /** Of a login that a stranger began: the network that they began it from. */
  network: Generated<string | null>
  /** Of a pairing: the session that approved it, without which it is worth nothing. */
  session: Generated<Uint8Array | null>
  /** Of a pairing: whether the new session gets the member part of that one. */
  as_member: Generated<number>
}
/**
 * `pair` waits to be approved; `paired` is the login code that comes of it. `sso_state` is a login under way at the school;
 * `sso` is the code that comes of it, and `sso_member` what is left of that once its person has logged in with it.
 */
export type CodeKind =
  | 'mail'
  | 'mail_address'
  | 'visitor_mail'
  | 'invitation'
  | 'pair'
  | 'paired'
  | 'sso_state'
  | 'sso'
  | 'sso_member'

/** How often something was tried in a window. */
export interface AttemptTable {
  key: Uint8Array
  taken: number
  began_at: number
  until_at: number
}

/** What a person should know of their own account; `content` is JSON, worded for whoever reads it. */
export interface NoticeTable {
  id: Generated<number>
  person_id: number
  at: number
  seen_at: number | null
  content: string
}

export interface LogTable {
  id: Generated<number>
  at: number
  person_id: number | null
  member_id: number | null
  operation: number
  target: number
  before_id: number
  before_info: string
  after_id: number
  after_info: string
  /** The kind of event that it tells of. */
  event: string | null
}

export interface RosterTable {
  id: Generated<number>
  name: string
  /** JSON: the slots of a week. */
  slots: string
  version: number
  created_at: number
  import_id: Generated<number | null>
}

export interface DutyTable {
  id: number
  version: number
  changed_at: number | null
  roster_id: number | null
  head_count: number | null
  head_count_at: number | null
  /** The last situation that had been written when the count was corrected. */
  head_count_after: number | null
  /** Whom the roster had on shifts that ended by then is written down. */
  staffed_until: Generated<number>
}

/** What administrators wrote; `over_at` is set once it can no longer count. */
export interface SituationTable {
  id: Generated<number>
  at: number
  member_id: number
  duty: string
  head_count: number | null
  place: string
  reason: string
  recover: string
  starts_at: number | null
  ends_at: number | null
  other_time: string
  over_at: number | null
}

/** A leave. `date` and `number` say which shift it is from, where week and shift could be understood. */
export interface LeaveTable {
  id: Generated<number>
  member_id: number
  week: string
  shift: string
  date: string | null
  number: number | null
  reason: string
  substitute_id: number | null
  taken_at: number | null
  created_at: number
}

export interface ConclusionTable {
  id: Generated<number>
  member_id: number
  week: string
  shift: string
  date: string | null
  number: number | null
  content: string
  created_at: number
}
/** `open` says that it is unfinished: neither cancelled nor back with its owner. */
export interface TicketTable {
  id: Generated<number>
  person_id: number
  type: number
  /** One of the team's own kinds. */
  kind: number | null
  status: Status
  open: number
  device: string
  device_model: string
  owner: string
  phone: string
  description: string
  /** A JSON list of codes. */
  accessories: string
  created_at: number
  /** When somebody claimed it first. */
  claimed_at: number | null
  /** When it last became repaired or unrepairable. */
  finished_at: number | null
  confirmed_at: number | null
  /** When it was retrieved or cancelled, the later of the two. */
  ended_at: number | null
  /** When it was promised to the external ticket system. */
  forwarded_at: number | null
  /** Whether name, phone and pictures have had their end. */
  scrubbed: Generated<number>
  /** What became of it; each empty or 0 where nobody has said. */
  outcome: Generated<Outcome | ''>
  barrier: Generated<Barrier | ''>
  /** By the numbers of the Open Repair Data Standard. */
  category: Generated<number>
  brand: Generated<string>
  year: Generated<number>
  remedy: Generated<string>
  /** The ticket that goes on in its place. */
  merged_into: Generated<number | null>
  /** Whether somebody found that its words are for members alone. */
  hidden: Generated<number>
}

/** That a ticket was joined with another. `moved` is JSON: what went along. */
export interface TicketMergeTable {
  ticket_id: number
  into_id: number
  member_id: number
  /** The visitor whom one of the two belonged to before, where it belongs to somebody else now. */
  person_id: number | null
  at: number
  moved: string
}

/** What the service records (type 0) is a phrase as JSON, worded for whoever reads it. */
export interface NoteTable {
  id: Generated<number>
  ticket_id: number
  type: number
  person_id: number | null
  member_id: number | null
  content: string
  created_at: number
  /** Whether somebody found that its words are for members alone. */
  hidden: Generated<number>
}

/** `body` is a hash of what was asked for; the ticket and the note are what came of it. */
export interface IdempotencyKeyTable {
  person_id: number
  key: string
  body: Uint8Array
  created_at: number
  ticket_id: number | null
  note_id: number | null
}

/** A picture belongs to a note or to a member, or to nothing yet; one that is `gone` waits for its file to be removed. */
export interface MediaTable {
  name: string
  person_id: number
  note_id: number | null
  member_id: number | null
  place: Generated<number>
  gone: Generated<number>
  created_at: number
  state: Generated<PictureState>
  /** Of one that not everybody may see yet: what addresses for those who may are signed with. */
  secret: Generated<string | null>
  /** By what WeChat tells its verdict, as long as one may come. */
  trace: Generated<string | null>
}

/**
 * Whether everybody may see a picture. `held` waits for a verdict, `unjudged` for somebody of the team because none came; both are seen by who uploaded them
 * alone. What was `refused` is gone.
 */
export const pictureStates = { shown: 0, held: 1, unjudged: 2, refused: 3, signature: 4 } as const
export type PictureState = (typeof pictureStates)[keyof typeof pictureStates]

/** Something that somebody of the team should look at. `thing` is the number of what was written; of a picture it is 0. */
export interface ContentLookTable {
  id: Generated<number>
  kind: LookKind
  thing: number
  picture: string
  /** Whose it is. */
  person_id: number
  why: LookReason
  at: number
}

/**
 * A delivery to a destination outside. What has the same `lane` follows in its order, `since` is its first try, `trouble` what the
 * last one met, as JSON.
 */
export interface OutboxTable {
  id: Generated<number>
  destination: Destination
  kind: Delivery['kind']
  lane: string
  payload: string
  created_at: number
  /** When it is to be tried; of what has ended, when it did. By the database’s clock, unlike `done_at`. */
  due_at: number
  tries: Generated<number>
  state: Generated<OutboxState>
  /** Until then it is in somebody's hands. */
  held_until: number | null
  /** A name of the try in whose hands it is. */
  held_by: string | null
  since: number | null
  trouble: string | null
  done_at: number | null
  /** Whom a message is for; nobody in the team's chat, and of what is no message. */
  person_id: number | null
  /** What is told only once has one of its own. */
  key: string | null
}

/** Stuck is what waits for somebody to look; failed and dropped is what nobody has to: given up, and not to be sent any more. */
export const outboxStates = { waiting: 0, stuck: 1, delivered: 2, failed: 3, dropped: 4 } as const
export type OutboxState = (typeof outboxStates)[keyof typeof outboxStates]

/** How somebody wants to be told things. */
export interface NotifyTable {
  person_id: number
  /** As JSON; what is not in it is as usual. */
  choices: Generated<string>
  /** An address of their own for messages, confirmed; empty where there is none. */
  mail: Generated<string>
  /** The address that its mail server refused; nothing more is sent to it. */
  refused: Generated<string>
  /** Lets whoever gets the mails end them. */
  mail_key: string
}

/** A browser that shows notifications, for as long as its session lives. */
export interface PushSubscriptionTable {
  id: Generated<number>
  person_id: number
  session: Uint8Array
  endpoint: string
  p256dh: string
  auth: string
  created_at: number
}

/** A line of the ledger: what happened to a device, and who saw to it. */
export interface CustodyTable {
  id: Generated<number>
  ticket_id: number
  at: number
  what: CustodyStep
  /** Who did it. */
  member_id: number
  shelf: Generated<string>
  /** The colleague who has it now. */
  to_member_id: Generated<number | null>
  /** Somebody else who has it now: a workshop, or who took it home in place of its owner. Goes with the personal data of the ticket. */
  to_name: Generated<string>
  /** What they showed when they took it home. */
  shown: Generated<CollectionProof | ''>
  /** JSON, of what came with it: which ones, and when it was handed back, whether each of them was there. */
  accessories: Generated<string>
  /** The note that has the pictures: of its state, or of a signature. */
  note_id: Generated<number | null>
}

/** A device that is with the team. */
export interface HoldingTable {
  ticket_id: number
  since: number
  place: HoldingPlace
  shelf: Generated<string>
  /** The colleague who has it. */
  member_id: number | null
}

/** Who filed a ticket for a visitor. */
export interface IntakeTable {
  ticket_id: number
  member_id: number
  /** Of the receipt that it was filed with. */
  hash: Uint8Array
  created_at: number
  /** When it became that of an account; until then its owner is a person made for this ticket alone. */
  adopted_at: Generated<number | null>
}

/** Somebody in the queue of a day; each day anew. */
export interface VisitTable {
  id: Generated<number>
  /** On the calendar of the team. */
  day: string
  ticket_id: number
  /** As it is on paper, on the board and on the page: `A01`. */
  number: string
  /** What the ticket is of: one of the team's own kinds, or its type. */
  kind: number
  state: VisitState
  created_at: number
  called_at: number | null
  called_by: number | null
}

/** A line of the ledger of hours. */
export interface HourLineTable {
  id: Generated<number>
  member_id: number
  kind: HourKind
  /** The day it was on, and the one whose period it belongs to: the day it was written, where the other had been closed. */
  date: string
  counts_on: string
  /** Of a shift: its number or `others`, and its hours as they were when somebody signed in. */
  shift: Generated<string>
  shift_from: Generated<number | null>
  shift_until: Generated<number | null>
  came_at: Generated<number | null>
  /** Nothing while they are there, and for good if they never sign out: then it ends with the shift. */
  left_at: Generated<number | null>
  came_how: Generated<ArrivalWay | ''>
  left_how: Generated<LeavingWay | ''>
  standing: Generated<RosterStanding | ''>
  /** Of other work, and of a correction that has no times. */
  minutes: Generated<number | null>
  /** Of a correction of a closed period: its minutes count as they are, more or fewer than had counted. */
  exact: Generated<number>
  what: Generated<string>
  with_whom: Generated<string>
  ticket_id: Generated<number | null>
  corrects: Generated<number | null>
  /** Who wrote it, if that was somebody else. */
  written_by: Generated<number | null>
  state: HourState
  reason: Generated<string>
  decided_by: Generated<number | null>
  decided_at: Generated<number | null>
  objection: Generated<string>
  objected: Generated<number>
  /** Why somebody left it as it is all the same. */
  answer: Generated<string>
  /** Once its period is closed: which one, and what it counted. */
  period_id: Generated<number | null>
  counted: Generated<number | null>
  created_at: number
}

export interface HourPeriodTable {
  id: Generated<number>
  name: string
  /** Empty where it goes back to the beginning. */
  from_date: string
  until_date: string
  /** JSON. */
  rule: string
  lines: number
  minutes: number
  checksum: string
  closed_at: number
  closed_by: number
}
