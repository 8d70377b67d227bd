import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

// Tells without the browser's database whether finished tickets wait there, so that most visits never open it.
const stored = storedText(localStorage, 'fettle.queued')
const any = createStore(stored.get() !== undefined)

export const useAnyQueued = (): boolean => useStore(any)

export function markQueued(yes: boolean): void {
  stored.set(yes ? 'yes' : undefined)
  if (any.get() !== yes) any.set(yes)
}
