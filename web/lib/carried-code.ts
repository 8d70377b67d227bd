import { takeFromHash } from './hash-secret.ts'
import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

export type CarriedKind = 'inv' | 'pair'

// Session storage outlives a login at the school.
const stored = storedText(sessionStorage, 'fettle.carried')
const carried = createStore(stored.get() ?? '')

/** The address of a page with a code. Browsers do not send the part behind `#`, so no log holds it. */
export const addressWith = (page: string, code: string) => `${page}#${code}`

takeFromHash(/^#((?:inv|pair)_[0-9a-z-]+)$/i, (code) => {
  stored.set(code)
  carried.set(code)
})

export function useCarriedCode(kind: CarriedKind): string | undefined {
  const code = useStore(carried)
  return code.startsWith(`${kind}_`) ? code : undefined
}

export function forgetCarriedCode(): void {
  stored.set(undefined)
  carried.set('')
}
