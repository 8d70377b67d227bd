import type { Role } from '#contract/endpoint.ts'
import type { Settings } from '#contract/team/settings.ts'
import { day, hour, minute } from '#kit/time.ts'

/** The life of a session after its last use, in milliseconds, and of its member part. */
export interface SessionLives {
  readonly user: number
  readonly member: number
  readonly admin: number
}

export function livesOf(
  settings: Pick<Settings, 'sessionDays' | 'memberSessionDays' | 'adminSessionHours'>,
): SessionLives {
  return {
    user: settings.sessionDays * day,
    member: settings.memberSessionDays * day,
    admin: settings.adminSessionHours * hour,
  }
}

/** A session ends this long after it began, and its member part this long after its proof, even if they are in use. */
export const maxSession = 180 * day
export const maxMembership = 30 * day

/** After a proof, irreversible actions need no further proof for this time. */
export const recentProofSpan = 10 * minute

/** Uses are recorded at most this often. Session lives are longer by it, so that no session ends early. */
export const touchInterval = minute

export interface Membership {
  readonly usedAt: number
  readonly provenAt: number
  readonly admin: boolean
}

/** Member parts last used, or proven, at or before these instants have ended. */
export interface MemberCutoffs {
  readonly member: number
  readonly admin: number
  readonly proof: number
}

export function memberCutoffs(lives: SessionLives, now: number): MemberCutoffs {
  return {
    member: now - lives.member - touchInterval,
    admin: now - lives.admin - touchInterval,
    proof: now - maxMembership,
  }
}

export function roleOf(membership: Membership | undefined, lives: SessionLives, now: number): Exclude<Role, 'anyone'> {
  if (!membership) return 'user'
  const { usedAt, provenAt, admin } = membership
  const ends = memberCutoffs(lives, now)
  if (provenAt <= ends.proof || usedAt <= (admin ? ends.admin : ends.member)) return 'user'
  return admin ? 'admin' : 'member'
}

/** True if a person may become their linked member again without a new proof. */
export function mayRelink(member: { active: number; admin: number }, provenAt: number | null, now: number): boolean {
  return member.active === 1 && member.admin === 0 && provenAt !== null && provenAt > now - maxMembership
}

export function isRecentProof(at: number | null, now: number): boolean {
  return at !== null && at > now - recentProofSpan
}

/** Sessions last used, or begun, at or before these instants have ended. */
export interface SessionCutoffs {
  readonly used: number
  readonly begun: number
}

export function sessionCutoffs(lives: SessionLives, now: number): SessionCutoffs {
  return { used: now - lives.user - touchInterval, begun: now - maxSession }
}

/** How long notices about an account are kept. */
export const noticeLife = 180 * day

const rank: Record<Role, number> = { anyone: 0, user: 1, member: 2, admin: 3 }

export function isRoleEnough(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed]
}
