import { Refusal } from '#contract/errors.ts'
import type { MiniProgram } from '#service/ports.ts'

/**
 * For trying Fettle on one's own machine: the same code is always the same user. Anybody could be anybody, so a request
 * that came through a proxy or for another host is told that this does not exist.
 */
export function demoLogin(): MiniProgram {
  return {
    kind: 'demo',
    check: async () => {},
    async identify(code, origin) {
      if (!origin.local) throw new Refusal('not_configured')
      return { provider: 'demo', subject: code }
    },
  }
}
