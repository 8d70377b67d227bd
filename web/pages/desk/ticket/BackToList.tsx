import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { Icon } from '#web/components/Icon.tsx'
import { historyState } from '#web/lib/history-state.ts'
import { useKeys } from '#web/lib/keys.ts'
import css from './ticket.module.css'
import { useDeskTicketWords } from './words.ts'

export function BackToList() {
  const { backToList } = useDeskTicketWords()
  const { from } = historyState()
  const id = 'back-to-list'
  // Click the link, so that unsaved changes are asked about.
  useKeys({ u: () => document.getElementById(id)?.click() })
  const goBack = (event: MouseEvent) => {
    if (!from) return
    event.preventDefault()
    history.back()
  }
  return (
    <Link id={id} href={from ?? pages.desk} onClick={goBack} className={css['back']}>
      <Icon name="back" size={18} />
      {backToList}
    </Link>
  )
}
