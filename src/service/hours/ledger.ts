import type { Input, Output } from '#contract/endpoint.ts'
import type { HourRule } from '#contract/hour-fields.ts'
import type { Contract } from '#contract/index.ts'
import type { MemberActor } from '../people/actor.ts'

type Hours = Contract['hours']

/** The lines of the ledger: shown, entered, objected to, decided on and corrected. */
export function hourLedgerService() {
  const unbuilt = (): never => {
    throw new Error('not built yet')
  }
  return {
    mine: (_actor: MemberActor, _range: Input<Hours['mine']>): Promise<Output<Hours['mine']>> => unbuilt(),
    add: (_actor: MemberActor, _wish: Input<Hours['add']>): Promise<Output<Hours['add']>> => unbuilt(),
    object: (_actor: MemberActor, _id: number, _objection: string): Promise<void> => unbuilt(),
    list: (_wish: Input<Hours['list']>): Promise<Output<Hours['list']>> => unbuilt(),
    decide: (_actor: MemberActor, _wish: Input<Hours['decide']>): Promise<number> => unbuilt(),
    correct: (_actor: MemberActor, _wish: Input<Hours['correct']>): Promise<Output<Hours['correct']>> => unbuilt(),
    preview: (_rule: HourRule): Promise<Output<Hours['preview']>> => unbuilt(),
  }
}

export type HourLedgerService = ReturnType<typeof hourLedgerService>
