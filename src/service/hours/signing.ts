import type { Input, Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { MemberActor } from '../people/actor.ts'

type Hours = Contract['hours']

/** Signing in for a shift, and out of it. */
export function signingService() {
  const unbuilt = (): never => {
    throw new Error('not built yet')
  }
  return {
    signIn: (_actor: MemberActor, _wish: Input<Hours['signIn']>): Promise<Output<Hours['signIn']>> => unbuilt(),
    signOut: (_actor: MemberActor, _wish: Input<Hours['signOut']>): Promise<Output<Hours['signOut']>> => unbuilt(),
    here: (_actor: MemberActor): Promise<Output<Hours['here']>> => unbuilt(),
  }
}

export type SigningService = ReturnType<typeof signingService>
