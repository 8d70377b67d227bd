import { type ComponentType, createElement, lazy, useState } from 'react'

// Before the page's own styles, which may say otherwise.
const styles = () => import('#web/mantine-rest.css')

/** A page that is loaded when somebody goes there: `lazyPage(() => import('./OperationLog.tsx'), 'OperationLog')`. `preload` starts that before it is shown. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let here: ComponentType | undefined
  const preload = async () => {
    const [, loaded] = await Promise.all([styles(), load()])
    here = loaded[name]
    return { default: here }
  }
  const Lazy = lazy(preload)
  function LazyPage() {
    // What is here already is shown at once; also `lazy` would wait for it, and React then lets nothing new appear for a third of a second.
    const [Shown] = useState(() => here ?? Lazy)
    return createElement(Shown)
  }
  return Object.assign(LazyPage, { preload })
}
