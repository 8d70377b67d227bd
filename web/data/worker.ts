import { useEffect } from 'react'

/** The one service worker: it shows notifications, and opens some pages without a network. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/worker.js')
}

/** All files are many: those that somebody waits for come before. */
const afterMs = 3000

/** Has all files kept, for pages that are to open without a network. Browsers have a worker only where the connection is safe. */
export function useWorker(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const keep = async () => (await serviceWorker.ready).active?.postMessage('keep')
    const start = () =>
      registerWorker()
        .then(keep)
        .catch(() => {})
    const timer = setTimeout(start, afterMs)
    // A new build brings another one.
    serviceWorker.addEventListener('controllerchange', keep)
    // It may have gone while the files were being loaded.
    addEventListener('online', keep)
    return () => {
      clearTimeout(timer)
      serviceWorker.removeEventListener('controllerchange', keep)
      removeEventListener('online', keep)
    }
  }, [])
}
