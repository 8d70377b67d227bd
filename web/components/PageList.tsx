import { type ComponentType, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { pages } from '#contract/team/pages.ts'
import { useMe } from '#web/data/hooks.ts'
import { IconButton } from './buttons.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { PageOutlet } from './PageOutlet.tsx'
import { PortalFrame } from './PortalFrame.tsx'
import { hasRole, RequireRole } from './RequireRole.tsx'
import { Shell, TeamName } from './Shell.tsx'
import { type NavEntry, NavLinks, NavParts, OtherFrames } from './SideNav.tsx'
import { LanguageSwitch, SchemeSwitch } from './Switches.tsx'
import css from './shell.module.css'
import { useWords } from './words.ts'

/** A page of the desk or the console. Without `name` it has no entry in the navigation. */
interface PageEntry<Name extends string> {
  readonly path: string
  readonly icon?: IconName
  readonly name?: Name
  /** `false`: no tab on a phone. */
  readonly tab?: false
  /** The part of the navigation it belongs to, if that has parts. */
  readonly part?: string
  /** The page works without a network; `web/worker.js` lists the same pages. */
  readonly offline?: boolean
  readonly page: ComponentType & { preload(): Promise<unknown> }
}

interface Props<Name extends string> {
  pages: readonly PageEntry<NoInfer<Name>>[]
  words: Readonly<Record<Name, string>>
  who: 'member' | 'admin'
  beside?: ReactNode
  /** The names of the parts of the navigation, in their order. */
  parts?: Readonly<Record<string, string>>
  /** Pages without an entry in the navigation, because the team does not use them. */
  unlisted: readonly NoInfer<Name>[]
}

export function PageList<Name extends string>({ pages, words, who, beside, parts, unlisted }: Props<Name>) {
  const places = pages.flatMap(({ path, icon = 'list', name, tab = true, part = '' }) =>
    name && !unlisted.includes(name) ? [{ href: path, icon, name: words[name], tab, part }] : [],
  )
  const [here] = useLocation()
  const { parser } = useRouter()
  const wanted = pages.find(({ path }) => matchRoute(parser, path, here)[0])
  const preload = wanted?.page.preload
  // Loads the page's code while the frame renders and the user is being asked for. A failure shows when the page renders.
  useMemo(() => void preload?.().catch(() => {}), [preload])
  const offline = wanted?.offline === true
  // The frame renders first: on a cheap phone both together would take too long.
  const framed = useDeferredValue(true, false)
  // Keeps pages from rendering again when the frame changes.
  const stage = useMemo(
    () => (
      <PageOutlet>
        {framed ? (
          <RequireRole who={who} offline={offline}>
            <Switch>
              {pages.map(({ path, page }) => (
                <Route key={path} path={path} component={page} />
              ))}
              <Route component={NotFound} />
            </Switch>
          </RequireRole>
        ) : (
          <Loading />
        )}
      </PageOutlet>
    ),
    [framed, pages, who, offline],
  )
  const me = useMe().data
  // The links of this frame would all refuse this person.
  if (me && !hasRole(me, who)) return <PortalFrame>{stage}</PortalFrame>
  return (
    <SideFrame places={places} beside={beside} parts={parts}>
      {stage}
    </SideFrame>
  )
}

/** The number of tabs that fit beside each other on a phone. */
const maxTabs = 5

interface SideFrameProps {
  places: readonly NavEntry[]
  beside?: ReactNode
  parts?: Readonly<Record<string, string>> | undefined
  children: ReactNode
}

/** Around desk and console: a side navigation that folds behind a button on a phone, where a few pages are tabs as well. */
function SideFrame({ places, beside, parts, children }: SideFrameProps) {
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
        {parts ? <NavParts of={places} parts={parts} home={home} /> : <NavLinks of={places} home={home} />}
        <hr />
        <div className={css['frames']}>
          <OtherFrames home={home} />
        </div>
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
    <IconButton
      icon={open ? 'cross' : 'menu'}
      label={menu}
      className={css['burger'] ?? ''}
      aria-expanded={open}
      aria-controls={menuId}
      onClick={onClick}
    />
  )
}
