import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { noticeText } from '#contract/words/words.ts'
import { type Clock, wallClock } from '#kit/time.ts'
import { type Store, unchanged } from '#store/store.ts'
import type { Actor } from '../shared/actor.ts'
import type { SettingService } from '../shared/settings.ts'

/** What happened to a person's own account. Notices are written by what happens, in the same transaction. */
export function noticeService(store: Store, now: Clock, settings: SettingService) {
  return {
    async list(actor: Actor, lang: Lang) {
      const { timeZone } = settings.current()
      const rows = await store.readOne((tx) => tx.notices.of(actor.personId))
      return {
        list: rows.map(({ id, at, seenAt, notice }) => ({
          id,
          kind: notice.kind,
          time: wallClock(at, timeZone),
          text: noticeText(words[lang], notice),
          seen: seenAt !== null,
        })),
      }
    },

    /** It tells nobody anything, so it is no event. */
    seen(actor: Actor, upTo: number): Promise<void> {
      return store.change(async (tx) => {
        await tx.notices.seen(actor.personId, upTo, now())
        return unchanged
      })
    },
  }
}

export type NoticeService = ReturnType<typeof noticeService>
