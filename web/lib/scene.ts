import { type ComponentType, lazy } from 'react'

// Before the scene's own styles, which may say otherwise.
const styles = () => import('#web/mantine-rest.css')

/** A page that is loaded when somebody goes there: `scene(() => import('./Log.tsx'), 'Log')`. `begin` starts that before it is shown. */
export function scene<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const begin = async () => {
    const [, loaded] = await Promise.all([styles(), load()])
    return { default: loaded[name] }
  }
  return Object.assign(lazy(begin), { begin })
}
