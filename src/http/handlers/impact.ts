import type { Services } from '#service/index.ts'
import type { Handlers } from './handler.ts'

export function impactHandlers({ openData }: Pick<Services, 'openData'>): Handlers<'impact'> {
  return {
    figures: ({ input }) => openData.figures(input),
    data: async ({ input }) => ({
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="open-repair-data.csv"',
      },
      body: await openData.table(input),
    }),
  }
}
