import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { AccountLink, NavLink, Shell, TeamName } from './Shell.tsx'
import { LanguageSwitch, SchemeSwitch } from './Switches.tsx'
import css from './shell.module.css'
import { useWords } from './words.ts'

/** The frame of the public pages: a bar at the bottom on a phone, links in the header on wider screens. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const { nav, mainNav } = useWords()
  const me = useMe()
  const isMember = Boolean(me.data?.member || me.data?.linked)
  const days = useQuery(queries.repairDays.list())
  const [here] = useLocation()
  const bars = (
    <header className={css['header']}>
      <TeamName href={pages.portal} />
      <span className={css['space']} />
      {/* Set-up is one path, with nothing beside it. */}
      {here !== pages.setUp && (
        <nav className={css['bar']} aria-label={mainNav}>
          <NavLink href={pages.portal} icon="home" exact name={nav.home} />
          <NavLink href={pages.newTicket} icon="plus" name={nav.newTicket} />
          {me.data && <NavLink href={pages.myTickets} icon="list" name={nav.myTickets} />}
          {/* Members have it at their desk: more links do not fit on a phone. */}
          {!isMember && days.data && days.data.list.length > 0 && (
            <NavLink href={pages.repairDays} icon="calendar" name={nav.repairDays} />
          )}
          {me.data ? <AccountLink /> : <NavLink href={pages.signIn} icon="enter" name={nav.signIn} />}
          {isMember && <NavLink href={pages.desk} icon="wrench" name={nav.desk} />}
          {me.data?.member?.admin && <NavLink href={pages.console} icon="gauge" name={nav.console} />}
        </nav>
      )}
      <LanguageSwitch />
      <SchemeSwitch />
    </header>
  )
  return (
    <Shell kind="portal" bars={bars}>
      {children}
    </Shell>
  )
}
