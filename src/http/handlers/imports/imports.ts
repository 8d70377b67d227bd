import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function importHandlers({ imports }: Pick<Services, 'imports'>): Handlers<'imports'> {
  return {
    check: ({ input, lang }) => imports.check(input, lang),
    list: () => imports.list(),
    undo: ({ actor, input }) => imports.undo(actor, input.id),
    run: ({ actor, input, lang }) => imports.run(actor, input, lang),
  }
}
