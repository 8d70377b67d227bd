import { useSyncExternalStore } from 'react'
import type { Lang } from '#contract/languages.ts'
import { kept } from './kept.ts'
import { tag } from './tag.ts'

const stored = kept(localStorage, 'fettle.lang')
const listeners = new Set<() => void>()
let current: Lang = chosen() ?? (navigator.language.startsWith('zh') ? 'zh_CN' : 'en_US')
document.documentElement.lang = tag(current)

function chosen(): Lang | undefined {
  const value = stored.get()
  return value === 'zh_CN' || value === 'en_US' ? value : undefined
}

export const language = {
  current: (): Lang => current,
  choose(next: Lang): void {
    current = next
    stored.set(next)
    document.documentElement.lang = tag(next)
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
