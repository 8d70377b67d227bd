import { useAction } from '#web/components/action.ts'
import { logIn } from '#web/data/log-in.ts'

export function useLogin(label = 'code') {
  return useAction({ work: logIn, fields: { code: label }, codes: { code_refused: 'code' } })
}
