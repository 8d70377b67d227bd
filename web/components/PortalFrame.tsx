import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useMe } from '#web/data/hooks.ts'
import { AccountLink, NavLink, Shell, TeamName } from './Shell.tsx'
import { LanguageSwitch, SchemeSwitch } from './Switches.tsx'
import css from './shell.module.css'
import { useWords } from './words.ts'

/** The frame of the public pages: a bar at the bottom on a phone, links in the header on wider screens. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const { nav, mainNav } = useWords()
  const me = useMe()
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
          {me.data ? <AccountLink /> : <NavLink href={pages.signIn} icon="enter" name={nav.signIn} />}
          {(me.data?.member || me.data?.linked) && <NavLink href={pages.desk} icon="wrench" name={nav.desk} />}
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
