import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function hourHandlers({
  signing,
  boards,
  ledger,
  hourViews,
  periods,
  certificates,
  hourExport,
}: Services): Handlers<'hours'> {
  return {
    signIn: ({ actor, input }) => signing.signIn(actor, input),
    signOut: ({ actor, input }) => signing.signOut(actor, input),
    here: ({ actor }) => signing.here(actor),
    mine: ({ actor, input }) => hourViews.mine(actor, input),
    add: ({ actor, input }) => ledger.add(actor, input),
    object: async ({ actor, input }) => {
      await ledger.object(actor, input.id, input.objection)
      return {}
    },
    certify: ({ actor, input }) => certificates.make(actor, input.periods ?? []),
    check: ({ input }) => certificates.check(input.number),
    boardCode: ({ bearer }) => boards.code(bearer ?? ''),
    list: ({ input }) => hourViews.list(input),
    decide: async ({ actor, input }) => ({ changed: await ledger.decide(actor, input) }),
    correct: ({ actor, input }) => ledger.correct(actor, input),
    answer: async ({ actor, input }) => {
      await ledger.answer(actor, input.id, input.reason)
      return {}
    },
    periods: () => periods.list(),
    close: ({ actor, input }) => periods.close(actor, input),
    preview: ({ input }) => hourViews.preview(input.rule),
    export: ({ actor, input, lang }) => hourExport.table(actor, input, lang),
    board: () => boards.info(),
    makeBoard: ({ actor }) => boards.make(actor),
    endBoard: async ({ actor }) => {
      await boards.end(actor)
      return {}
    },
  }
}
