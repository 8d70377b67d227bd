import { ownerScrubber } from '#rules/open-data/scrub.ts'
import { mayManageMember } from '#rules/people/members.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { MemberRecord } from '#store/people/members.ts'
import type { Tx } from '#store/store.ts'
import { endStay } from '../hours/here.ts'
import { eraseForwardedLines } from '../outbox/forwarded-file.ts'
import { anonymiseMember } from '../people/anonymise-members.ts'
import { assertAdminLeft, assertOtherAdmin, endMembership } from '../people/member-admin.ts'
import { releaseHelper } from '../repair-days/helper-places.ts'
import type { Actor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { changeDuty } from '../shared/duty-memory.ts'
import { afterCommit } from '../shared/warn.ts'
import { removeDeletedPictures } from '../tickets/media.ts'
import { eraseTickets } from '../tickets/retention.ts'

/**
 * Ends a membership and erases its personal data, for all its users. The name stays with tickets and duty, as for a
 * removed member, but not in the ledger of hours, which leaves the team.
 */
async function eraseMember(
  ctx: Ctx,
  tx: Tx,
  { id, name, phone }: MemberRecord,
  personId: number,
): Promise<readonly RecordedEvent[]> {
  await assertOtherAdmin(tx, await tx.members.lockAdmins(), id)
  await tx.members.unlinkOthers(id, personId)
  const released = await releaseHelper(tx, id, { personId, memberId: id }, ctx.now(), ctx.settings.current().timeZone)
  await changeDuty(tx, ctx.settings.current(), ctx.now(), async () => {
    await endStay(tx, id, 'removed', ctx.settings.current(), ctx.now())
    await tx.members.update(id, { admin: 0, active: 0 })
  })
  // The sums of the team keep their work, under a number.
  await tx.members.setErased(id)
  await anonymiseMember(tx, id)
  await tx.hours.rewriteCompanions(ownerScrubber([name], phone))
  await tx.certificates.remove(id)
  await endMembership(tx, id)
  return released
}

/** Ends the membership of this person. One that needs a new proof stays, and its id is returned. */
async function leaveMember(ctx: Ctx, tx: Tx, personId: number) {
  const id = await tx.users.memberOf(personId)
  const member = id === null ? undefined : await tx.members.lock(id)
  if (!member) return { left: null, released: [] }
  const link = await tx.users.linkOf(personId)
  if (link?.memberId !== member.id || !mayManageMember(member, link.provenAt)) return { left: member.id, released: [] }
  return { left: null, released: await eraseMember(ctx, tx, member, personId) }
}

export async function erasePerson(ctx: Ctx, actor: Actor): Promise<void> {
  await ctx.store.change(async (tx) => {
    // A simultaneous change of this person comes before and is erased, or after and is refused.
    await tx.guests.lockAlone(actor.personId)
    await tx.guests.moveBelongings(actor.personId)
    const withdrawn = await eraseTickets(tx, actor.personId, ctx.now(), ctx.settings.current().timeZone)
    const { left, released } = await leaveMember(ctx, tx, actor.personId)
    await tx.feedback.removeOfPerson(actor.personId)
    await tx.notices.remove(actor.personId)
    await tx.notify.remove(actor.personId)
    await tx.content.removeOfPerson(actor.personId)
    await tx.users.erase(actor.personId)
    await assertAdminLeft(tx, left)
    const erased = await tx.record({ kind: 'user.erased', by: actor, at: ctx.now(), user: actor.personId })
    return { answer: undefined, events: [...withdrawn, ...released, erased] }
  })
  await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
  await afterCommit(ctx.warn, 'scrub the database', () => ctx.store.storage.scrub())
  // If the storage of pictures or lines fails, a job removes them later.
  await afterCommit(ctx.warn, 'remove deleted pictures', () => removeDeletedPictures(ctx))
  await afterCommit(ctx.warn, 'erase forwarded lines', () => eraseForwardedLines(ctx))
}
