type Watcher = (event: PopStateEvent) => void
let watcher: Watcher | undefined

/** Is told of back and forward before the router hears of it, and may keep it from hearing. */
export function guardNavigation(watch: Watcher, signal: AbortSignal): void {
  watcher = watch
  signal.addEventListener('abort', () => {
    if (watcher === watch) watcher = undefined
  })
}

// Browsers call those who listen at a window in the order in which they came, so this is loaded before the router listens.
window.addEventListener('popstate', (event) => watcher?.(event))
