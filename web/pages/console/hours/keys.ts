import { type RefObject, useRef } from 'react'
import { useKeys } from '#web/lib/keys.ts'
import { stepToRow } from '#web/lib/row-focus.ts'

/** Shortcuts to move between lines, select them and decide. Returns the ref of the approve button. */
export function useLineKeys(rows: RefObject<HTMLElement | null>, refuse: () => void) {
  const approve = useRef<HTMLButtonElement>(null)
  const here = () => document.activeElement?.closest('[data-line]')
  // Lines without a checkbox have a button.
  const step = (by: 1 | -1) => stepToRow(rows.current, '[data-line]', 'input, button', by)
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => here()?.querySelector<HTMLElement>('[data-choose]')?.click(),
    e: () => here()?.querySelector<HTMLElement>('[data-correct]')?.click(),
    a: () => approve.current?.click(),
    r: refuse,
  })
  return approve
}
