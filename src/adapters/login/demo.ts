import type { MiniProgram } from '#service/shared/ports.ts'

/** For trying Fettle on one's own machine: the same code is always the same user. The configuration says where it may be. */
export function demoLogin(): MiniProgram {
  return {
    kind: 'demo',
    check: async () => {},
    identify: async (code) => ({ provider: 'demo', subject: code }),
  }
}
