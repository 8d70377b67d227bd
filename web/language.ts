import { useSyncExternalStore } from 'react'
import type { Lang } from '#contract/fields.ts'

const key = 'fettle.lang'
const listeners = new Set<() => void>()
let current: Lang = chosen() ?? (navigator.language.startsWith('zh') ? 'zh_CN' : 'en_US')
document.documentElement.lang = current.replace('_', '-')

function chosen(): Lang | undefined {
  const stored = localStorage.getItem(key)
  return stored === 'zh_CN' || stored === 'en_US' ? stored : undefined
}

export const language = {
  current: (): Lang => current,
  choose(next: Lang): void {
    current = next
    localStorage.setItem(key, next)
    document.documentElement.lang = next.replace('_', '-')
    for (const listener of listeners) listener()
  },
}

export function useLang(): Lang {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
