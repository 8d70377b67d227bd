import { useEffect } from 'react'

/** The one service worker: it shows notifications, and opens some pages without a network. */
export function register(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/worker.js')
}

/** For pages that are to open without a network. Browsers have it only where the connection is safe. */
export function useWorker(): void {
  useEffect(() => {
    if ('serviceWorker' in navigator) register().catch(() => {})
  }, [])
}
