import { boardCode, boardTokenInfo, endBoardToken, makeBoardToken } from '#service/hours/boards.ts'
import { checkCertificate, makeCertificate } from '#service/hours/certificates.ts'
import { exportHours } from '#service/hours/export.ts'
import { addHourLine, answerObjection, correctHourLine, decideLines, objectToLine } from '#service/hours/ledger.ts'
import { closePeriod, listPeriods } from '#service/hours/periods.ts'
import { membersHere, signIn, signOut } from '#service/hours/signing.ts'
import { listHours, myHours, previewRule } from '#service/hours/views.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function hourHandlers(ctx: Ctx): Handlers<'hours'> {
  return {
    signIn: ({ actor, input }) => signIn(ctx, actor, input),
    signOut: ({ actor, input }) => signOut(ctx, actor, input),
    here: ({ actor }) => membersHere(ctx, actor),
    mine: ({ actor, input }) => myHours(ctx, actor, input),
    add: ({ actor, input }) => addHourLine(ctx, actor, input),
    object: ({ actor, input }) => objectToLine(ctx, actor, input.id, input.objection),
    certify: ({ actor, input }) => makeCertificate(ctx, actor, input.periods ?? []),
    check: ({ input }) => checkCertificate(ctx, input.number),
    boardCode: ({ bearer }) => boardCode(ctx, bearer ?? ''),
    list: ({ input }) => listHours(ctx, input),
    decide: ({ actor, input }) => decideLines(ctx, actor, input),
    correct: ({ actor, input }) => correctHourLine(ctx, actor, input),
    answer: ({ actor, input }) => answerObjection(ctx, actor, input.id, input.reason),
    periods: () => listPeriods(ctx),
    close: ({ actor, input }) => closePeriod(ctx, actor, input),
    preview: ({ input }) => previewRule(ctx, input.rule),
    export: ({ actor, input, lang }) => exportHours(ctx, actor, input, lang),
    board: () => boardTokenInfo(ctx),
    makeBoard: ({ actor }) => makeBoardToken(ctx, actor),
    endBoard: ({ actor }) => endBoardToken(ctx, actor),
  }
}
