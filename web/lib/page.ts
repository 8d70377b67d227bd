import { type ComponentType, createElement, lazy, useState } from 'react'

// The page's own styles must come later to override these.
const styles = () => import('#web/mantine-rest.css')

/** Loads a page's code on demand: `lazyPage(() => import('./Log.tsx'), 'Log')`. `preload` starts loading early. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let here: ComponentType | undefined
  const preload = async () => {
    const [, loaded] = await Promise.all([styles(), load()])
    here = loaded[name]
    return { default: here }
  }
  const Lazy = lazy(preload)
  function LazyPage() {
    // Loaded code renders at once: `lazy` would suspend, and React then waits a third of a second.
    const [Shown] = useState(() => here ?? Lazy)
    return createElement(Shown)
  }
  return Object.assign(LazyPage, { preload })
}
