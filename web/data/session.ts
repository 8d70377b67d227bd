import { pages } from '#contract/pages.ts'
import { kept } from '#web/lib/kept.ts'
import { store, useStore } from '#web/lib/store.ts'

// Kept by the tab: on a shared machine closing it is logging out. For who stays signed in, the browser keeps the token in a cookie that no
// script reads, and a tab without a token asks for it. The board is nobody's.
const ofTab = kept(sessionStorage, 'fettle.token')
const token = store(ofTab.get() ?? (location.pathname === pages.board ? '' : undefined))

export const session = {
  token: (): string | undefined => token.get() || undefined,
  set(next: string): void {
    ofTab.set(next || undefined)
    token.set(next)
  },
}

/** Whether there is a token; whether it still works only the service knows. */
export const useToken = (): string | undefined => useStore(token) || undefined

/** The same, empty if there is none, and `undefined` until the service has said whether the browser keeps one. */
export const useKnownToken = (): string | undefined => useStore(token)
