import { useEffect } from 'react'
import { pushMark } from '#web/lib/push-mark.ts'
import { useMe } from './hooks.ts'
import { useToken } from './session.ts'

/** Who turned notifications on here goes on with them after a login anew. */
export function useRenewedPush(): void {
  const person = useMe().data?.id
  const token = useToken()
  useEffect(() => {
    if (token === undefined || person === undefined || pushMark.get() === undefined) return
    // Only few need it, so it comes when they do; and where it fails now, the next page tries.
    import('./push.ts').then(({ renewPush }) => renewPush(person)).catch(() => {})
  }, [person, token])
}
