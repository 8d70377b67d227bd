import { type Clock, day } from '#kit/time.ts'
import type { Store, Tx } from '#store/store.ts'
import type { SettingService } from '../shared/settings.ts'

/** Deletes what is personal of a member. The name stays with what they did, and minutes and dates stay for the sums of the team. */
export async function forgetMember(tx: Tx, id: number): Promise<void> {
  await tx.members.update(id, { phone: '', stuid: '', class: '', college: '', passwd: '', avatar: '' })
  await tx.hours.forget(id)
  await tx.media.retireMember(id)
  await tx.leaves.forgetWords(id)
  await tx.conclusions.forgetWords(id)
  await tx.ticketSeen.forgetMember(id)
}

/** Personal data of removed members has an end, as many days after the removal as that of tickets. May be repeated at any time. */
export function memberRetentionService(store: Store, deletionTime: Clock, settings: SettingService) {
  return {
    async tidy(): Promise<void> {
      const until = deletionTime() - settings.current().retentionDays * day
      for (const id of await store.readOne((tx) => tx.members.removedBy(until)))
        await store.upkeep(async (tx) => {
          const { removed_at: at = null } = (await tx.members.hold(id)) ?? {}
          // Another administrator may have brought them back since.
          if (at === null || at > until) return
          await forgetMember(tx, id)
          await tx.members.endDeletion(id)
        })
    },
  }
}
