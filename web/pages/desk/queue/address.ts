import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TicketFilter } from '#client/ticket-filter.ts'
import { useMe } from '#web/data/hooks.ts'
import { historyState, updateHistoryState } from '#web/lib/history-state.ts'
import { filterAddressOf, filterIn, pageIn } from './filter-address.ts'

/** The address holds filter and page; the history state holds the search text, which may be personal. */
export function useListAddress(fixed: Partial<TicketFilter> = {}) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const me = useMe().data?.member?.id ?? 0
  const [text, setText] = useState(() => {
    const { text, by } = historyState()
    return typeof text === 'string' && by === me ? text : ''
  })
  useEffect(() => {
    // Browsers limit how often a page may write history state.
    const timer = setTimeout(() => {
      if ((historyState().text ?? '') !== text) updateHistoryState({ text, by: me })
    }, 300)
    return () => clearTimeout(timer)
  }, [text, me])
  const filter: TicketFilter = { ...filterIn(search), text, ...fixed }
  const goTo = (to: TicketFilter, pageId: number, replace: boolean) =>
    navigate(path + filterAddressOf(to, pageId), { replace, state: { text: to.text, by: me } })
  return {
    filter,
    href: path + filterAddressOf(filter, pageIn(search)),
    change(next: TicketFilter): void {
      setText(next.text)
      goTo(next, 1, true)
    },
    place: {
      pageId: pageIn(search),
      turn(to: number): void {
        goTo(filter, to, false)
        window.scrollTo(0, 0)
      },
    },
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

/** Restores the scroll position on the way back, and stores it while scrolling. */
export function useKeptScroll(ready: boolean): void {
  const [y] = useState(() => historyState().y ?? 0)
  useEffect(() => {
    if (!ready || !y) return
    const frame = requestAnimationFrame(() => window.scrollTo(0, y))
    return () => cancelAnimationFrame(frame)
  }, [ready, y])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const { pathname } = location
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (location.pathname === pathname) updateHistoryState({ y: window.scrollY })
      }, 200)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])
}
