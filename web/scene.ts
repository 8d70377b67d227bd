import { type ComponentType, lazy } from 'react'

/** A page that is loaded when somebody goes there: `scene(() => import('./Log.tsx'), 'Log')`. */
export function scene<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}
