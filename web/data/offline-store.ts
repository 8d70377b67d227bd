import type { database } from '#web/lib/database.ts'
import { createStore, useStore } from '#web/lib/store.ts'

/** What waits in a database of this browser. Each open tab knows it, and reads it again after a change in another. */
export function offlineStore<T>(name: string, none: T, read: () => Promise<T>) {
  const known = createStore(none)
  const tabs = new BroadcastChannel(name)
  // A read that fails changes nothing.
  const refresh = () =>
    read().then(
      (now) => {
        known.set(now)
        return now
      },
      () => known.get(),
    )
  tabs.addEventListener('message', () => void refresh())
  const announce = () => tabs.postMessage('changed')
  return {
    get: known.get,
    use: () => useStore(known),
    refresh,
    async changed<R>(result?: R) {
      await refresh()
      announce()
      return result as R // as it was given
    },
    /** Deletes everything in the named object stores. */
    async clear(change: ReturnType<typeof database>, stores: readonly string[]): Promise<void> {
      known.set(none)
      await change(stores, async (of) => stores.forEach((store) => void of(store).clear())).catch(() => {})
      announce()
    },
  }
}
