import { useSyncExternalStore } from 'react'

/** A value outside of React; components read it with `useStore`. */
export function createStore<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: (): T => value,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>({ subscribe, get }: ReturnType<typeof createStore<T>>): T {
  return useSyncExternalStore(subscribe, get)
}
