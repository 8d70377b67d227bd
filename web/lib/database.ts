export function resultOfRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Opens an IndexedDB database on first use. `prepare` creates its stores. */
export function database(name: string, version: number, prepare: (db: IDBDatabase) => void) {
  let opening: Promise<IDBDatabase> | undefined
  const open = () => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => prepare(request.result)
    return resultOfRequest(request).then((db) => {
      // A tab with newer pages must not wait for this one.
      db.onversionchange = () => {
        db.close()
        opening = undefined
      }
      db.onclose = () => {
        opening = undefined
      }
      return db
    })
  }
  /** Runs `work` in one transaction. */
  return async function change<T>(
    stores: readonly string[],
    work: (store: (name: string) => IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    opening ??= open()
    const db = await opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
    const transaction = db.transaction([...stores], 'readwrite', { durability: 'strict' })
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('not kept'))
    })
    // An error of `work` is reported first.
    ended.catch(() => {})
    try {
      const result = await work((name) => transaction.objectStore(name))
      await ended
      return result
    } catch (error) {
      try {
        transaction.abort()
      } catch {} // it is over already
      throw error
    }
  }
}
