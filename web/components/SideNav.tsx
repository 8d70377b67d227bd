import { useLocation } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { pages } from '#contract/team/pages.ts'
import { useMe } from '#web/data/hooks.ts'
import { AccountLink, isAt, NavLink } from './Shell.tsx'
import css from './shell.module.css'
import { useWords } from './words.ts'

export interface NavEntry {
  readonly href: string
  readonly icon: IconName
  readonly name: string
  readonly tab: boolean
  readonly part: string
}

interface NavLinksProps {
  of: readonly NavEntry[]
  home: string
}

export function NavLinks({ of, home }: NavLinksProps) {
  return of.map(({ href, icon, name }) => (
    <NavLink key={href} href={href} icon={icon} exact={href === home} name={name} />
  ))
}

/**
 * The parts of the navigation. The name of a part leads to its first page. On a low screen only the part of this page shows its pages, so that
 * all of the navigation is in sight.
 */
export function NavParts({ of, parts, home }: NavLinksProps & { parts: Readonly<Record<string, string>> }) {
  const [here] = useLocation()
  return (
    <div className={css['parts']}>
      {Object.entries(parts).map(([part, name]) => {
        const entries = of.filter((entry) => entry.part === part)
        const [first] = entries
        return (
          first && (
            <div key={part} data-open={entries.some(({ href }) => isAt(here, href, href === home))}>
              <NavLink href={first.href} icon={first.icon} name={name} heading />
              <div>
                <NavLinks of={entries} home={home} />
              </div>
            </div>
          )
        )
      })}
    </div>
  )
}

export function OtherFrames({ home }: { home: string }) {
  const { nav } = useWords()
  const admin = useMe().data?.member?.admin
  return (
    <>
      {home !== pages.desk && <NavLink href={pages.desk} icon="wrench" name={nav.desk} />}
      {home !== pages.console && admin && <NavLink href={pages.console} icon="gauge" name={nav.console} />}
      <NavLink href={pages.portal} icon="home" exact name={nav.home} />
      <AccountLink />
    </>
  )
}
