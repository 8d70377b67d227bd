import { day } from '#kit/time.ts'
import type { Tx } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'

/** The name stays with the member's work, and minutes and dates stay for the sums of the team. */
export async function anonymiseMember(tx: Tx, id: number): Promise<void> {
  await tx.members.update(id, { phone: '', stuid: '', class: '', college: '', passwd: '', avatar: '' })
  await tx.hours.eraseWords(id)
  await tx.media.retireMember(id)
  await tx.leaves.eraseWords(id)
  await tx.conclusions.eraseWords(id)
  await tx.ticketSeen.removeOfMember(id)
}

export async function anonymiseRemovedMembers(ctx: Ctx): Promise<void> {
  const until = ctx.deletionTime() - ctx.settings.current().retentionDays * day
  for (const id of await ctx.store.read((tx) => tx.members.removedBy(until)))
    await ctx.store.upkeep(async (tx) => {
      const { removed_at: at = null } = (await tx.members.lock(id)) ?? {}
      if (at === null || at > until) return
      await anonymiseMember(tx, id)
      await tx.members.endDeletion(id)
    })
}
