import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { factorLimit } from '#rules/people/attempts.ts'
import { assertUncommon } from '#rules/people/passwords.ts'
import { mayRelink } from '#rules/people/sessions.ts'
import type { MemberRecord } from '#store/people/members.ts'
import { type Tx, withEvent } from '#store/store.ts'
import type { ProofKind } from '#store/tables.ts'
import type { Actor, MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { avatarUrl } from '../shared/media-urls.ts'
import type { IdentityProvider } from '../shared/ports.ts'
import { hashOf, tidyCode } from '../shared/secrets.ts'
import { afterCommit } from '../shared/warn.ts'
import { assertFactor, confirmSession, isFactorRefusal, isShortCode } from './factors.ts'
import { assertAdminLeft, endProofs } from './member-admin.ts'
import { originOfChange } from './notices.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { memberBySso, memberOf, saveSsoProof, ssoProtocol } from './sso.ts'

/** A QR code of the school holds the code or ticket itself, or an address with it. */
function codeInScan(scanned: string): string {
  const query = URL.parse(scanned.trim())?.searchParams
  return query?.get('code') ?? query?.get('ticket') ?? scanned.trim()
}

interface ProvenMember {
  readonly member: MemberRecord | undefined
  readonly at: number
  readonly by: ProofKind
}

interface Candidate {
  readonly actor: Actor
  readonly device: string
  readonly factor: string
}

/** Rolls the transaction back, because an attempt with the second factor must be counted before the check. */
class UncountedAttempt extends Error {
  readonly memberId: number
  readonly linked: boolean
  constructor(memberId: number, linked: boolean) {
    super('a second factor is to be counted')
    this.memberId = memberId
    this.linked = linked
  }
}

/**
 * The first proof reveals the member, and strangers can repeat it with new codes. So `run` stops before it checks the
 * second factor, and runs again once the attempt is counted for that member. A linked person has an own count, so that
 * no stranger locks them out.
 */
async function withCountedFactor<T>(ctx: Ctx, actor: Actor, run: (counted: boolean) => Promise<T>): Promise<T> {
  const uncounted = await run(false).then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (error instanceof UncountedAttempt) return error
      throw error
    },
  )
  if (!(uncounted instanceof UncountedAttempt)) return uncounted.answer
  const { memberId, linked } = uncounted
  const limit = factorLimit(memberId, linked ? actor.personId : undefined)
  return ctx.attempts.guarded(limit, { member: memberId }, isFactorRefusal, () => run(true))
}

/** The link and the use of the code are one transaction. */
async function elevate(
  ctx: Ctx,
  { actor, device, factor }: Candidate,
  how: string,
  who: (tx: Tx, at: number) => Promise<ProvenMember>,
): Promise<void> {
  const admin = await withCountedFactor(ctx, actor, (counted) =>
    ctx.store.change(async (tx) => {
      const at = ctx.now()
      const { member, ...proof } = await who(tx, at)
      if (!member || member.active === 0) throw new Refusal('code_refused')
      const before = await tx.users.memberOf(actor.personId)
      if (!counted && isShortCode(factor)) throw new UncountedAttempt(member.id, before === member.id)
      await assertFactor(tx, actor, member.id, factor, at)
      if (before !== member.id)
        await tx.notices.addForMember(member.id, 'member_linked', at, { device }, { exceptPersonId: actor.personId })
      await tx.members.link(member.id, actor.personId, proof)
      if (before !== member.id) {
        await tx.sessions.demoteOthers(actor.personId, member.id)
        await assertAdminLeft(tx, before)
      }
      const confirmedAt = how === 'link' ? null : at
      const part = { memberId: member.id, provenAt: proof.at, provenBy: proof.by, confirmedAt }
      // The session was logged out, merged or erased meanwhile.
      if (!(await tx.sessions.elevate(actor.tokenHash, part, at))) throw new Refusal('not_logged_in')
      await tx.members.setSeen(member.id, at)
      const by = { personId: actor.personId, memberId: member.id }
      const facts = { member: member.id, name: member.name, with: how }
      return withEvent(tx, { kind: 'member.logged_in', by, at, ...facts }, member.admin === 1)
    }),
  )
  if (admin) await afterCommit(ctx.warn, 'remove the code of the first administrator', ctx.adminLoggedIn)
}

function becomeByProof(
  ctx: Ctx,
  candidate: Candidate,
  by: Exclude<ProofKind, ''>,
  who: (tx: Tx, at: number) => Promise<MemberRecord | undefined>,
) {
  return elevate(ctx, candidate, by, async (tx, at) => ({ member: await who(tx, at), at, by }))
}

/** Without a code a recent proof suffices, but never for an administrator. */
function relink(ctx: Ctx, candidate: Candidate) {
  return elevate(ctx, candidate, 'link', async (tx, at) => {
    const id = await tx.users.memberOf(candidate.actor.personId)
    const member = id === null ? undefined : await tx.members.lock(id)
    const link = await tx.users.linkOf(candidate.actor.personId)
    if (await tx.sessions.needsProof(candidate.actor.tokenHash)) throw new Refusal('code_refused')
    if (!member || link?.memberId !== id || link.provenAt === null || !mayRelink(member, link.provenAt, at))
      throw new Refusal('code_refused')
    return { member, at: link.provenAt, by: link.provenBy }
  })
}

/**
 * An invitation links one person, who may reuse it until it expires. A new invitation for a linked member (a lost
 * phone) takes the membership from its former holders.
 */
function byInvitation(ctx: Ctx, candidate: Candidate, code: string): Promise<void> {
  const hash = hashOf(code)
  return becomeByProof(ctx, candidate, 'invitation', async (tx, at) => {
    const used = await tx.codes.use(hash, 'invitation', at, candidate.actor.personId)
    const memberId = used ? used.memberId : (await tx.codes.find(hash, 'invitation'))?.member_id
    const member = memberId ? await tx.members.lock(memberId) : undefined
    if (!member) return undefined
    if (used) await takeOver(tx, member.id, candidate, hash, at)
    return used || (await isOwnInvitation(tx, hash, candidate.actor)) ? member : undefined
  })
}

async function takeOver(tx: Tx, id: number, { actor, device }: Candidate, hash: Uint8Array, at: number): Promise<void> {
  // Notices are added before the old links are removed.
  await tx.notices.addForMember(id, 'member_linked', at, { device }, { exceptPersonId: actor.personId })
  await tx.members.unlinkOthers(id, actor.personId)
  await tx.sessions.demoteAll(id)
  await tx.codes.removeInvitations(id, hash)
  await tx.feeds.remove(id)
  // The lost phone may have opened a kiosk.
  await tx.intakes.closeKiosks(id)
}

async function isOwnInvitation(tx: Tx, hash: Uint8Array, { personId }: Actor): Promise<boolean> {
  const code = await tx.codes.find(hash, 'invitation')
  if (!code || code.expired || code.used_by !== personId) return false
  return (await tx.users.memberOf(personId)) === code.member_id
}

/**
 * The school accepts its QR code only once. If the second factor was missing or wrong, the answer of the school is kept
 * for this person for a while.
 */
async function byScanned(ctx: Ctx, candidate: Candidate, school: IdentityProvider, scanned: string): Promise<void> {
  const hash = hashOf(`scanned ${scanned}`)
  const { personId } = candidate.actor
  if (candidate.factor !== '' && (await ctx.store.read((tx) => tx.codes.isUsable(hash, 'sso_member'))))
    return becomeByProof(ctx, candidate, 'sso', (tx, at) => memberBySso(tx, hash, at, personId))
  const identity = await school.exchange(scanned)
  await becomeByProof(ctx, candidate, ssoProtocol(identity), (tx) => memberOf(tx, identity)).catch(
    async (error: unknown) => {
      if (isFactorRefusal(error)) await ctx.store.upkeep((tx) => saveSsoProof(tx, hash, identity, personId, ctx.now()))
      throw error
    },
  )
}

async function byPassword(ctx: Ctx, candidate: Candidate, stuid: string, passwd: string): Promise<void> {
  const { member, linked } = await ctx.store.read(async (tx) => ({
    member: await tx.members.activeByStudentId(stuid),
    linked: await tx.users.memberOf(candidate.actor.personId),
  }))
  const known = member !== undefined && member.id === linked
  if (!(await isPassword(passwd, member?.passwd || undefined, known)) || !member) throw new Refusal('password_refused')
  return becomeByProof(ctx, candidate, 'password', async (tx) => {
    const still = await tx.members.lock(member.id)
    // The password was changed while it was hashed.
    return still?.passwd === member.passwd ? still : undefined
  })
}

export async function logInAsMember(
  ctx: Ctx,
  actor: Actor,
  { code = '', stuid = '', passwd = '', factor = '' }: Input<Contract['members']['login']>,
  device = '',
): Promise<void> {
  const candidate = { actor, device, factor }
  if (code === '' && stuid !== '') return byPassword(ctx, candidate, stuid, passwd)
  if (code === '') return relink(ctx, candidate)
  const tidy = tidyCode(code)
  if (tidy.startsWith('inv_')) return byInvitation(ctx, candidate, tidy)
  if (!ctx.ports.identity) throw new Refusal('code_refused')
  if (tidy.startsWith('sso_')) {
    const hash = hashOf(tidy)
    return becomeByProof(ctx, candidate, 'sso', (tx, at) => memberBySso(tx, hash, at, actor.personId))
  }
  return byScanned(ctx, candidate, ctx.ports.identity, codeInScan(code))
}

export async function memberProfile(ctx: Ctx, actor: MemberActor) {
  const member = await ctx.store.read((tx) => tx.members.find(actor.memberId))
  return {
    avatar: avatarUrl(ctx.publicUrl, member?.avatar ?? ''),
    name: member?.name ?? '',
    phone: member?.phone ?? '',
    id: actor.memberId,
    admin: actor.role === 'admin',
  }
}

export async function listColleagues(ctx: Ctx) {
  const rows = await ctx.store.read((tx) => tx.members.active())
  return { list: rows.map(({ avatar, ...member }) => ({ ...member, avatar: avatarUrl(ctx.publicUrl, avatar) })) }
}

/** Needs the old password or a recent proof. */
export async function changePassword(
  ctx: Ctx,
  actor: MemberActor,
  { passwd, old = '' }: { passwd: string; old?: string },
): Promise<void> {
  const { memberId: id, personId, tokenHash } = actor
  const member = await ctx.store.read((tx) => tx.members.find(id))
  if (!member) throw new Refusal('proof_needed')
  if (old === '' && !actor.confirmed) throw new Refusal('proof_needed')
  if (old !== '' && !(await isPassword(old, member.passwd || undefined, true))) throw new Refusal('password_refused')
  if (member.stuid === '') throw new Refusal('no_student_id')
  if (passwd === '') throw new Refusal('bad_input', { field: 'passwd', flaw: 'missing' })
  assertUncommon(passwd, { ...member, team: ctx.settings.current().teamName })
  const hash = await hashPassword(passwd)
  await ctx.store.change(async (tx) => {
    const at = ctx.now()
    // The password was changed while it was hashed.
    if ((await tx.members.lock(id))?.passwd !== member.passwd) throw new Refusal('password_refused')
    await confirmSession(tx, actor, at)
    await tx.members.update(id, { passwd: hash })
    await endProofs(tx, id, ['password', ''])
    await tx.members.link(id, personId, { at, by: 'password' })
    const part = { memberId: id, provenAt: at, provenBy: 'password' as const, confirmedAt: at }
    await tx.sessions.elevate(tokenHash, part, at)
    const { device, session } = await originOfChange(tx, actor)
    await tx.notices.addForMember(id, 'password_changed', at, { device }, { session })
    const after = { name: member.name, fields: ['passwd' as const] }
    return withEvent(tx, { kind: 'member.updated', by: actor, at, id, after })
  })
}

export function logOutAsMember(ctx: Ctx, actor: MemberActor): Promise<void> {
  return ctx.store.change(async (tx) => {
    const member = await tx.members.find(actor.memberId)
    await tx.sessions.demote(actor.tokenHash)
    const facts = { member: actor.memberId, name: member?.name ?? '' }
    return withEvent(tx, { kind: 'member.logged_out', by: actor, at: ctx.now(), ...facts })
  })
}
