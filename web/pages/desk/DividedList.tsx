import type { ReactNode } from 'react'
import css from './divided-list.module.css'

export function DividedList({ children }: { children: ReactNode }) {
  return <ul className={css['list']}>{children}</ul>
}
