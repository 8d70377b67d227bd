import { useEffect } from 'react'

/** The service worker shows notifications and serves some pages without a network. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/worker.js')
}

/** Caching all files waits until the page has loaded. */
const afterMs = 3000

/** Makes the worker cache all files. Browsers allow workers only over HTTPS. */
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
    // A new build brings a new worker.
    serviceWorker.addEventListener('controllerchange', keep)
    // The network may have failed during caching.
    addEventListener('online', keep)
    return () => {
      clearTimeout(timer)
      serviceWorker.removeEventListener('controllerchange', keep)
      removeEventListener('online', keep)
    }
  }, [])
}
