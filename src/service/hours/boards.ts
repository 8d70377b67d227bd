import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { pages } from '#contract/team/pages.ts'
import { type Clock, wallClock } from '#kit/time.ts'
import { codeAt } from '#rules/hours/board-code.ts'
import { type Store, unchanged } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import { hashOf, newToken } from '../shared/secrets.ts'
import type { SettingService } from '../shared/settings.ts'
import { hereNow } from './here.ts'

type Hours = Contract['hours']

/** The display in the room, and the code on it. Token and code are in addresses behind the `#` alone, which no server is told. */
export function boardTokenService(store: Store, now: Clock, settings: SettingService, publicUrl: string) {
  return {
    code: (token: string): Promise<Output<Hours['boardCode']>> =>
      store.read(async (tx) => {
        const board = await tx.boards.find()
        if (!board || !timingSafeEqual(board.hash, hashOf(token))) throw new Refusal('board_unknown')
        if (!settings.current().signing.on) throw new Refusal('signing_off')
        const { code, seconds } = codeAt(board.secret, board.now)
        const here = await hereNow(tx, settings.current(), now())
        return { code, url: `${publicUrl}${pages.signShift}#${code}`, seconds, here }
      }),

    info: (): Promise<Output<Hours['board']>> =>
      store.readOne(async (tx) => {
        const board = await tx.boards.find()
        return { made: board ? wallClock(board.madeAt, settings.current().timeZone) : '', by: board?.madeBy ?? '' }
      }),

    /** The token is told now and never again: it is stored as a hash. */
    make(actor: MemberActor): Promise<Output<Hours['makeBoard']>> {
      const token = newToken()
      return store.change(async (tx) => {
        const at = now()
        await tx.boards.put(actor.memberId, { hash: hashOf(token), secret: randomBytes(32) }, at)
        const event = await tx.record({ kind: 'board.changed', by: actor, at, made: true })
        return { answer: { token, url: `${publicUrl}${pages.board}#${token}` }, events: [event] }
      })
    },

    end: (actor: MemberActor): Promise<void> =>
      store.change(async (tx) => {
        if (!(await tx.boards.remove())) return unchanged
        const event = await tx.record({ kind: 'board.changed', by: actor, at: now(), made: false })
        return { answer: undefined, events: [event] }
      }),
  }
}

export type BoardTokenService = ReturnType<typeof boardTokenService>
