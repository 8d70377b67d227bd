import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { noticeText } from '#contract/words/words.ts'
import { wallClock } from '#kit/time.ts'
import { unchanged } from '#store/store.ts'
import type { Actor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'

export async function listNotices(ctx: Ctx, actor: Actor, lang: Lang) {
  const { timeZone } = ctx.settings.current()
  const rows = await ctx.store.read((tx) => tx.notices.ofPerson(actor.personId))
  return {
    list: rows.map(({ id, at, seenAt, notice }) => ({
      id,
      kind: notice.kind,
      time: wallClock(at, timeZone),
      text: noticeText(words[lang], notice),
      seen: seenAt !== null,
    })),
  }
}

export function markNoticesSeen(ctx: Ctx, actor: Actor, upTo: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    await tx.notices.setSeen(actor.personId, upTo, ctx.now())
    return unchanged
  })
}
