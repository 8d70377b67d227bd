import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

export type CarriedKind = 'inv' | 'pair'

// Session storage outlives a login at the school.
const stored = storedText(sessionStorage, 'fettle.carried')
const carried = createStore(stored.get() ?? '')

/** The address of a page with a code. Browsers do not send the part behind `#`, so no log holds it. */
export const addressWith = (page: string, code: string) => `${page}#${code}`

/** Removes the code from the address bar and the history. */
function take(): void {
  const code = /^#((?:inv|pair)_[0-9a-z-]+)$/i.exec(location.hash)?.[1]
  if (code === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  stored.set(code)
  carried.set(code)
}
take()
addEventListener('hashchange', take)

export function useCarriedCode(kind: CarriedKind): string | undefined {
  const code = useStore(carried)
  return code.startsWith(`${kind}_`) ? code : undefined
}

export function forgetCarriedCode(): void {
  stored.set(undefined)
  carried.set('')
}
