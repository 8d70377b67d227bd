import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { pages } from '#contract/team/pages.ts'
import { codeAt } from '#rules/hours/board-code.ts'
import { unchanged, withEvent } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { hashOf, newToken } from '../shared/secrets.ts'
import { hereNow } from './here.ts'

type Hours = Contract['hours']

export function boardCode(ctx: Ctx, token: string): Promise<Output<Hours['boardCode']>> {
  return ctx.store.read(async (tx) => {
    const board = await tx.boards.find()
    if (!board || !timingSafeEqual(board.hash, hashOf(token))) throw new Refusal('board_unknown')
    if (!ctx.settings.current().signing.on) throw new Refusal('signing_off')
    const { code, seconds } = codeAt(board.secret, board.now)
    const here = await hereNow(tx, ctx.settings.current(), ctx.now())
    return { code, url: `${ctx.publicUrl}${pages.signShift}#${code}`, seconds, here }
  })
}

export function boardTokenInfo(ctx: Ctx): Promise<Output<Hours['board']>> {
  return ctx.store.read(async (tx) => {
    const board = await tx.boards.find()
    return { made: board ? timeText(ctx, board.madeAt) : '', by: board?.madeBy ?? '' }
  })
}

/** The token is shown once and stored only as a hash. */
export function makeBoardToken(ctx: Ctx, actor: MemberActor): Promise<Output<Hours['makeBoard']>> {
  const token = newToken()
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    await tx.boards.put(actor.memberId, { hash: hashOf(token), secret: randomBytes(32) }, at)
    return withEvent(
      tx,
      { kind: 'board.changed', by: actor, at, made: true },
      { token, url: `${ctx.publicUrl}${pages.board}#${token}` },
    )
  })
}

export function endBoardToken(ctx: Ctx, actor: MemberActor): Promise<void> {
  return ctx.store.change(async (tx) => {
    if (!(await tx.boards.remove())) return unchanged
    return withEvent(tx, { kind: 'board.changed', by: actor, at: ctx.now(), made: false })
  })
}
