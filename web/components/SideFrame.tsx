import { ActionIcon } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useMe } from '#web/data/hooks.ts'
import { Icon, type IconName } from './Icon.tsx'
import { NavLink, Shell, TeamName } from './Shell.tsx'
import { LanguageSwitch, SchemeSwitch } from './Switches.tsx'
import css from './shell.module.css'
import { useWords } from './words.ts'

export interface NavEntry {
  readonly href: string
  readonly icon: IconName
  readonly name: string
  /** Whether it is a tab on a phone, too. */
  readonly tab: boolean
}

/** So many places fit beside each other on a phone. */
const mostTabs = 5

/** Around desk and console: a side navigation that folds behind a button on a phone, where few places are tabs as well. */
export function SideFrame({
  places,
  beside,
  children,
}: {
  places: readonly NavEntry[]
  /** What stands in the header, beside the switches. */
  beside?: ReactNode
  children: ReactNode
}) {
  const words = useWords()
  const me = useMe()
  const [here] = useLocation()
  // Open where it was opened: going somewhere closes it.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === here
  const tabs = places.filter(({ tab }) => tab)
  const home = places[0]?.href ?? pages.portal
  const bars = (
    <>
      <header className={css['header']}>
        <ActionIcon
          className={css['burger']}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={words.menu}
          aria-expanded={open}
          aria-controls="side"
          onClick={() => setOpenAt(open ? undefined : here)}
        >
          <Icon name={open ? 'cross' : 'menu'} />
        </ActionIcon>
        <TeamName href={home} />
        <span className={css['space']} />
        {beside}
        <LanguageSwitch />
        <SchemeSwitch />
      </header>
      <nav id="side" aria-label={words.mainNav} data-open={open}>
        {places.map(({ href, icon, name }) => (
          <NavLink key={href} href={href} icon={icon} exact={href === home} name={name} />
        ))}
        <hr />
        {home !== pages.desk && <NavLink href={pages.desk} icon="wrench" name={words.nav.desk} />}
        {home !== pages.console && me.data?.member?.admin && (
          <NavLink href={pages.console} icon="gauge" name={words.nav.console} />
        )}
        <NavLink href={pages.portal} icon="home" exact name={words.nav.home} />
        <NavLink href={pages.account} icon="person" name={words.nav.account} />
      </nav>
      {tabs.length <= mostTabs && (
        <nav className={css['tabs']} aria-label={words.tabs}>
          {tabs.map(({ href, icon, name }) => (
            <NavLink key={href} href={href} icon={icon} exact={href === home} name={name} />
          ))}
        </nav>
      )}
    </>
  )
  return (
    <Shell kind="side" bars={bars}>
      {children}
    </Shell>
  )
}
