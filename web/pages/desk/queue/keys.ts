import type { RefObject } from 'react'
import { useKeys } from '#web/lib/keys.ts'

/** Shortcuts to move between rows and claim the focused ticket. A link opens by itself with Enter. */
export function useListKeys(rows: RefObject<HTMLElement | null>): void {
  const step = (by: 1 | -1) => {
    const all = [...(rows.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const here = all.findIndex((row) => row.contains(document.activeElement))
    const next = all[here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1)]
    next?.querySelector('a')?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
  }
  const claim = () => document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-claim]')?.click()
  useKeys({ j: () => step(1), k: () => step(-1), c: claim })
}
