import type { MiniProgram } from '#service/shared/ports.ts'

/** For trying Fettle on your own machine: the same code is always the same user. The configuration says where it is allowed. */
export function demoLogin(): MiniProgram {
  return {
    kind: 'demo',
    check: async () => {},
    identify: async (code) => ({ provider: 'demo', subject: code }),
  }
}
