import {
  beginFactor,
  confirmFactor,
  factorInfo,
  renewRecoveryCodes,
  switchOffFactor,
  switchOnFactor,
} from '#service/people/factors.ts'
import { changePassword } from '#service/people/members.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function proofHandlers(ctx: Ctx): Handlers<'proof'> {
  return {
    ways: ({ actor }) => factorInfo(ctx, actor),
    confirm: ({ actor, input }) => confirmFactor(ctx, actor, input),
    changePassword: ({ actor, input }) => changePassword(ctx, actor, input),
    beginFactor: ({ actor }) => beginFactor(ctx, actor),
    switchFactorOn: ({ actor, input }) => switchOnFactor(ctx, actor, input.factor),
    renewRecovery: ({ actor }) => renewRecoveryCodes(ctx, actor),
    switchFactorOff: ({ actor }) => switchOffFactor(ctx, actor, actor.memberId),
  }
}
