import type { Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { MemberActor } from '../people/actor.ts'

type Hours = Contract['hours']

/** Certificates of hours, and whether one is genuine. */
export function certificateService() {
  const unbuilt = (): never => {
    throw new Error('not built yet')
  }
  return {
    make: (_actor: MemberActor, _periods: readonly number[]): Promise<Output<Hours['certify']>> => unbuilt(),
    check: (_number: string): Promise<Output<Hours['check']>> => unbuilt(),
  }
}

export type CertificateService = ReturnType<typeof certificateService>
