import { useAction } from '#web/components/action.ts'
import { logIn } from '#web/data/log-in.ts'

/** Logging in with a code on this page. */
export function useLogin(label = 'code') {
  return useAction({ work: logIn, fields: { code: label }, codes: { code_refused: 'code' } })
}
