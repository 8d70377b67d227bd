import { api, enter } from '../../api.ts'
import { useAction } from '../../parts/action.ts'

/** Trades a code for a session on this page. */
export function useLogin(label = 'code') {
  return useAction({
    work: (code: string) => api.session.login({ code }),
    after: ({ token }) => enter(token),
    fields: { code: label },
    codes: { code_refused: 'code' },
  })
}
