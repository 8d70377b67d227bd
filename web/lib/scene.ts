import { type ComponentType, lazy } from 'react'

// Before the scene's own styles, which may say otherwise.
const styles = () => import('#web/mantine-rest.css')

/** A page that is loaded when somebody goes there: `scene(() => import('./Log.tsx'), 'Log')`. */
export function scene<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => {
    const [, loaded] = await Promise.all([styles(), load()])
    return { default: loaded[name] }
  })
}
