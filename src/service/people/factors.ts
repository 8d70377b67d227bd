import { Refusal } from '#contract/errors.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import type { Actor, MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { hashOf, newCode, tidyCode } from '../shared/secrets.ts'
import { originOfChange } from './notices.ts'
import { isPassword } from './passwords.ts'
import { newTotpSecret, otpauth, stepOf } from './totp.ts'

const recoveryCodes = 8

/** Refuses a member whose second factor is missing. Uses up the code, and returns whether the member has a factor. */
export async function assertFactor(
  tx: Tx,
  actor: Actor,
  memberId: number,
  given: string,
  at: number,
): Promise<boolean> {
  const factor = await tx.factors.find(memberId)
  if (!factor || factor.confirmed_at === null) return false
  if (given.trim() === '') throw new Refusal('factor_needed')
  if (await isCode(tx, factor, given)) return true
  const recovery = tidyCode(given)
  if (!recovery.startsWith('rec_') || !(await tx.factors.consumeRecovery(memberId, hashOf(recovery))))
    throw new Refusal('factor_refused')
  const left = await tx.factors.countRecovery(memberId)
  const { device, session } = await originOfChange(tx, actor)
  await tx.notices.addForMember(memberId, 'recovery_used', at, { left, device }, { session })
  return true
}

/** True for codes of an app, which can be guessed, unlike recovery codes. */
export function isShortCode(given: string): boolean {
  return given.trim() !== '' && !tidyCode(given).startsWith('rec_')
}

/** Marks the session as proved just now. It must still belong to the member. */
export async function confirmSession(tx: Tx, { tokenHash, memberId }: MemberActor, at: number): Promise<void> {
  if (!(await tx.sessions.confirm(tokenHash, memberId, at))) throw new Refusal('wrong_role', { needed: 'member' })
}

export function isFactorRefusal(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'factor_needed' || error.code === 'factor_refused')
}

/** Uses up a valid code of the app, by the database's clock. */
async function isCode(tx: Tx, factor: { member_id: number; secret: string; now: number }, given: string) {
  const step = stepOf(factor.secret, given.normalize('NFKC').replace(/\s/g, ''), factor.now)
  return step !== undefined && (await tx.factors.consumeStep(factor.member_id, step))
}

async function putRecovery(tx: Tx, memberId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => newCode('rec'))
  await tx.factors.replaceRecovery(memberId, codes.map(hashOf))
  return codes
}

async function nameOf(tx: Tx, id: number) {
  return (await tx.members.find(id))?.name ?? ''
}

export function isProtected(ctx: Ctx, { personId }: Pick<Actor, 'personId'>) {
  return ctx.store.read((tx) => tx.factors.protects(personId))
}

export async function factorInfo(ctx: Ctx, { memberId, confirmed }: MemberActor) {
  return ctx.store.read(async (tx) => {
    const member = await tx.members.find(memberId)
    const since = (await tx.factors.find(memberId))?.confirmed_at ?? null
    return {
      stuid: member?.stuid ?? '',
      password: Boolean(member?.passwd),
      factor: since !== null,
      factorTime: since === null ? ('' as const) : timeText(ctx, since),
      recovery: await tx.factors.countRecovery(memberId),
      recent: confirmed,
    }
  })
}

/** Needs a recent proof, so that a passer-by at an unlocked desk cannot lock the owner out. */
export async function beginFactor(ctx: Ctx, actor: MemberActor): Promise<{ secret: string; url: string }> {
  const { memberId, confirmed } = actor
  if (!confirmed) throw new Refusal('proof_needed')
  const secret = newTotpSecret()
  const account = await ctx.store.upkeep(async (tx) => {
    if (!(await tx.factors.begin(memberId, secret, ctx.now()))) throw new Refusal('factor_is_on')
    return nameOf(tx, memberId)
  })
  return { secret, url: otpauth(secret, { issuer: ctx.settings.current().teamName || 'Fettle', account }) }
}

export async function switchOnFactor(ctx: Ctx, actor: MemberActor, given: string): Promise<{ recovery: string[] }> {
  const { memberId, confirmed } = actor
  if (!confirmed) throw new Refusal('proof_needed')
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const factor = await tx.factors.find(memberId)
    if (factor?.confirmed_at) throw new Refusal('factor_is_on')
    if (!factor || !(await isCode(tx, factor, given))) throw new Refusal('factor_refused')
    await tx.factors.confirm(memberId, at)
    const recovery = await putRecovery(tx, memberId)
    await confirmSession(tx, actor, at)
    const { device, session } = await originOfChange(tx, actor)
    await tx.notices.addForMember(memberId, 'factor_on', at, { device }, { session })
    const facts = { member: memberId, name: await nameOf(tx, memberId), on: true }
    return withEvent(tx, { kind: 'member.second_factor', by: actor, at, ...facts }, { recovery })
  })
}

export async function renewRecoveryCodes(ctx: Ctx, actor: MemberActor): Promise<{ recovery: string[] }> {
  return ctx.store.upkeep(async (tx) => {
    if (!(await tx.factors.find(actor.memberId))?.confirmed_at) return { recovery: [] }
    return { recovery: await putRecovery(tx, actor.memberId) }
  })
}

/** Removes one's own second factor, or as an administrator that of another member. */
export async function switchOffFactor(ctx: Ctx, actor: MemberActor, memberId: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const member = await tx.members.find(memberId)
    if (!member) throw new Refusal('member_not_found')
    const was = (await tx.factors.find(memberId))?.confirmed_at
    await tx.factors.remove(memberId)
    if (!was) return unchanged
    const at = ctx.now()
    const byAdmin = memberId !== actor.memberId
    const { device, session } = await originOfChange(tx, actor)
    await tx.notices.addForMember(memberId, 'factor_off', at, byAdmin ? { byAdmin } : { device }, { session })
    const facts = { member: memberId, name: member.name, on: false }
    return withEvent(tx, { kind: 'member.second_factor', by: actor, at, ...facts })
  })
}

/** A password is not enough for a member with a second factor. */
export async function confirmFactor(
  ctx: Ctx,
  actor: MemberActor,
  { factor = '', passwd = '' }: { factor?: string; passwd?: string },
): Promise<void> {
  const { member, isProtected } = await ctx.store.read(async (tx) => ({
    member: await tx.members.find(actor.memberId),
    isProtected: await tx.factors.protects(actor.personId),
  }))
  if (!isProtected) {
    if (passwd === '') throw new Refusal('proof_needed')
    if (!(await isPassword(passwd, member?.passwd || undefined, true))) throw new Refusal('password_refused')
  }
  await ctx.store.upkeep(async (tx) => {
    const at = ctx.now()
    const proven = await assertFactor(tx, actor, actor.memberId, factor, at)
    // The factor was switched off meanwhile, so nothing was proved.
    if (isProtected && !proven) throw new Refusal('proof_needed')
    // The password was changed while it was hashed.
    if (!isProtected && (await tx.members.find(actor.memberId))?.passwd !== member?.passwd)
      throw new Refusal('password_refused')
    await confirmSession(tx, actor, at)
  })
}
