import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { MemberField, Phrases } from '#contract/phrases.ts'
import { day } from '#kit/time.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { assertSomeAdmin } from '#rules/people/members.ts'
import { assertUncommon } from '#rules/people/passwords.ts'
import { livesOf, memberCutoffs } from '#rules/people/sessions.ts'
import { changedSince } from '#rules/versions.ts'
import type { MemberFields, MemberFilter, MemberRecord } from '#store/people/members.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import type { ProofKind } from '#store/tables.ts'
import { renameInRosters } from '../duty/rosters.ts'
import { endStay } from '../hours/here.ts'
import { releaseHelper } from '../repair-days/helper-places.ts'
import { type MemberActor, systemActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { changeDuty } from '../shared/duty-memory.ts'
import { hashOf, newCode } from '../shared/secrets.ts'
import { afterCommit } from '../shared/warn.ts'
import { assignPicture, findPictures, type PictureRef } from '../tickets/media.ts'
import { originOfChange } from './notices.ts'
import { hashPassword } from './passwords.ts'

type MemberInput = Omit<Input<Contract['admin']['updateMember']>, 'id' | 'version'>

const invitationLife = 7 * day

async function lockMember(tx: Tx, id: number): Promise<MemberRecord> {
  const member = await tx.members.lock(id)
  if (!member) throw new Refusal('member_not_found')
  return member
}

async function issueCode(tx: Tx, memberId: number, at: number): Promise<string> {
  const code = newCode('inv')
  await tx.codes.add({ hash: hashOf(code), kind: 'invitation', memberId, at, livesMs: invitationLife })
  return code
}

/** Replaces the picture and returns its name. */
async function assignAvatar(tx: Tx, by: MemberActor | undefined, old: MemberRecord, picture: PictureRef | undefined) {
  if ((picture ? picture.name : '') === old.avatar) return old.avatar
  await tx.media.retireMember(old.id)
  return picture ? assignPicture(tx, picture, by?.personId ?? 0, { memberId: old.id }, 'avatar') : ''
}

/** Rosters refer to names, and logins to student ids, so both are unique among active members. */
async function assertUnique(tx: Tx, id: number | undefined, { name, stuid }: { name?: string; stuid?: string }) {
  const sameName = name === undefined ? undefined : await tx.members.activeByName(name)
  if (sameName && sameName.id !== id) throw new Refusal('name_taken', { name: sameName.name })
  const sameStuid = stuid ? await tx.members.activeByStudentId(stuid) : undefined
  if (sameStuid && sameStuid.id !== id) throw new Refusal('student_id_taken')
}

/** Ends everything that depends on a removed role, password or student id. A later return of these revives nothing. */
async function endDependents(ctx: Ctx, tx: Tx, old: MemberRecord, next: MemberRecord): Promise<void> {
  const { id } = old
  if (next.active === 0) await endMembership(tx, id)
  if (next.passwd !== old.passwd) await endProofs(tx, id, ['password', ''])
  if (next.stuid !== old.stuid) await endProofs(tx, id, ['sso', 'oidc', 'cas', ''])
  // A session that expired as an administrator's must not continue as a member's.
  if (next.admin < old.admin)
    await tx.sessions.demoteExpired(memberCutoffs(livesOf(ctx.settings.current()), ctx.now()), id)
}

function leaveRepairDays(ctx: Ctx, tx: Tx, id: number, by: MemberActor | undefined) {
  return releaseHelper(tx, id, by ?? systemActor, ctx.now(), ctx.settings.current().timeZone)
}

/** Adds all members with invitations, or none. */
async function addMembers(
  ctx: Ctx,
  by: MemberActor | undefined,
  all: readonly (MemberFields & { readonly name: string })[],
) {
  const invited = await ctx.store.change(async (tx) => {
    const at = ctx.now()
    await tx.members.lockAdmins()
    const removed = await tx.members.removedNames()
    const addOne = async (fields: MemberFields & { readonly name: string }) => {
      await assertUnique(tx, undefined, fields)
      const { name, admin } = fields
      const id = await tx.members.add(fields, at)
      if (id === undefined) throw new Refusal('name_taken', { name })
      const code = await issueCode(tx, id, at)
      const facts = { member: id, name, admin: admin === 1 }
      const event = await tx.record({ kind: 'member.invited', by: by ?? systemActor, at, ...facts })
      return { answer: { id, name, code }, event }
    }
    const add = async () => {
      const added: Awaited<ReturnType<typeof addOne>>[] = []
      for (const fields of all) added.push(await addOne(fields))
      return added
    }
    // A name in the roster may have meant a removed member and now means the new one.
    const isBack = all.some(({ name }) => removed.has(name))
    const added = await (isBack ? changeDuty(tx, ctx.settings.current(), at, add) : add())
    return { answer: added.map(({ answer }) => answer), events: added.map(({ event }) => event) }
  })
  await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
  return invited
}

/** True while the team has no linked administrator. */
export async function lacksAdmin(ctx: Ctx): Promise<boolean> {
  return !(await ctx.store.read((tx) => tx.members.hasLinkedAdmin()))
}

export function firstAdminCode(ctx: Ctx, writtenDown: string | undefined): Promise<string | undefined> {
  return ctx.store.upkeep(async (tx) => {
    const at = ctx.now()
    if (await tx.members.hasLinkedAdmin()) return undefined
    if (writtenDown && (await tx.codes.isUsable(hashOf(writtenDown), 'invitation'))) return writtenDown
    const memberId =
      (await tx.members.unlinkedAdmin()) ??
      (await tx.members.add({ name: 'admin', admin: 1 }, at)) ??
      (await tx.members.unlinkedAdmin())
    if (memberId === undefined)
      throw new Error('the first administrator could not be added: another member has the name "admin"')
    return issueCode(tx, memberId, at)
  })
}

/** `by` is absent on the command line. */
export async function inviteMember(
  ctx: Ctx,
  by: MemberActor | undefined,
  input: MemberInput & { readonly name: string },
): Promise<{ id: number; code: string }> {
  if (input.passwd) assertUncommon(input.passwd, { stuid: '', ...input, team: ctx.settings.current().teamName })
  const [invited] = await addMembers(ctx, by, [{ ...(await storedFields(input)), name: input.name }])
  if (!invited) throw new Error('no member was added')
  return { id: invited.id, code: invited.code }
}

export function inviteMembers(
  ctx: Ctx,
  by: MemberActor,
  all: readonly { readonly name: string; readonly stuid?: string }[],
) {
  return addMembers(ctx, by, all)
}

/**
 * Makes a new invitation, also for a linked member. On the command line it removes the second factor too: its user can
 * do everything, and no administrator may be left.
 */
export function reinviteMember(ctx: Ctx, by: MemberActor | undefined, id: number) {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const { name, active } = await lockMember(tx, id)
    if (active === 0) throw new Refusal('member_not_found')
    const code = await issueCode(tx, id, at)
    if (!by && (await tx.factors.remove(id))) await tx.notices.addForMember(id, 'factor_off', at, { byAdmin: true })
    const after = { name, fields: ['code' as const] }
    return withEvent(tx, { kind: 'member.updated', by: by ?? systemActor, at, id, after }, { id, code })
  })
}

/** With `read`, the version that the caller has seen, it refuses to overwrite later changes. */
export async function updateMember(
  ctx: Ctx,
  by: MemberActor | undefined,
  id: number,
  { avatar, ...input }: MemberInput,
  read = Number.POSITIVE_INFINITY,
): Promise<number> {
  const texts = await storedFields(input)
  const [picture] = (avatar && (await findPictures(ctx, [avatar]))) || []
  const version = await ctx.store.change(async (tx) => {
    const admins = await tx.members.lockAdmins()
    const old = await lockMember(tx, id)
    const fields = { ...texts, ...(avatar === undefined ? {} : { avatar: await assignAvatar(tx, by, old, picture) }) }
    const next = { ...old, ...fields }
    if (input.passwd) assertUncommon(input.passwd, { ...next, team: ctx.settings.current().teamName })
    const changed = keysOf(fields).filter((key) => fields[key] !== old[key])
    if (changed.length === 0) return { answer: old.version, events: [] }
    if (changedSince(JSON.parse(old.versions), changed, read)) throw new Refusal('member_changed')
    if (next.admin === 0 || next.active === 0) await assertOtherAdmin(tx, admins, id)
    if (next.active === 1) await assertUnique(tx, id, next)
    await endDependents(ctx, tx, old, next)
    const released = next.active === 0 && old.active === 1 ? await leaveRepairDays(ctx, tx, id, by) : []
    const written = Object.fromEntries(changed.map((key) => [key, fields[key]]))
    const bearsOnDuty = changed.some((key) => key === 'name' || key === 'active')
    const write = async () => {
      if (old.active === 1 && next.name !== old.name) await renameInRosters(tx, old.name, next.name)
      if (next.active === 0) await endStay(tx, id, 'removed', ctx.settings.current(), ctx.now())
      const version = await tx.members.update(id, written)
      if (next.active === 0) await tx.members.startDeletion([id], ctx.now())
      else if (old.active === 0) await tx.members.restore(id)
      return version
    }
    const version = await (bearsOnDuty ? changeDuty(tx, ctx.settings.current(), ctx.now(), write) : write())
    if (changed.includes('passwd')) {
      const kind = next.passwd === '' ? 'password_cleared' : 'password_changed'
      const own = by?.memberId === id ? await originOfChange(tx, by) : undefined
      await tx.notices.addForMember(id, kind, ctx.now(), own ? { device: own.device } : { byAdmin: true }, own)
    }
    const sides = { id, before: factsOf(old, changed.filter(isFlag)), after: factsOf(next, changed) }
    const updated = await tx.record({ kind: 'member.updated', by: by ?? systemActor, at: ctx.now(), ...sides })
    return { answer: version, events: [updated, ...released] }
  })
  await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
  return version
}

export async function removeMember(ctx: Ctx, by: MemberActor, id: number): Promise<void> {
  await ctx.store.change(async (tx) => {
    const admins = await tx.members.lockAdmins()
    const old = await lockMember(tx, id)
    if (old.active === 0) return unchanged
    await assertOtherAdmin(tx, admins, id)
    await endDependents(ctx, tx, old, { ...old, active: 0 })
    const released = await leaveRepairDays(ctx, tx, id, by)
    await changeDuty(tx, ctx.settings.current(), ctx.now(), async () => {
      await endStay(tx, id, 'removed', ctx.settings.current(), ctx.now())
      await tx.members.update(id, { active: 0 })
      await tx.members.startDeletion([id], ctx.now())
    })
    const sides = { id, before: factsOf(old, ['active']), after: factsOf({ ...old, active: 0 }, ['active']) }
    const removed = await tx.record({ kind: 'member.removed', by, at: ctx.now(), ...sides })
    return { answer: undefined, events: [removed, ...released] }
  })
  await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
}

export async function listMembers(ctx: Ctx, filter: MemberFilter, offset: number, count: number) {
  return ctx.store.read(async (tx) => ({
    rows: await tx.members.list(filter, offset, count),
    total: await tx.members.count(filter),
  }))
}

/**
 * Refuses to remove the last administrator who has logged in. The rows are locked, so that of two removals one is
 * refused.
 */
export async function assertOtherAdmin(tx: Tx, admins: readonly number[], id: number): Promise<void> {
  if (admins.includes(id)) assertSomeAdmin(await tx.members.linkedAmong(admins.filter((admin) => admin !== id)))
}

/** The same for a person who has just left this member. */
export async function assertAdminLeft(tx: Tx, id: number | null): Promise<void> {
  if (id === null) return
  const admins = await tx.members.lockAdmins()
  if (admins.includes(id)) assertSomeAdmin(await tx.members.linkedAmong(admins))
}

export async function endMembership(tx: Tx, id: number): Promise<void> {
  await endProofs(tx, id)
  await tx.codes.removeInvitations(id)
  await tx.feeds.remove(id)
  await tx.factors.remove(id)
  await tx.intakes.closeKiosks(id)
}

/** Ends member parts of sessions that depend on these kinds of proof, or on any. */
export async function endProofs(tx: Tx, id: number, by?: readonly ProofKind[]): Promise<void> {
  await tx.sessions.demoteAll(id, by)
  await tx.members.clearProofs(id, by)
}

/** Hashing the password is slow, so this runs before the transaction. */
async function storedFields({ admin, active, passwd, ...texts }: MemberInput): Promise<MemberFields> {
  return {
    ...texts,
    ...(passwd === undefined ? {} : { passwd: passwd === '' ? '' : await hashPassword(passwd) }),
    ...(admin === undefined ? {} : { admin: admin ? 1 : 0 }),
    ...(active === undefined ? {} : { active: active ? 1 : 0 }),
  }
}

const isFlag = (key: keyof MemberFields) => key === 'admin' || key === 'active'

/** The facts for an event: flags by value, personal fields only by name. */
function factsOf(member: MemberRecord, changed: readonly (keyof MemberFields)[]): Phrases['member'] {
  return {
    name: member.name,
    fields: changed.filter((key): key is MemberField & keyof MemberFields => key !== 'admin' && key !== 'active'),
    ...(changed.includes('admin') ? { admin: member.admin === 1 } : {}),
    ...(changed.includes('active') ? { active: member.active === 1 } : {}),
  }
}
