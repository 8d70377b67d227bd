type Watcher = (event: PopStateEvent) => void
let watcher: Watcher | undefined

/** Listens to back and forward before the router, and may stop the event. */
export function guardNavigation(watch: Watcher, signal: AbortSignal): void {
  watcher = watch
  signal.addEventListener('abort', () => {
    if (watcher === watch) watcher = undefined
  })
}

// Listeners run in the order of registration, so this module is loaded before the router.
window.addEventListener('popstate', (event) => watcher?.(event))
