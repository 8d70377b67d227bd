import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { IconName } from '#client/icons.ts'
import css from './group-nav.module.css'
import { Icon } from './Icon.tsx'
import { Page } from './Page.tsx'

export interface PageGroup {
  readonly name: string
  readonly href: string
  readonly icon: IconName
  /** The parts of the page that the link opens. */
  readonly parts: string
  readonly current: boolean
}

interface GroupNavProps {
  label: string
  groups: readonly PageGroup[]
  /** Beside one of the pages there is room for names only. */
  brief?: boolean
}

/** Links to pages that belong together. */
export function GroupNav({ label, groups, brief = false }: GroupNavProps) {
  return (
    <nav aria-label={label} className={css['groups']}>
      {groups.map(({ current, ...group }) => (
        <GroupLink key={group.href} {...group} current={current} parts={!brief && group.parts} />
      ))}
    </nav>
  )
}

interface GroupLinkProps {
  href: string
  name: string
  parts: ReactNode
  icon?: IconName
  current?: boolean
  onClick?: () => void
}

export function GroupLink({ href, name, parts, icon, current = false, onClick }: GroupLinkProps) {
  return (
    <Link
      href={href}
      className={css['group']}
      aria-current={current ? 'page' : undefined}
      {...(onClick && { onClick })}
    >
      {icon && <Icon name={icon} />}
      <span>
        <span className={css['name']}>{name}</span>
        {parts && <span className={css['parts']}>{parts}</span>}
      </span>
      {parts && <Icon name="chevron" />}
    </Link>
  )
}

interface GroupPageProps {
  title: string
  /** The page with all groups. */
  index: { readonly name: string; readonly title: string; readonly href: string }
  nav: ReactNode
  children: ReactNode
}

/** The page of one group: the links are beside it on a wide screen, and one step back on a phone. */
export function GroupPage({ title, index, nav, children }: GroupPageProps) {
  const back = (
    <Link className={css['back']} href={index.href}>
      <Icon name="back" size={18} />
      {index.name}
    </Link>
  )
  return (
    <Page title={title} tab={`${title} · ${index.title}`} back={back}>
      <div className={css['page']}>
        <div className={css['side']}>{nav}</div>
        <Stack gap="lg" miw={0}>
          {children}
        </Stack>
      </div>
    </Page>
  )
}
