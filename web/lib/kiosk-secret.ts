import { pages } from '#contract/pages.ts'
import { kept } from './kept.ts'
import { store, useStore } from './store.ts'

// It outlives a restart of the tablet. It opens nothing but this page, and only today.
const stored = kept(localStorage, 'fettle.kiosk')
const secret = store(stored.get())

/** What makes this browser a kiosk. */
export const kioskSecret = {
  get: secret.get,
  set(next: string | undefined): void {
    stored.set(next)
    secret.set(next)
  },
}

export const useKioskSecret = (): string | undefined => useStore(secret)

/** Takes it out of the address, where visitors would see it. */
function take(): void {
  const found = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1]
  if (found === undefined || location.pathname !== pages.kiosk) return
  history.replaceState(history.state, '', location.pathname)
  kioskSecret.set(found)
}
take()
addEventListener('hashchange', take)
