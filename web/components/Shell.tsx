import { CloseButton, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { pages } from '#contract/team/pages.ts'
import { useConnected } from '#web/data/connection.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { lazyPage } from '#web/lib/page.ts'
import { useStore } from '#web/lib/store.ts'
import { Icon } from './Icon.tsx'
import { Reauth } from './Reauth.tsx'
import css from './shell.module.css'
import { dismissToast, toasts } from './toast-list.ts'
import { Unsaved } from './Unsaved.tsx'
import { useWords } from './words.ts'

const mainId = 'content'

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
        <News />
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

const AccountNews = lazyPage(() => import('./AccountNews.tsx'), 'AccountNews')

/** Notices about the account do not interrupt work: they are shown on the first page, and as a mark on the link. */
function News() {
  const me = useMe()
  const [here] = useLocation()
  const begins = here === pages.portal || here === pages.desk || here === pages.console
  return <div role="status">{begins && me.data && me.data.notices > 0 && <AccountNews />}</div>
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

interface Props {
  href: string
  icon: IconName
  name: string
  /** Marks the link only on this address, not on addresses below it. */
  exact?: boolean
  /** The number of new notices, in words. */
  mark?: string
  /** The name of a part of the navigation, which is never marked as this page. */
  heading?: boolean
}

export const isAt = (here: string, href: string, exact: boolean): boolean =>
  here === href || (!exact && here.startsWith(`${href}/`))

export function NavLink({ href, icon, name, exact = false, mark = '', heading = false }: Props) {
  const [here] = useLocation()
  const there = !heading && isAt(here, href, exact)
  return (
    <Link className={css['link']} href={href} aria-current={there ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{name}</span>
      {mark && (
        <span className={css['mark']} title={mark}>
          <VisuallyHidden>{mark}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}

export function AccountLink() {
  const { nav, accountNews } = useWords()
  const unseen = useMe().data?.notices ?? 0
  return (
    <NavLink
      href={pages.account}
      icon="person"
      name={nav.account}
      {...(unseen > 0 && { mark: accountNews.unread(unseen) })}
    />
  )
}

function Toasts() {
  const { close } = useWords()
  const shown = useStore(toasts)
  const place = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    const box = place.current
    const main = box?.closest('main')
    if (!box || !main || shown.length === 0) return
    // A change behind a toast often changes the page too, and a menu may open above it.
    const watch = new ResizeObserver(() => moveClear(box))
    for (const part of [main, ...main.children]) watch.observe(part)
    return () => watch.disconnect()
  }, [shown])
  return (
    <output ref={place} className={css['toasts']} aria-live="polite">
      {shown.map(({ id, text }) => (
        <Paper key={id} className={css['toast']} shadow="md" withBorder>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{text}</Text>
            <CloseButton size={44} iconSize={18} aria-label={close} onClick={() => dismissToast(id)} />
          </Group>
        </Paper>
      ))}
    </output>
  )
}

/** Moves it up to where it covers no heading and nothing to press, if there is such a place. */
function moveClear(box: HTMLElement): void {
  box.style.transform = 'none'
  const own = [...box.children].map((toast) => toast.getBoundingClientRect())
  const others = [...document.querySelectorAll('h1, h2, button, a[href], input, select, textarea')]
    .filter((one) => one.checkVisibility() && !box.contains(one))
    .map((one) => one.getBoundingClientRect())
  const isClear = (up: number) =>
    own.every(({ left, right, top, bottom }) =>
      others.every((one) => one.right < left || one.left > right || one.bottom < top - up || one.top > bottom - up),
    )
  const room = Math.min(...own.map(({ top }) => top))
  for (let up = 0; up < room; up += 8)
    if (isClear(up)) {
      box.style.transform = `translateY(-${up}px)`
      return
    }
}
