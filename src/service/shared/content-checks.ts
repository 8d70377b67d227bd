import type { ReviewReason } from '#contract/content/content.ts'
import { Refusal } from '#contract/errors.ts'
import { idempotencySpan } from '#rules/tickets/tickets.ts'
import type { Tx } from '#store/store.ts'
import type { Actor } from './actor.ts'
import type { Ctx } from './context.ts'
import type { ContentScene } from './ports.ts'
import { Trouble } from './trouble.ts'

/**
 * `hold` withholds a picture until WeChat has judged it, `keep` until an administrator has; `mark` shows it and lists
 * it for review; `undefined` shows it.
 */
export type PictureCheck = 'hold' | 'keep' | 'mark' | undefined

export interface TextCheckOptions {
  readonly key?: string | undefined
  /** Refuses actors who may not write this at all, so that they do not use up questions to WeChat. */
  readonly may?: (tx: Tx) => Promise<void>
}

async function openidOf(ctx: Ctx, personId: number): Promise<string | undefined> {
  const { wechat } = ctx.ports
  if (!wechat || !ctx.settings.current().wechat.checkContent) return undefined
  return ctx.store.read((tx) => tx.users.subjectOf(personId, wechat.provider))
}

/**
 * WeChat users must open the mini-program, otherwise a user could avoid the check by waiting. Members may be
 * exempted: they work in a browser for hours, and the team trusts them.
 */
function assertMayGoUnchecked(ctx: Ctx, memberId: number | null): ReviewReason {
  if (memberId !== null && ctx.settings.current().wechat.whenUnchecked === 'let_through') return 'unchecked'
  throw new Refusal('not_in_miniprogram')
}

/**
 * Refuses bad texts, and returns a reason if a review is needed. A text with a used idempotency key was checked before.
 */
export async function checkText(
  ctx: Ctx,
  { personId, memberId }: Pick<Actor, 'personId' | 'memberId'>,
  scene: ContentScene,
  texts: readonly (string | undefined)[],
  { key, may }: TextCheckOptions = {},
): Promise<ReviewReason | undefined> {
  const text = texts.filter((one) => one?.trim()).join('\n')
  if (!ctx.ports.wechat || text === '') return undefined
  const openid = await openidOf(ctx, personId)
  if (openid === undefined) return undefined
  const since = ctx.now() - idempotencySpan
  if (key !== undefined && (await ctx.store.read((tx) => tx.idempotencyKeys.isUsed({ personId, key, since }))))
    return undefined
  if (may) await ctx.store.read(may)
  try {
    const verdict = await ctx.ports.wechat.text(text, { openid, scene })
    if (verdict === 'not_here') return assertMayGoUnchecked(ctx, memberId)
    if (verdict === 'risky') throw new Refusal('text_refused')
    return verdict === 'review' ? 'review' : undefined
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    ctx.warn({ trouble: error.what }, 'WeChat could not check a text')
    if (ctx.settings.current().wechat.whenUnchecked === 'refuse') throw new Refusal('peer_unavailable')
    return 'unchecked'
  }
}

/** Without its message push, WeChat cannot send verdicts and is not asked. */
export async function pictureCheckFor(ctx: Ctx, { personId }: Pick<Actor, 'personId'>): Promise<PictureCheck> {
  if ((await openidOf(ctx, personId)) === undefined) return undefined
  if (ctx.ports.wechat?.push) return 'hold'
  return ctx.settings.current().wechat.whenUnchecked === 'refuse' ? 'keep' : 'mark'
}

export interface PictureToCheck {
  readonly name: string
  readonly person: number
}
