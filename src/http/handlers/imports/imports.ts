import { checkImport, runImport } from '#service/journeys/imports.ts'
import { listImports, undoImport } from '#service/journeys/undo-import.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function importHandlers(ctx: Ctx): Handlers<'imports'> {
  return {
    check: ({ input, lang }) => checkImport(ctx, input, lang),
    list: () => listImports(ctx),
    undo: ({ actor, input }) => undoImport(ctx, actor, input.id),
    run: ({ actor, input, lang }) => runImport(ctx, actor, input, lang),
  }
}
