import { type Clock, day } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import { hashOf, newCode } from './secrets.ts'

const invitationLife = 7 * day

export function memberService(store: Store, now: Clock) {
  return {
    /**
     * The code that makes the first administrator, as long as there is none. One that was written down earlier and still
     * works is kept; a new one never ends an older one, so that restarts and further nodes do no harm.
     */
    firstAdminCode(writtenDown: string | undefined): Promise<string | undefined> {
      return store.upkeep(async (tx) => {
        const at = now()
        if (await tx.members.hasLinkedAdmin()) return undefined
        if (writtenDown && (await tx.codes.isLive(hashOf(writtenDown), 'invitation', at))) return writtenDown
        await tx.members.add('admin', true, at)
        const memberId = await tx.members.unlinkedAdmin()
        if (memberId === undefined)
          throw new Error('the first administrator could not be made: another member is called "admin"')
        const code = newCode('inv')
        await tx.codes.add({ hash: hashOf(code), kind: 'invitation', memberId, at, expiresAt: at + invitationLife })
        return code
      })
    },
  }
}

export type MemberService = ReturnType<typeof memberService>
