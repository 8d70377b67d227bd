import type { RefObject } from 'react'
import { useKeys } from '#web/lib/keys.ts'

/** Up and down the rows of a list, and claiming the one where the focus is. To open it is what a link does by itself. */
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
