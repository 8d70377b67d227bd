import { boardInfo } from '#service/duty/board.ts'
import type { Ctx } from '#service/shared/context.ts'
import { teamInfo } from '#service/team/team.ts'
import type { Handlers } from '../handler.ts'

export function teamHandlers(ctx: Ctx): Handlers<'team'> {
  return { info: () => teamInfo(ctx), board: ({ lang }) => boardInfo(ctx, lang) }
}
