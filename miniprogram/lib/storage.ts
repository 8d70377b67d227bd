/** A cache: each access to the storage is a call to WeChat. */
const held = new Map<string, unknown>()

/** A value in the phone's storage. */
export function storedValue<T>(key: string, fallback: T) {
  return {
    get(): T {
      if (!held.has(key)) held.set(key, wx.getStorageSync(key))
      const found = held.get(key)
      return found === '' || found === undefined ? fallback : (found as T) // only `set` writes it
    },
    set(value: T): void {
      held.set(key, value)
      wx.setStorageSync(key, value)
    },
    clear(): void {
      held.delete(key)
      wx.removeStorageSync(key)
    },
  }
}

export function forgetAllBut(key: string): void {
  for (const other of wx.getStorageInfoSync().keys) {
    if (other === key) continue
    held.delete(other)
    wx.removeStorageSync(other)
  }
}
