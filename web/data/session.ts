import { pages } from '#contract/team/pages.ts'
import { rememberMe } from '#web/lib/remember-me.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { storedText } from '#web/lib/stored-text.ts'

const hour = 3_600_000

// The tab keeps the token: on a shared computer closing it logs out. A remembered session is in a cookie that no script reads. The board has no session.
const ofTab = storedText(sessionStorage, 'fettle.token')
const leftAt = storedText(sessionStorage, 'fettle.left')
// A browser that restores its tabs restores their tokens. On a shared computer they are dropped after some hours.
if (rememberMe.isShared() && Date.now() > Number(leftAt.get() ?? Date.now()) + 8 * hour) ofTab.set(undefined)
addEventListener('pagehide', () => leftAt.set(String(Date.now())))
const token = createStore(ofTab.get() ?? (location.pathname === pages.board ? '' : undefined))

export const session = {
  token: (): string | undefined => token.get() || undefined,
  /** Whether it is known if the browser's cookie holds a session. */
  isKnown: (): boolean => token.get() !== undefined,
  set(next: string): void {
    ofTab.set(next || undefined)
    token.set(next)
  },
}

/** The token, which may have expired. */
export const useToken = (): string | undefined => useStore(token) || undefined

/** The token; empty without one, and `undefined` until the cookie was checked. */
export const useKnownToken = (): string | undefined => useStore(token)
