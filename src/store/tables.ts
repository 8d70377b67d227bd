import type { Generated } from 'kysely'
import type { Lang } from '#contract/fields.ts'

/** Rows as they are stored. Instants are milliseconds, flags are 0 or 1, secrets are SHA-256 hashes. */
export interface Tables {
  migration: { name: string; applied_at: number }
  person: PersonTable
  identity: { provider: string; subject: string; person_id: number; created_at: number }
  member: MemberTable
  session: SessionTable
  code: CodeTable
  feedback: { id: Generated<number>; person_id: number; content: string; created_at: number }
  log: LogTable
  setting: { id: number; version: number; value: string }
  roster: RosterTable
  duty: DutyTable
  situation: SituationTable
  absence: AbsenceTable
  conclusion: ConclusionTable
  feed: { member_id: number; hash: Uint8Array; created_at: number }
}

/** A user of the interface; `user` itself is a reserved word in PostgreSQL. */
export interface PersonTable {
  id: Generated<number>
  name: string
  phone: string
  lang: Lang | null
  member_id: number | null
  created_at: number
}

export interface MemberTable {
  id: Generated<number>
  name: string
  phone: Generated<string>
  stuid: Generated<string>
  /** argon2id, or empty. */
  passwd: Generated<string>
  avatar: Generated<string>
  admin: number
  active: number
  created_at: number
  seen_at: number | null
}

/** The member part has a life of its own: it counts only while `member_used_at` is recent. */
export interface SessionTable {
  hash: Uint8Array
  person_id: number
  created_at: number
  used_at: number
  member_id: number | null
  member_used_at: number | null
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
}
/** `pair` waits to be approved; `paired` is the login code that comes of it; `sso_state` is a login under way elsewhere. */
export type CodeKind = 'mail' | 'invitation' | 'pair' | 'paired' | 'sso' | 'sso_state'

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
}

export interface RosterTable {
  id: Generated<number>
  name: string
  /** JSON: the slots of a week. */
  slots: string
  version: number
  created_at: number
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
export interface AbsenceTable {
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
