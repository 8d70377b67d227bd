/** One text kept in the browser. A browser that keeps nothing (private windows, full storage) forgets it, and that is all. */
export function kept(storage: Storage, key: string) {
  return {
    get(): string | undefined {
      try {
        return storage.getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    set(value: string | undefined): void {
      try {
        if (value === undefined) storage.removeItem(key)
        else storage.setItem(key, value)
      } catch {}
    },
  }
}
