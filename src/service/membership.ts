import { Refusal } from '#contract/errors.ts'
import type { Clock } from '#kit/time.ts'
import type { MemberRow } from '#store/members.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Actor, MemberActor } from './actor.ts'
import { afterCommit } from './after-commit.ts'
import { isPassword } from './passwords.ts'
import type { Ports } from './ports.ts'
import { avatarUrl } from './present.ts'
import { hashOf, tidyCode } from './secrets.ts'
import { kindOf, memberBySso, memberOf } from './sso.ts'

export interface MembershipParts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  readonly publicUrl: string
  /** Told when the first administrator has come in, so that the written-down code can go. */
  readonly adminCame: () => void
}

/** How somebody shows that they are a member. */
export interface Proof {
  readonly code?: string
  readonly stuid?: string
  readonly passwd?: string
}

/** A school's QR code may hold the code or ticket itself, or the address with it that a browser would be sent to. */
function carried(scanned: string): string {
  const query = URL.parse(scanned.trim())?.searchParams
  return query?.get('code') ?? query?.get('ticket') ?? scanned.trim()
}

/** Becoming a member on a user's token, and stopping to be one. */
export function membershipService({ store, ports, now, publicUrl, adminCame }: MembershipParts) {
  /** Links and elevates whoever `who` finds; all of it, the code's use included, is one transaction. */
  async function become(
    actor: Actor,
    how: string,
    who: (tx: Tx, at: number) => Promise<MemberRow | undefined>,
  ): Promise<void> {
    const admin = await store.change(async (tx) => {
      const at = now()
      const member = await who(tx, at)
      if (!member || member.active === 0) throw new Refusal('code_refused')
      if ((await tx.users.memberOf(actor.personId)) !== member.id)
        await tx.notices.addForMember(member.id, 'member_linked', at, { device: '' }, actor.personId)
      await tx.members.link(member.id, actor.personId)
      await tx.codes.removeUnused(member.id)
      await tx.sessions.elevate(actor.tokenHash, member.id, at)
      await tx.members.seen(member.id, at)
      const current = { id: member.id, info: { say: 'member_logged_in' as const, name: member.name, with: how } }
      const by = { personId: actor.personId, memberId: member.id }
      return { answer: member.admin === 1, entry: { by, at, operation: 'log_in', target: 'member', current } }
    })
    if (admin) await afterCommit(adminCame)
  }

  /**
   * An invitation links once. The user it linked may come back with it; for everybody else it is dead. One that was issued
   * for a member who is linked already (a lost phone) takes the membership away from those who had it.
   */
  function byInvitation(actor: Actor, code: string): Promise<void> {
    const hash = hashOf(code)
    return become(actor, 'invitation', async (tx, at) => {
      const used = await tx.codes.use(hash, 'invitation', at, actor.personId)
      const memberId = used?.memberId ?? (await mineAlready(tx, hash, actor))
      if (memberId === undefined || memberId === null) return undefined
      if (used) {
        // Those who had it are told before they lose it.
        await tx.notices.addForMember(memberId, 'member_linked', at, { device: '' }, actor.personId)
        await tx.members.unlinkOthers(memberId, actor.personId)
      }
      return tx.members.find(memberId)
    })
  }

  async function mineAlready(tx: Tx, hash: Uint8Array, actor: Actor): Promise<number | undefined> {
    const code = await tx.codes.find(hash, 'invitation')
    if (!code || code.used_by !== actor.personId || code.member_id === null) return undefined
    return (await tx.users.memberOf(actor.personId)) === code.member_id ? code.member_id : undefined
  }

  async function byPassword(actor: Actor, stuid: string, passwd: string): Promise<void> {
    const { member, linked } = await store.read(async (tx) => ({
      member: await tx.members.activeByStudentId(stuid),
      linked: await tx.users.memberOf(actor.personId),
    }))
    const known = member !== undefined && member.id === linked
    if (!(await isPassword(passwd, member?.passwd || undefined, known)) || !member)
      throw new Refusal('password_refused')
    return become(actor, 'password', async (tx) => {
      const still = await tx.members.find(member.id)
      // Changed while we were hashing: the answer would be about another password.
      return still?.passwd === member.passwd ? still : undefined
    })
  }

  return {
    async login(actor: Actor, { code = '', stuid = '', passwd = '' }: Proof): Promise<void> {
      if (code === '' && stuid !== '') return byPassword(actor, stuid, passwd)
      if (code === '') {
        return become(actor, 'link', async (tx) => {
          const id = await tx.users.memberOf(actor.personId)
          return id === null ? undefined : tx.members.find(id)
        })
      }
      const tidy = tidyCode(code)
      if (tidy.startsWith('inv_')) return byInvitation(actor, tidy)
      if (!ports.identity) throw new Refusal('code_refused')
      if (tidy.startsWith('sso_')) {
        const hash = hashOf(tidy)
        return become(actor, 'sso', (tx, at) => memberBySso(tx, hash, at, actor.personId))
      }
      const identity = await ports.identity.exchange(carried(code))
      return become(actor, kindOf(identity), (tx) => memberOf(tx, identity))
    },

    async profile(actor: MemberActor) {
      const member = await store.read((tx) => tx.members.find(actor.memberId))
      return {
        avatar: avatarUrl(publicUrl, member?.avatar ?? ''),
        name: member?.name ?? '',
        phone: member?.phone ?? '',
        id: actor.memberId,
        admin: actor.role === 'admin',
      }
    },

    /** Everybody whom something can be given to. */
    async colleagues() {
      const rows = await store.read((tx) => tx.members.active())
      return { list: rows.map(({ avatar, ...member }) => ({ ...member, avatar: avatarUrl(publicUrl, avatar) })) }
    },

    logout(actor: MemberActor): Promise<void> {
      return store.change(async (tx) => {
        const member = await tx.members.find(actor.memberId)
        await tx.sessions.lower(actor.tokenHash)
        const current = { id: actor.memberId, info: { say: 'member_logged_out' as const, name: member?.name ?? '' } }
        return { answer: undefined, entry: { by: actor, at: now(), operation: 'log_out', target: 'member', current } }
      })
    },
  }
}

export type MembershipService = ReturnType<typeof membershipService>
