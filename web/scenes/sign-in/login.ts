import { api, enter } from '../../api.ts'
import { useAction } from '../../parts/action.ts'
import { session } from '../../session.ts'

/** Trades a code for a session on this page. Whoever is here already is a guest, and what they have comes along. */
export function useLogin(label = 'code') {
  return useAction({
    work: (code: string) => api.session.login(session.token() ? { code, merge: true } : { code }),
    after: ({ token }) => enter(token),
    fields: { code: label },
    codes: { code_refused: 'code' },
  })
}
