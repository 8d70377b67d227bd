import type { Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { MemberActor } from '../people/actor.ts'

type Hours = Contract['hours']

/** The display in the room, and the code on it. */
export function boardTokenService() {
  const unbuilt = (): never => {
    throw new Error('not built yet')
  }
  return {
    code: (_token: string): Promise<Output<Hours['boardCode']>> => unbuilt(),
    info: (): Promise<Output<Hours['board']>> => unbuilt(),
    make: (_actor: MemberActor): Promise<Output<Hours['makeBoard']>> => unbuilt(),
    end: (_actor: MemberActor): Promise<void> => unbuilt(),
  }
}

export type BoardTokenService = ReturnType<typeof boardTokenService>
