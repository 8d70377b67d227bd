import { kept } from './kept.ts'
import { store, useStore } from './store.ts'

// A laptop at the desk that everybody uses: the browser remembers that somebody said so.
const remembered = kept(localStorage, 'fettle.shared')
const shared = store(remembered.get() !== undefined)
const stay = store(!shared.get())

/** Whether who logs in here stays signed in when the browser is closed. On a shared laptop only who asks for it does. */
export const staying = {
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

export const useStaying = (): boolean => useStore(stay)
export const useShared = (): boolean => useStore(shared)
