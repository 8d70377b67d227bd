import { useSyncExternalStore } from 'react'

const key = 'fettle.token'
const listeners = new Set<() => void>()
// A tab of its own is a session of its own: on a shared machine closing it is logging out.
let token = sessionStorage.getItem(key) ?? ''

export const session = {
  token: (): string | undefined => token || undefined,
  set(next: string): void {
    token = next
    if (next) sessionStorage.setItem(key, next)
    else sessionStorage.removeItem(key)
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
