/** What is kept on the phone, each under its own key. What cannot be read, or is of an earlier version, is as good as nothing. */
export function kept<T>(key: string, fallback: T) {
  return {
    get(): T {
      const found: unknown = wx.getStorageSync(key)
      return found === '' || found === undefined ? fallback : (found as T) // written by `set` alone
    },
    set(value: T): void {
      wx.setStorageSync(key, value)
    },
    clear(): void {
      wx.removeStorageSync(key)
    },
  }
}
