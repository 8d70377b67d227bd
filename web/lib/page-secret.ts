import { takeFromHash } from './hash-secret.ts'
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
  takeFromHash(/^#([A-Za-z0-9_-]{43})$/, set, page)
  return { get: secret.get, set, use: (): string | undefined => useStore(secret) }
}
