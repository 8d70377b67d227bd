import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

// A laptop at the desk that everybody uses: the browser remembers that somebody said so.
const remembered = storedText(localStorage, 'fettle.shared')
const shared = createStore(remembered.get() !== undefined)
const stay = createStore(!shared.get())

/** Whether who logs in here stays signed in when the browser is closed. On a shared laptop only who asks for it does. */
export const rememberMe = {
  isShared: shared.get,
  chosen: stay.get,
  choose: stay.set,
  /** For who comes next it is as it was. */
  reset: (): void => stay.set(!shared.get()),
  share(yes: boolean): void {
    remembered.set(yes ? 'yes' : undefined)
    shared.set(yes)
    stay.set(!yes)
  },
}

export const useRememberMe = (): boolean => useStore(stay)
export const useSharedComputer = (): boolean => useStore(shared)
