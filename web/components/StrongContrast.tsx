import type { ReactNode } from 'react'
import css from './strong-contrast.module.css'

/** Colours with more contrast for all that is in it, where people read from afar, in a hurry or in bright light. */
export function StrongContrast({ children }: { children: ReactNode }) {
  return <div className={css['strong']}>{children}</div>
}
