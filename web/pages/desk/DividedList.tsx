import type { ReactNode } from 'react'
import css from './divided-list.module.css'

/** A list of `li` with a line between them. */
export function DividedList({ children }: { children: ReactNode }) {
  return <ul className={css['list']}>{children}</ul>
}
