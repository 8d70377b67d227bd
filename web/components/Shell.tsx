import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useConnected } from '#web/data/connection.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { Icon, type IconName } from './Icon.tsx'
import { Reauth } from './Reauth.tsx'
import css from './shell.module.css'
import { Toasts } from './Toasts.tsx'
import { Unsaved } from './Unsaved.tsx'
import { useWords } from './words.ts'

const mainId = 'content'

/** The skip link, messages, and dialogs that every frame has. */
export function Shell({ kind, bars, children }: { kind: 'portal' | 'side'; bars: ReactNode; children: ReactNode }) {
  const { skip } = useWords()
  return (
    <div className={kind === 'portal' ? css['portal'] : css['side']}>
      <a className={css['skip']} href={`#${mainId}`}>
        {skip}
      </a>
      {bars}
      <main id={mainId} tabIndex={-1} style={{ outline: 'none' }}>
        <Toasts />
        <Offline />
        <AccountNews />
        {children}
      </main>
      <Unsaved />
      <Reauth />
    </div>
  )
}

function Offline() {
  const { offline } = useWords()
  const connected = useConnected()
  return (
    <div role="status" className={css['offline']}>
      {!connected && <p>{offline}</p>}
    </div>
  )
}

/** A link to unread notices of the account. */
function AccountNews() {
  const { accountNews } = useWords()
  const me = useMe()
  const [here] = useLocation()
  return (
    <div role="status">
      {me.data && me.data.notices > 0 && here !== pages.account && (
        <Link className={css['account-news']} href={pages.account}>
          {accountNews}
        </Link>
      )}
    </div>
  )
}

export function TeamName({ href }: { href: string }) {
  const { appName } = useWords()
  const team = useTeam()
  return (
    <Link className={css['team']} href={href}>
      <img src="/icon.svg" width={28} height={28} alt="" />
      <span>{team.data?.name || appName}</span>
    </Link>
  )
}

export function NavLink({
  href,
  icon,
  name,
  exact = false,
}: {
  href: string
  icon: IconName
  name: string
  /** Marks the link only on this address, not on addresses below it. */
  exact?: boolean
}) {
  const [here] = useLocation()
  const there = here === href || (!exact && here.startsWith(`${href}/`))
  return (
    <Link className={css['link']} href={href} aria-current={there ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{name}</span>
    </Link>
  )
}
