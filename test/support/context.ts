import { defaultTiming } from '#rules/outbox/outbox.ts'
import { unlimitedBudget } from '#rules/tickets/picture-budget.ts'
import { type ContextInput, createContext } from '#service/create-context.ts'
import type { Ctx } from '#service/shared/context.ts'
import { noPorts } from './no-ports.ts'

/** The context of a service without adapters, for tests below HTTP. */
export function testContext({
  now,
  ...given
}: Pick<ContextInput, 'store' | 'now'> & Partial<Omit<ContextInput, 'store' | 'now'>>): Ctx {
  return createContext({
    now,
    deletionTime: now,
    ports: noPorts,
    team: { lang: 'en_US', zone: 'UTC' },
    publicUrl: '',
    guestLogin: true,
    rateLimits: true,
    forwards: false,
    gatherMs: defaultTiming.gatherMs,
    pictureBudget: unlimitedBudget,
    forwardedFile: { blank: async () => 0 },
    warn: () => {},
    adminLoggedIn: () => {},
    ...given,
  })
}
