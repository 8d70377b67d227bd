import { api, enter } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { useAction } from '#web/parts/action.ts'

/** Trades a code for a session on this page. Whoever is here already is a guest, and what they have comes along. */
export function useLogin(label = 'code') {
  return useAction({
    work: (code: string) => api.session.login(session.token() ? { code, merge: true } : { code }),
    after: ({ token }) => enter(token),
    fields: { code: label },
    codes: { code_refused: 'code' },
  })
}
