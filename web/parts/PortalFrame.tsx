import type { ReactNode } from 'react'
import { pages } from '#contract/pages.ts'
import { useMe } from '#web/data/hooks.ts'
import { NavLink, Shell, TeamName } from './Shell.tsx'
import { LanguageSwitch, SchemeSwitch } from './Switches.tsx'
import css from './shell.module.css'
import { useWords } from './words.ts'

/** Around the pages for everybody: a bar at the bottom on a phone, in the header on anything wider. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const { nav, mainNav } = useWords()
  const me = useMe()
  const bars = (
    <header className={css['header']}>
      <TeamName href={pages.portal} />
      <span className={css['space']} />
      <nav className={css['bar']} aria-label={mainNav}>
        <NavLink href={pages.portal} icon="home" exact>
          {nav.home}
        </NavLink>
        <NavLink href={pages.newTicket} icon="plus">
          {nav.newTicket}
        </NavLink>
        {me.data && (
          <NavLink href={pages.myTickets} icon="list">
            {nav.myTickets}
          </NavLink>
        )}
        {me.data ? (
          <NavLink href={pages.account} icon="person">
            {nav.account}
          </NavLink>
        ) : (
          <NavLink href={pages.signIn} icon="enter">
            {nav.signIn}
          </NavLink>
        )}
        {(me.data?.member || me.data?.linked) && (
          <NavLink href={pages.desk} icon="wrench">
            {nav.desk}
          </NavLink>
        )}
        {me.data?.member?.admin && (
          <NavLink href={pages.console} icon="gauge">
            {nav.console}
          </NavLink>
        )}
      </nav>
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
