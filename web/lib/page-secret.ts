import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

/** A secret that comes behind `#` and is kept in the browser. */
export function pageSecret(page: string, key: string) {
  const stored = storedText(localStorage, key)
  const secret = createStore(stored.get())
  const set = (next: string | undefined) => {
    stored.set(next)
    secret.set(next)
  }
  /** Removes the secret from the address bar. */
  const take = () => {
    const found = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1]
    if (found === undefined || location.pathname !== page) return
    history.replaceState(history.state, '', location.pathname + location.search)
    set(found)
  }
  take()
  addEventListener('hashchange', take)
  return { get: secret.get, set, use: (): string | undefined => useStore(secret) }
}
