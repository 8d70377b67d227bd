import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { Clock } from '#kit/time.ts'
import {
  isRecentProof,
  livesOf,
  memberCutoffs,
  roleOf,
  type SessionLives,
  sessionCutoffs,
  touchInterval,
} from '#rules/people/sessions.ts'
import type { SessionRow } from '#store/people/sessions.ts'
import type { Store, Tx } from '#store/store.ts'
import { hashOf } from './secrets.ts'

/** Where the service itself does something. */
export const systemActor = { personId: null, memberId: null } as const

/** Who is asking, and as what. Identity comes from the token alone. */
export interface Actor {
  readonly role: Exclude<Role, 'anyone'>
  readonly personId: number
  readonly memberId: number | null
  readonly lang: Lang | null
  /** Whether they have no account. */
  readonly guest: boolean
  readonly tokenHash: Uint8Array
  /** Whether they proved who they are in this session only a few minutes ago. */
  readonly confirmed: boolean
  /** They act by a receipt, which another person may have found. `visitors`: its ticket is no account's. */
  readonly byReceipt?: { readonly visitors: boolean }
  /** The member who made that receipt, where the visitor may not be the one who holds it. */
  readonly receiptBy?: string
  /** The members who joined its ticket with this one. */
  readonly joinedBy?: string
}
export interface MemberActor extends Actor {
  readonly role: 'member' | 'admin'
  readonly memberId: number
}

/** What a handler of an endpoint for this role is given. */
export type ActorFor<R extends Role> = R extends 'anyone' ? Actor | undefined : R extends 'user' ? Actor : MemberActor

/** The role of a session as it was read. */
export function roleIn(
  { memberId, memberUsedAt, provenAt, admin }: Pick<SessionRow, 'memberId' | 'memberUsedAt' | 'provenAt' | 'admin'>,
  lives: SessionLives,
  at: number,
): Actor['role'] {
  const complete = memberId !== null && memberUsedAt !== null && provenAt !== null
  return roleOf(complete ? { usedAt: memberUsedAt, provenAt, admin: admin === 1 } : undefined, lives, at)
}

/**
 * Refuses somebody who was erased after their call came in. They are held until the end of the transaction: an erasure that
 * comes later finds all that was written here.
 */
export async function assertNotErased(tx: Tx, { personId }: Pick<Actor, 'personId'>): Promise<void> {
  if (!(await tx.users.hold(personId))) throw new Refusal('not_logged_in')
}

/**
 * Ends for good what is over by these lives, so that other settings, or another role, do not bring it back. A session may be all that
 * somebody has, so what is deleted has a time of its own.
 */
export async function endExpired(tx: Tx, lives: SessionLives, at: number, deletingAt: number): Promise<void> {
  await tx.sessions.deleteExpired(sessionCutoffs(lives, deletingAt))
  await tx.sessions.demoteExpired(memberCutoffs(lives, at))
}

/** Finds the person behind a token, and notes that the session is in use. */
export class Actors {
  readonly #store: Store
  readonly #now: Clock
  readonly #settings: { current(): Settings }
  readonly #touches = new Set<Promise<void>>()

  constructor(store: Store, now: Clock, settings: { current(): Settings }) {
    this.#store = store
    this.#now = now
    this.#settings = settings
  }

  /** The actor of a token, if there is one. Each call asks the database, so a role that was taken away is gone with the next request. */
  of(token: string): Promise<Actor | undefined> {
    return this.#find(hashOf(token), true)
  }

  /** The same actor as of now. This does not count as a use of the session. */
  again({ tokenHash }: Actor): Promise<Actor | undefined> {
    return this.#find(tokenHash, false)
  }

  /** Resolves when all uses so far are in the database. */
  async written(): Promise<void> {
    await Promise.all(this.#touches)
  }

  async #find(tokenHash: Uint8Array, used: boolean): Promise<Actor | undefined> {
    const at = this.#now()
    const lives = livesOf(this.#settings.current())
    const row = await this.#store.readOne((tx) => tx.sessions.find(tokenHash, sessionCutoffs(lives, at)))
    if (!row) return undefined
    const role = roleIn(row, lives, at)
    const isMember = role !== 'user'
    const stale = row.usedAt + touchInterval <= at || (isMember && (row.memberUsedAt ?? at) + touchInterval <= at)
    // Not awaited: the request is served even if the use cannot be written down now.
    if (used && stale) this.#touch(tokenHash, at, isMember ? row.memberId : null)
    return {
      role,
      personId: row.personId,
      memberId: isMember ? row.memberId : null,
      lang: row.lang,
      guest: row.guest === 1,
      tokenHash,
      confirmed: isMember && isRecentProof(row.confirmedAt, at),
    }
  }

  #touch(tokenHash: Uint8Array, at: number, memberId: number | null): void {
    const written = this.#store
      .upkeep(async (tx) => {
        await tx.sessions.touch(tokenHash, at, memberId !== null)
        if (memberId !== null) await tx.members.seen(memberId, at)
      })
      .catch(() => {})
      .finally(() => this.#touches.delete(written))
    this.#touches.add(written)
  }
}
