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
  readonly tab: boolean
}

/** The number of tabs that fit beside each other on a phone. */
const maxTabs = 5

interface Props {
  places: readonly NavEntry[]
  beside?: ReactNode
  children: ReactNode
}

/** Around desk and console: a side navigation that folds behind a button on a phone, where a few pages are tabs as well. */
export function SideFrame({ places, beside, children }: Props) {
  const words = useWords()
  const [here] = useLocation()
  // Going to another page closes the menu.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === here
  const tabs = places.filter(({ tab }) => tab)
  const home = places[0]?.href ?? pages.portal
  const bars = (
    <>
      <header className={css['header']}>
        <MenuButton open={open} onClick={() => setOpenAt(open ? undefined : here)} />
        <TeamName href={home} />
        <span className={css['space']} />
        {beside}
        <LanguageSwitch />
        <SchemeSwitch />
      </header>
      <nav id={menuId} aria-label={words.mainNav} data-open={open}>
        <NavLinks of={places} home={home} />
        <hr />
        <OtherFrames home={home} />
      </nav>
      {tabs.length <= maxTabs && (
        <nav className={css['tabs']} aria-label={words.tabs}>
          <NavLinks of={tabs} home={home} />
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

const menuId = 'side'

function MenuButton({ open, onClick }: { open: boolean; onClick: () => void }) {
  const { menu } = useWords()
  return (
    <ActionIcon
      className={css['burger']}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={menu}
      aria-expanded={open}
      aria-controls={menuId}
      onClick={onClick}
    >
      <Icon name={open ? 'cross' : 'menu'} />
    </ActionIcon>
  )
}

function NavLinks({ of, home }: { of: readonly NavEntry[]; home: string }) {
  return of.map(({ href, icon, name }) => (
    <NavLink key={href} href={href} icon={icon} exact={href === home} name={name} />
  ))
}

function OtherFrames({ home }: { home: string }) {
  const { nav } = useWords()
  const admin = useMe().data?.member?.admin
  return (
    <>
      {home !== pages.desk && <NavLink href={pages.desk} icon="wrench" name={nav.desk} />}
      {home !== pages.console && admin && <NavLink href={pages.console} icon="gauge" name={nav.console} />}
      <NavLink href={pages.portal} icon="home" exact name={nav.home} />
      <NavLink href={pages.account} icon="person" name={nav.account} />
    </>
  )
}
