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
import type { Warn } from './warn.ts'

/** The actor of changes that the service makes itself, or that are made on the command line. */
export const systemActor = { personId: null, memberId: null } as const

/** The sender of a request. The token alone decides who that is. */
export interface Actor {
  readonly role: Exclude<Role, 'anyone'>
  readonly personId: number
  readonly memberId: number | null
  readonly lang: Lang | null
  readonly guest: boolean
  readonly tokenHash: Uint8Array
  /** True for some minutes after a proof of identity in this session. */
  readonly confirmed: boolean
  /** Set if the actor uses a receipt, which may have been found. `visitors`: its ticket belongs to no account. */
  readonly byReceipt?: { readonly visitors: boolean }
  /** The maker of the receipt, if the holder may not be the visitor. */
  readonly receiptBy?: string
  /** The members who merged the ticket of the receipt into this one. */
  readonly joinedBy?: string
}
export interface MemberActor extends Actor {
  readonly role: 'member' | 'admin'
  readonly memberId: number
}

export type ActorFor<R extends Role> = R extends 'anyone' ? Actor | undefined : R extends 'user' ? Actor : MemberActor

export function roleIn(
  { memberId, memberUsedAt, provenAt, admin }: Pick<SessionRow, 'memberId' | 'memberUsedAt' | 'provenAt' | 'admin'>,
  lives: SessionLives,
  at: number,
): Actor['role'] {
  const complete = memberId !== null && memberUsedAt !== null && provenAt !== null
  return roleOf(complete ? { usedAt: memberUsedAt, provenAt, admin: admin === 1 } : undefined, lives, at)
}

/**
 * Refuses a person who was erased after the request arrived. The lock on the person makes a later erasure wait, so that
 * it finds everything written here.
 */
export async function assertNotErased(tx: Tx, { personId }: Pick<Actor, 'personId'>): Promise<void> {
  if (!(await tx.users.lockShared(personId))) throw new Refusal('not_logged_in')
}

/**
 * Ends expired sessions and member parts, so that later settings or another role cannot revive them. Sessions are
 * deleted by `deletingAt`, because a guest may have nothing else.
 */
export async function endExpired(tx: Tx, lives: SessionLives, at: number, deletingAt: number): Promise<void> {
  await tx.sessions.deleteExpired(sessionCutoffs(lives, deletingAt))
  await tx.sessions.demoteExpired(memberCutoffs(lives, at))
}

/** Finds actors by their tokens, and records the use of sessions. */
export class Actors {
  readonly #store: Store
  readonly #now: Clock
  readonly #settings: { current(): Settings }
  readonly #warn: Warn
  readonly #touches = new Set<Promise<void>>()

  constructor(store: Store, now: Clock, settings: { current(): Settings }, warn: Warn) {
    this.#warn = warn
    this.#store = store
    this.#now = now
    this.#settings = settings
  }

  /** Each call reads the database, so a removed role ends with the next request. */
  of(token: string): Promise<Actor | undefined> {
    return this.#find(hashOf(token), true)
  }

  /** The present state of an actor. This is no use of the session. */
  again({ tokenHash }: Actor): Promise<Actor | undefined> {
    return this.#find(tokenHash, false)
  }

  /** Resolves when all session uses are stored. */
  async written(): Promise<void> {
    await Promise.all(this.#touches)
  }

  async #find(tokenHash: Uint8Array, used: boolean): Promise<Actor | undefined> {
    const at = this.#now()
    const lives = livesOf(this.#settings.current())
    const row = await this.#store.read((tx) => tx.sessions.find(tokenHash, sessionCutoffs(lives, at)))
    if (!row) return undefined
    const role = roleIn(row, lives, at)
    const isMember = role !== 'user'
    const stale = row.usedAt + touchInterval <= at || (isMember && (row.memberUsedAt ?? at) + touchInterval <= at)
    // Not awaited: the request is served even if the use cannot be stored now.
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
        if (memberId !== null) await tx.members.setSeen(memberId, at)
      })
      .catch((err: unknown) => this.#warn({ err }, 'the use of a session could not be stored'))
      .finally(() => this.#touches.delete(written))
    this.#touches.add(written)
  }
}
