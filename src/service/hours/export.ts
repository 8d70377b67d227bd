import type { Input, Raw } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { MemberActor } from '../people/actor.ts'

type Hours = Contract['hours']

/** The table of hours that a school wants. */
export function hourExportService() {
  const unbuilt = (): never => {
    throw new Error('not built yet')
  }
  return {
    table: (_actor: MemberActor, _wish: Input<Hours['export']>, _lang: Lang): Promise<Raw> => unbuilt(),
  }
}

export type HourExportService = ReturnType<typeof hourExportService>
