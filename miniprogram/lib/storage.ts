/** What was read or written once: each look into the storage is a call to WeChat. */
const held = new Map<string, unknown>()

/** What is kept on the phone, each under its own key. What cannot be read, or is of an earlier version, is as good as nothing. */
export function kept<T>(key: string, fallback: T) {
  return {
    get(): T {
      if (!held.has(key)) held.set(key, wx.getStorageSync(key))
      const found = held.get(key)
      return found === '' || found === undefined ? fallback : (found as T) // written by `set` alone
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

/** Forgets everything else, also what pages have kept that are not loaded now. */
export function forgetAllBut(key: string): void {
  for (const other of wx.getStorageInfoSync().keys) {
    if (other === key) continue
    held.delete(other)
    wx.removeStorageSync(other)
  }
}
