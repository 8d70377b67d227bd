import { useSyncExternalStore } from 'react'
import { kept } from '#web/lib/kept.ts'

// Kept by the tab alone: on a shared machine closing it is logging out. A guest has no other way back in than this very token,
// so theirs is kept by the browser too.
const ofTab = kept(sessionStorage, 'fettle.token')
const guestKey = 'fettle.guest'
const ofGuest = kept(localStorage, guestKey)
const listeners = new Set<() => void>()
let token = ofTab.get() ?? ofGuest.get() ?? ''

function use(next: string): void {
  token = next
  for (const listener of listeners) listener()
}

export const session = {
  token: (): string | undefined => token || undefined,
  set(next: string): void {
    if (ofGuest.get() === token) ofGuest.set(undefined)
    ofTab.set(next || undefined)
    use(next)
  },
  /** Whoever is here is a guest. */
  keepGuest(): void {
    ofGuest.set(token)
  },
}

// Another tab has begun as a guest: two tabs of one browser are not two people.
addEventListener('storage', ({ key, newValue }) => {
  if (key === guestKey && newValue && !token) use(newValue)
})

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
