import { type RefObject, useRef } from 'react'
import { useKeys } from '#web/lib/keys.ts'

/** Shortcuts to move between lines, select them and decide. Returns the ref of the approve button. */
export function useLineKeys(rows: RefObject<HTMLElement | null>, refuse: () => void) {
  const approve = useRef<HTMLButtonElement>(null)
  const all = () => [...(rows.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const here = () => document.activeElement?.closest('[data-line]')
  const step = (by: 1 | -1) => {
    const lines = all()
    const at = lines.findIndex((row) => row.contains(document.activeElement))
    const next = lines[at < 0 ? 0 : Math.min(Math.max(at + by, 0), lines.length - 1)]
    // Lines without a checkbox have a button.
    next?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
  }
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
