import { useSyncExternalStore } from 'react'
import { kept } from './kept.ts'

// Kept by the tab alone: on a shared machine closing it is logging out.
const stored = kept(sessionStorage, 'fettle.token')
const listeners = new Set<() => void>()
let token = stored.get() ?? ''

export const session = {
  token: (): string | undefined => token || undefined,
  set(next: string): void {
    token = next
    stored.set(next || undefined)
    for (const listener of listeners) listener()
  },
}

/** Whether there is a token; whether it still works only the service knows. */
export function useToken(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session.token(),
  )
}
