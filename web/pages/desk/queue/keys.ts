import type { RefObject } from 'react'
import { useKeys } from '#web/lib/keys.ts'
import { stepToRow } from '#web/lib/row-focus.ts'

/** Shortcuts to move between rows and claim the focused ticket. A link opens by itself with Enter. */
export function useListKeys(rows: RefObject<HTMLElement | null>): void {
  const step = (by: 1 | -1) => stepToRow(rows.current, '[data-row]', 'a', by)
  const claim = () => document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-claim]')?.click()
  useKeys({ j: () => step(1), k: () => step(-1), c: claim })
}
