import { useEffect } from 'react'
import { pushMark } from '#web/lib/push-mark.ts'
import { useMe } from './hooks.ts'
import { useToken } from './session.ts'

/** Registers this browser again after a new login, if this person has turned notifications on. */
export function useRenewedPush(): void {
  const person = useMe().data?.id
  const token = useToken()
  useEffect(() => {
    if (token === undefined || person === undefined || pushMark.get() === undefined) return
    // Loaded on demand. After a failure the next page tries again.
    import('./push.ts').then(({ renewPush }) => renewPush(person)).catch(() => {})
  }, [person, token])
}
