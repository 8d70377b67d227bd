import { kept } from '#web/lib/kept.ts'
import { store, useStore } from '#web/lib/store.ts'

// Kept by the tab alone: on a shared machine closing it is logging out. A guest has no other way back in than this very token,
// so theirs is kept by the browser too.
const ofTab = kept(sessionStorage, 'fettle.token')
const guestKey = 'fettle.guest'
const ofGuest = kept(localStorage, guestKey)
const token = store(ofTab.get() ?? ofGuest.get() ?? '')

export const session = {
  token: (): string | undefined => token.get() || undefined,
  set(next: string): void {
    if (ofGuest.get() === token.get()) ofGuest.set(undefined)
    ofTab.set(next || undefined)
    token.set(next)
  },
  /** Whoever is here is a guest. */
  keepGuest(): void {
    ofGuest.set(token.get())
  },
}

// Another tab has begun as a guest: two tabs of one browser are not two people.
addEventListener('storage', ({ key, newValue }) => {
  if (key === guestKey && newValue && !token.get()) token.set(newValue)
})

/** Whether there is a token; whether it still works only the service knows. */
export const useToken = (): string | undefined => useStore(token) || undefined
