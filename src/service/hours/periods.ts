import type { Input, Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { MemberActor } from '../people/actor.ts'

type Hours = Contract['hours']

/** Periods, which are closed for good. */
export function hourPeriodService() {
  const unbuilt = (): never => {
    throw new Error('not built yet')
  }
  return {
    list: (): Promise<Output<Hours['periods']>> => unbuilt(),
    close: (_actor: MemberActor, _wish: Input<Hours['close']>): Promise<Output<Hours['close']>> => unbuilt(),
  }
}

export type HourPeriodService = ReturnType<typeof hourPeriodService>
