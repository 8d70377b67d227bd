import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import type { FromList } from '#web/lib/history-state.ts'
import css from './ticket-link.module.css'

/** The device in a row of `Rows`: all of the row leads to the ticket, if it has `position: relative`. */
export function TicketLink(props: {
  id: number
  device: string
  /** The list, to come back to. */
  from: string
  area?: string
  onClick?: (event: MouseEvent) => void
  children?: ReactNode
}) {
  const { id, device, from, area, onClick = () => {}, children } = props
  return (
    <Link
      className={css['device']}
      style={{ gridArea: area }}
      href={`${pages.desk}/tickets/${id}`}
      state={{ from } satisfies FromList}
      onClick={onClick}
    >
      <span className={css['number']}>#{id}</span>
      <span className={css['name']}>{device}</span>
      {children}
    </Link>
  )
}
