import type { Role } from '#contract/endpoint.ts'
import type { Settings } from '#contract/settings.ts'
import { day, hour, minute } from '#kit/time.ts'

/** How long a session lives after its last use, in milliseconds; the member part has lives of its own. */
export interface Lives {
  readonly user: number
  readonly member: number
  readonly admin: number
}

export function livesOf(settings: Pick<Settings, 'sessionDays' | 'memberSessionDays' | 'adminSessionHours'>): Lives {
  return {
    user: settings.sessionDays * day,
    member: settings.memberSessionDays * day,
    admin: settings.adminSessionHours * hour,
  }
}

/** A use is written down at most this often. Lives are measured with it on top, so that nobody is sent away early. */
export const touchEvery = minute

export interface Membership {
  readonly usedAt: number
  readonly admin: boolean
}

/** The role a session has now. */
export function roleOf(membership: Membership | undefined, lives: Lives, now: number): Exclude<Role, 'anyone'> {
  if (!membership) return 'user'
  const { usedAt, admin } = membership
  if (usedAt + (admin ? lives.admin : lives.member) + touchEvery <= now) return 'user'
  return admin ? 'admin' : 'member'
}

/** Sessions last used at or before this are over. */
export function oldestUse(lives: Lives, now: number): number {
  return now - lives.user - touchEvery
}

/** How long a person is told what happened to their account. */
export const noticeLife = 180 * day

const rank: Record<Role, number> = { anyone: 0, user: 1, member: 2, admin: 3 }

export function mayCall(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed]
}
