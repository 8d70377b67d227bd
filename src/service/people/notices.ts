import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { noticeText } from '#contract/words/words.ts'
import { wallClock } from '#kit/time.ts'
import type { NoticeRow } from '#store/people/notices.ts'
import { type Tx, unchanged } from '#store/store.ts'
import type { Actor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { hexOf } from '../shared/secrets.ts'

/** The session and device of a user who changes their own login, as notices about it record them. */
export async function originOfChange(tx: Tx, { tokenHash }: Actor) {
  const { device = '' } = (await tx.sessions.origin(tokenHash)) ?? {}
  return { device, session: hexOf(tokenHash) }
}

/**
 * The notices to a person. In the session that did something, the notice about it counts as seen; so does the approval of a
 * device on that device.
 */
async function noticesTo(tx: Tx, { personId, tokenHash }: Actor) {
  const rows = await tx.notices.ofPerson(personId)
  const here = rows.length > 0 ? await tx.sessions.origin(tokenHash) : undefined
  const session = hexOf(tokenHash)
  const isOwn = ({ session: by, notice }: NoticeRow) =>
    by === session || (notice.kind === 'paired' && here?.login === 'pairing' && here.device === notice.device)
  return rows.map((row) => ({ ...row, seen: row.seenAt !== null || isOwn(row) }))
}

export async function countUnseenNotices(tx: Tx, actor: Actor): Promise<number> {
  return (await noticesTo(tx, actor)).filter(({ seen }) => !seen).length
}

export async function listNotices(ctx: Ctx, actor: Actor, lang: Lang) {
  const { timeZone } = ctx.settings.current()
  const rows = await ctx.store.read((tx) => noticesTo(tx, actor))
  return {
    list: rows.map(({ id, at, notice, seen }) => ({
      id,
      kind: notice.kind,
      time: wallClock(at, timeZone),
      text: noticeText(words[lang], notice),
      seen,
    })),
  }
}

export function markNoticesSeen(ctx: Ctx, actor: Actor, upTo: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    await tx.notices.setSeen(actor.personId, upTo, ctx.now())
    return unchanged
  })
}
