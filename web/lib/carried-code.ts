import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

/** An invitation, or the code of a device that wants to log in. */
export type CarriedKind = 'inv' | 'pair'

// It outlives a login at the school, which leads away from here and back.
const stored = storedText(sessionStorage, 'fettle.carried')
const carried = createStore(stored.get() ?? '')

/** The address of a page that goes on with a code. No browser sends what is behind the `#`, so that no log has it. */
export const addressWith = (page: string, code: string) => `${page}#${code}`

/** Takes the code out of the address, where others would see it and the history would keep it. */
function take(): void {
  const code = /^#((?:inv|pair)_[0-9a-z-]+)$/i.exec(location.hash)?.[1]
  if (code === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  stored.set(code)
  carried.set(code)
}
take()
addEventListener('hashchange', take)

/** The code with which somebody came to this page, if it is of this kind. */
export function useCarriedCode(kind: CarriedKind): string | undefined {
  const code = useStore(carried)
  return code.startsWith(`${kind}_`) ? code : undefined
}

/** It has been tried: that was all it was carried for. */
export function forgetCarriedCode(): void {
  stored.set(undefined)
  carried.set('')
}
