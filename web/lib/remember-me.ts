import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

// Whether several people use this computer.
const remembered = storedText(localStorage, 'fettle.shared')
const shared = createStore(remembered.get() !== undefined)
const stay = createStore(!shared.get())

/** Whether a login outlives the browser window. On a shared computer this is off by default. */
export const rememberMe = {
  isShared: shared.get,
  chosen: stay.get,
  choose: stay.set,
  reset: (): void => stay.set(!shared.get()),
  share(yes: boolean): void {
    remembered.set(yes ? 'yes' : undefined)
    shared.set(yes)
    stay.set(!yes)
  },
}

export const useRememberMe = (): boolean => useStore(stay)
export const useSharedComputer = (): boolean => useStore(shared)
