import type { Generated } from 'kysely'
import type { Status } from '#contract/codes.ts'
import type { ReviewKind, ReviewReason } from '#contract/content/content.ts'
import type { VisitState } from '#contract/counter/counter.ts'
import type { CollectionProof, CustodyStep, HoldingPlace } from '#contract/counter/custody-fields.ts'
import type { ArrivalWay, HourKind, HourState, LeavingWay, RosterStanding } from '#contract/hours/hour-fields.ts'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Lang } from '#contract/languages.ts'
import type { BookingState, HelperDuty, HelperState, StoredDayState } from '#contract/repair-days/day-states.ts'
import type { Barrier, Outcome } from '#contract/tickets/outcome-fields.ts'
import type { Destination, OutboxMessage } from '#events/deliveries.ts'

/** Rows as they are stored. Instants are milliseconds, flags are 0 or 1, secrets are SHA-256 hashes. */
export interface Tables {
  migration: { name: string; applied_at: number }
  /** A user of the interface; `user` itself is a reserved word in PostgreSQL. */
  person: {
    id: Generated<number>
    name: string
    phone: string
    lang: Lang | null
    member_id: number | null
    /** The last proof that this person is the member that they are linked to. */
    proven_at: Generated<number | null>
    proven_by: Generated<ProofKind>
    created_at: number
    /** The person that this guest was merged into. */
    merged_into: Generated<number | null>
  }
  /** The identity that a person logs in with. */
  identity: {
    provider: string
    subject: string
    person_id: number
    created_at: number
    /** WeChat's id of the same person across programs of one owner. */
    unionid: Generated<string | null>
  }
  member: {
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
    /** 1 once the member has erased their own data. */
    erased: Generated<number>
    /** The import that added this member. */
    import_id: Generated<number | null>
    /** When the member was removed; null while they are on the team, and once their personal data is deleted. */
    removed_at: Generated<number | null>
  }
  /** The member part of a session counts only while `member_used_at` and `proven_at` are recent. */
  session: {
    hash: Uint8Array
    person_id: number
    created_at: number
    used_at: number
    /** How the person logged in: a provider, or `pairing`. */
    login: Generated<string>
    /** What the person logged in with, as `browserName` words it. */
    device: Generated<string>
    member_id: number | null
    member_used_at: number | null
    /** The proof that the member part rests on. */
    proven_at: Generated<number | null>
    proven_by: Generated<ProofKind>
    /** The last confirmation in this very session, with a second factor if the member has one. */
    confirmed_at: Generated<number | null>
    /** 1 while only a proof, and no empty login, may make this session a member's. */
    needs_proof: Generated<number>
  }
  /** One-time codes of every kind; `subject` is what the code proves, such as a mail address. */
  code: {
    hash: Uint8Array
    kind: CodeKind
    subject: string
    member_id: number | null
    created_at: number
    expires_at: number
    used_at: number | null
    used_by: number | null
    /** Where a pairing was begun. */
    device: Generated<string>
    address: Generated<string>
    /** The network from which a login without an account was begun. */
    network: Generated<string | null>
    /** The session that approved a pairing; the pairing fails without it. */
    session: Generated<Uint8Array | null>
    /** 1 if the new session of a pairing also gets the member part. */
    as_member: Generated<number>
  }
  /** A member's second factor; it counts once it is confirmed. */
  factor: {
    member_id: number
    /** Base 32, as authenticator apps read it. */
    secret: string
    created_at: number
    confirmed_at: number | null
    /** The half minute of the last accepted code: no code works twice. */
    used_step: Generated<number>
  }
  recovery: { hash: Uint8Array; member_id: number }
  /** How many attempts were counted in a window. */
  attempt: {
    key: Uint8Array
    taken: number
    began_at: number
    until_at: number
  }
  /** News about a person's own account; `content` is JSON that is put into words for each reader. */
  notice: {
    id: Generated<number>
    person_id: number
    at: number
    seen_at: number | null
    content: string
  }
  feedback: { id: Generated<number>; person_id: number; content: string; created_at: number }
  log: {
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
    /** The kind of event that this entry follows from. */
    event: string | null
  }
  setting: { id: number; version: number; value: string; versions: Generated<string> }
  roster: {
    id: Generated<number>
    name: string
    /** JSON: the slots of a week. */
    slots: string
    version: number
    created_at: number
    import_id: Generated<number | null>
  }
  duty: {
    id: number
    version: number
    changed_at: number | null
    roster_id: number | null
    head_count: number | null
    head_count_at: number | null
    /** The newest situation at the time of the correction. */
    head_count_after: number | null
    /** The staff of shifts that ended by then is recorded in `shift_staff`. */
    staffed_until: Generated<number>
  }
  /** A statement of an administrator about duty; `over_at` is set once it can no longer count. */
  situation: {
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
  /** `date` and `number` name the shift of the leave; null if week and shift could not be understood. */
  leave: {
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
  conclusion: {
    id: Generated<number>
    member_id: number
    week: string
    shift: string
    date: string | null
    number: number | null
    content: string
    created_at: number
  }
  feed: { member_id: number; hash: Uint8Array; created_at: number }
  /** A line of the ledger of hours. */
  hour_line: {
    id: Generated<number>
    member_id: number
    kind: HourKind
    /** `counts_on` decides the period: it differs from `date` if that day was closed when the line was written. */
    date: string
    counts_on: string
    /** The number of the shift or `others`, and its hours at the time of signing in. */
    shift: Generated<string>
    shift_from: Generated<number | null>
    shift_until: Generated<number | null>
    came_at: Generated<number | null>
    /** Null while the member is there, and for good if they never sign out: then the line ends with the shift. */
    left_at: Generated<number | null>
    came_how: Generated<ArrivalWay | ''>
    left_how: Generated<LeavingWay | ''>
    standing: Generated<RosterStanding | ''>
    /** For other work, and for a correction without times. */
    minutes: Generated<number | null>
    /** 1 for a correction of a closed period: its minutes are a difference and count as they are. */
    exact: Generated<number>
    what: Generated<string>
    with_whom: Generated<string>
    ticket_id: Generated<number | null>
    corrects: Generated<number | null>
    /** The author, if that is not the member. */
    written_by: Generated<number | null>
    state: HourState
    reason: Generated<string>
    decided_by: Generated<number | null>
    decided_at: Generated<number | null>
    objection: Generated<string>
    objected: Generated<number>
    /** The reply to an objection that left the line as it was. */
    answer: Generated<string>
    /** Set once the period is closed. */
    period_id: Generated<number | null>
    counted: Generated<number | null>
    created_at: number
  }
  hour_period: {
    id: Generated<number>
    name: string
    /** Empty for the first period. */
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
  hour_sum: { period_id: number; member_id: number; kind: HourKind; minutes: number }
  shift_staff: { date: string; shift: string; member_id: number }
  board: { id: number; hash: Uint8Array; secret: Uint8Array; member_id: number; created_at: number }
  certificate: { id: Generated<number>; number: string; member_id: number; content: string; created_at: number }
  /** `open` is 1 until the ticket is cancelled or the device is back with its owner. */
  ticket: {
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
    /** The first claim. */
    claimed_at: number | null
    /** The last time that it became repaired or unrepairable. */
    finished_at: number | null
    confirmed_at: number | null
    /** The later of retrieval and cancellation. */
    ended_at: number | null
    /** When it was queued for the external ticket system. */
    forwarded_at: number | null
    /** 1 once name, phone and pictures are deleted. */
    scrubbed: Generated<number>
    /** The result of the repair; empty or 0 if it is not known. */
    outcome: Generated<Outcome | ''>
    barrier: Generated<Barrier | ''>
    /** A number of the Open Repair Data Standard. */
    category: Generated<number>
    brand: Generated<string>
    year: Generated<number>
    remedy: Generated<string>
    /** The ticket that continues this one. */
    merged_into: Generated<number | null>
    /** 1 if its words are for members alone. */
    hidden: Generated<number>
  }
  rating: { ticket_id: number; stars: number; content: string; created_at: number }
  claim_reminder: { ticket_id: number; since: number; told_at: number; team_at: number | null }
  /** A ticket that was merged into another. `moved` is JSON: what a later separation has to undo. */
  ticket_merge: {
    ticket_id: number
    into_id: number
    member_id: number
    /** The visitor who owned one of the two tickets before, if the owner changed. */
    person_id: number | null
    at: number
    moved: string
  }
  import_run: {
    id: Generated<number>
    kind: ImportKind
    /** Null for an import on the command line. */
    member_id: number | null
    at: number
    added: number
    /** JSON: the headings of columns that were mapped to owners by hand. */
    by_hand: string
    undone_at: number | null
    removed: number | null
  }
  imported: { key: string; ticket_id: number; import_id: number | null }
  worker: { ticket_id: number; member_id: number; open: number; since: number }
  /** A line that the service records (type 0) holds a phrase as JSON, put into words for each reader. */
  note: {
    id: Generated<number>
    ticket_id: number
    type: number
    person_id: number | null
    member_id: number | null
    content: string
    created_at: number
    /** 1 if its words are for members alone. */
    hidden: Generated<number>
  }
  ticket_seen: { ticket_id: number; member_id: number; note_id: number }
  /** `body` is a hash of the request; `ticket_id` and `note_id` are its result. */
  idempotency_key: {
    person_id: number
    key: string
    body: Uint8Array
    created_at: number
    ticket_id: number | null
    note_id: number | null
  }
  tally_queue: { ticket_id: number; counted: string }
  /** `again` counts the changes of a ticket that may be indexed already; 0 for one that was never indexed. */
  gram_queue: { ticket_id: number; again: Generated<number> }
  tally: { list: number; level: number; block: number; n: number }
  gram: { gram: string; block: number; ids: string }
  /** A picture belongs to a note, to a member, or to nothing yet; a `gone` one waits until its file is deleted. */
  media: {
    name: string
    person_id: number
    note_id: number | null
    member_id: number | null
    place: Generated<number>
    gone: Generated<number>
    created_at: number
    state: Generated<PictureState>
    /** The key that signs addresses of a picture that is not public yet. */
    secret: Generated<string | null>
    /** WeChat's id of the check, as long as its verdict may come. */
    trace: Generated<string | null>
  }
  /** Content for a member to review. `thing` is the number of the ticket, note, rating, feedback or person; 0 for a picture. */
  content_look: {
    id: Generated<number>
    kind: ReviewKind
    thing: number
    picture: string
    /** The author. */
    person_id: number
    why: ReviewReason
    at: number
  }
  /** `said` is JSON. */
  occasion: { id: Generated<number>; said: string; created_at: number; set_aside_at: number | null }
  /**
   * A delivery to another system. Deliveries of one `lane` keep their order. `since` is the first try, `trouble` is JSON about the last
   * failed one.
   */
  outbox: {
    id: Generated<number>
    destination: Destination
    kind: OutboxMessage['kind']
    lane: string
    payload: string
    created_at: number
    /** When the next try is due, or when the delivery ended; by the database's clock, unlike `done_at`. */
    due_at: number
    tries: Generated<number>
    state: Generated<OutboxState>
    /** The end of the lease. */
    held_until: number | null
    /** The name of the try that has the lease. */
    held_by: string | null
    since: number | null
    trouble: string | null
    done_at: number | null
    /** The receiver of a message; null for the team's chat and for other deliveries. */
    person_id: number | null
    /** Unique, for a message that must be sent only once. */
    key: string | null
  }
  remote: { ticket_id: number; system: string; remote_id: string; url: string | null }
  instance: { id: number; name: string; push_keys: string | null }
  /** How a person wants to get messages. */
  notify: {
    person_id: number
    /** JSON; a choice that is missing has its default. */
    choices: Generated<string>
    /** A confirmed address for messages; empty if the person gave none. */
    mail: Generated<string>
    /** The address that its mail server refused; no more mail is sent there. */
    refused: Generated<string>
    /** The secret in the link that ends mails. */
    mail_key: string
  }
  /** A browser that gets notifications, for as long as its session lives. */
  push_subscription: {
    id: Generated<number>
    person_id: number
    session: Uint8Array
    endpoint: string
    p256dh: string
    auth: string
    created_at: number
  }
  consent: { person_id: number; template: string; n: number }
  /** The member who filed a ticket for a visitor. */
  intake: {
    ticket_id: number
    member_id: number
    /** The first receipt. */
    hash: Uint8Array
    created_at: number
    /** When an account took the ticket over; until then its owner is a person made for this ticket alone. */
    adopted_at: Generated<number | null>
  }
  /** `later` is 1 if the receipt was made after the intake. `member_id` is null if a visitor registered at a kiosk. */
  receipt: {
    ticket_id: number
    hash: Uint8Array
    created_at: number
    member_id: Generated<number | null>
    later: Generated<number>
  }
  /** An entry in the ledger of devices. */
  custody: {
    id: Generated<number>
    ticket_id: number
    at: number
    what: CustodyStep
    member_id: number
    shelf: Generated<string>
    /** The colleague who has the device now. */
    to_member_id: Generated<number | null>
    /** A workshop, or a person who took the device home for its owner. It is deleted with the personal data of the ticket. */
    to_name: Generated<string>
    /** What this person showed as proof. */
    shown: Generated<CollectionProof | ''>
    /** JSON: the accessories that came with the device, and on return whether each was there. */
    accessories: Generated<string>
    /** The note with pictures of the device or of a signature. */
    note_id: Generated<number | null>
  }
  /** A device that is with the team. */
  holding: {
    ticket_id: number
    since: number
    place: HoldingPlace
    shelf: Generated<string>
    /** The colleague who has it. */
    member_id: number | null
  }
  tag: { id: Generated<number>; ticket_id: number | null; freed_from: number | null; created_at: number }
  stocktake: { id: Generated<number>; at: number; member_id: number; shelf: string; result: string }
  day_number: { day: string; letter: string; last: number }
  /** A place in the queue of one day. */
  visit: {
    id: Generated<number>
    /** A day of the team's calendar. */
    day: string
    ticket_id: number
    /** The number that people see, such as `A01`. */
    number: string
    /** One of the team's own kinds, or the type of the ticket. */
    kind: number
    state: VisitState
    created_at: number
    called_at: number | null
    called_by: number | null
    /** To which bench the visitor was called; empty if that was not said. */
    bench: Generated<string>
    /** The beginning of the wave of a repair day that it counts in; 0 on other days. */
    wave_at: Generated<number>
    /** 0 for a visitor with a booking. */
    walk_in: Generated<number>
  }
  kiosk: { hash: Uint8Array; member_id: number; created_at: number; until_at: number }
  repair_day: {
    id: Generated<number>
    version: Generated<number>
    state: StoredDayState
    title_zh: string
    title_en: string
    about_zh: string
    about_en: string
    starts_at: number
    ends_at: number
    /** Empty for the usual place of the team. */
    place_zh: string
    place_en: string
    map: string
    /** A JSON list of kinds. */
    kinds: string
    /** JSON: what is not mended on this day, and where its owner can go. */
    refused: string
    walk_in_percent: number
    offer_hours: number
    /** Until when helpers sign up and off; null for the beginning of the day. */
    help_until: number | null
    /** 1 if the report is public. */
    publish: number
    /** The special duty that follows from the day. */
    situation_id: Generated<number | null>
    copied_from: number | null
    created_at: number
    changed_at: number
  }
  repair_day_wave: { id: Generated<number>; day_id: number; starts_at: number; ends_at: number }
  repair_day_place: { wave_id: number; kind: number; places: number }
  /** A ticket has one row for each day. `wave_id` is null while any wave will do. */
  booking: {
    id: Generated<number>
    day_id: number
    wave_id: number | null
    ticket_id: number
    kind: number
    state: BookingState
    /** The order of requests on the day. */
    position: number
    offered_until: number | null
    asked_at: number
    changed_at: number
  }
  /** A member would like to repair it. */
  booking_wish: { booking_id: number; member_id: number; at: number }
  repair_day_role: {
    id: Generated<number>
    day_id: number
    name_zh: string
    name_en: string
    duty: HelperDuty
    /** What the helper mends; null for everything, and for other duties. */
    kind: number | null
    places: number
  }
  helper: {
    id: Generated<number>
    day_id: number
    role_id: number
    member_id: number
    state: HelperState
    position: number
    asked_until: number | null
    created_at: number
    changed_at: number
  }
  repair_day_task: {
    id: Generated<number>
    day_id: number
    text: string
    due_on: string
    member_id: number | null
    done_at: number | null
    done_by: number | null
  }
}

/** How a person proved to be a member; empty if that is not recorded. */
export type ProofKind = '' | 'invitation' | 'password' | 'sso' | 'oidc' | 'cas'

/**
 * `pair` waits for approval; `paired` is the login code that follows. `sso_state` is a login under way at the school; `sso` is the
 * code that follows, and `sso_member` is what remains of that code after its person has logged in with it.
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

/**
 * `held` waits for WeChat's verdict, `unjudged` for a member because no verdict came; only the uploader sees either. `refused` is
 * deleted.
 */
export const pictureStates = { shown: 0, held: 1, unjudged: 2, refused: 3, signature: 4 } as const
export type PictureState = (typeof pictureStates)[keyof typeof pictureStates]

/** A `stuck` delivery waits for an administrator; `failed` and `dropped` ones are over without success. */
export const outboxStates = { waiting: 0, stuck: 1, delivered: 2, failed: 3, dropped: 4 } as const
export type OutboxState = (typeof outboxStates)[keyof typeof outboxStates]
