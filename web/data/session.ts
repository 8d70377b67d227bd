import { pages } from '#contract/team/pages.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { storedText } from '#web/lib/stored-text.ts'

const hour = 3_600_000

// Kept by the tab: on a shared machine closing it is logging out. For who stays signed in, the browser keeps the token in a cookie that no
// script reads, and a tab without a token asks for it. The board is nobody's.
const ofTab = storedText(sessionStorage, 'fettle.token')
const leftAt = storedText(sessionStorage, 'fettle.left')
// A browser may open with the tabs of the last time, and bring back what they kept: on a shared laptop not until the next day.
if (rememberMe.isShared() && Date.now() > Number(leftAt.get() ?? Date.now()) + 8 * hour) ofTab.set(undefined)
addEventListener('pagehide', () => leftAt.set(String(Date.now())))
const token = createStore(ofTab.get() ?? (location.pathname === pages.board ? '' : undefined))

export const session = {
  token: (): string | undefined => token.get() || undefined,
  /** Whether the service has said if the browser keeps one. */
  isKnown: (): boolean => token.get() !== undefined,
  set(next: string): void {
    ofTab.set(next || undefined)
    token.set(next)
  },
}

/** Whether there is a token; whether it still works only the service knows. */
export const useToken = (): string | undefined => useStore(token) || undefined

/** The same, empty if there is none, and `undefined` until the service has said whether the browser keeps one. */
export const useKnownToken = (): string | undefined => useStore(token)
