import { wallClock } from '#kit/time.ts'
import type { Ctx } from './context.ts'

/** An instant on the clock of the team, as the interface shows it. */
export const timeText = (ctx: Ctx, at: number) => wallClock(at, ctx.settings.current().timeZone)
