import { type ComponentType, type ReactNode, useDeferredValue, useMemo } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import type { IconName } from './Icon.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { PageOutlet } from './PageOutlet.tsx'
import { RequireRole } from './RequireRole.tsx'
import { SideFrame } from './SideFrame.tsx'

/** A page of the desk or the console. Without `name` it has no entry in the navigation. */
interface PageEntry<Name extends string> {
  readonly path: string
  readonly icon?: IconName
  readonly name?: Name
  /** `false`: no tab on a phone. */
  readonly tab?: false
  /** The page works without a network; `web/worker.js` lists the same pages. */
  readonly offline?: boolean
  readonly page: ComponentType & { preload(): Promise<unknown> }
}

interface Props<Name extends string> {
  pages: readonly PageEntry<NoInfer<Name>>[]
  words: Readonly<Record<Name, string>>
  who: 'member' | 'admin'
  beside?: ReactNode
  /** Pages without an entry in the navigation, because the team does not use them. */
  unlisted?: readonly NoInfer<Name>[]
}

export function PageList<Name extends string>({ pages, words, who, beside, unlisted = [] }: Props<Name>) {
  const places = pages.flatMap(({ path, icon = 'list', name, tab = true }) =>
    name && !unlisted.includes(name) ? [{ href: path, icon, name: words[name], tab }] : [],
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
  return (
    <SideFrame places={places} beside={beside}>
      {stage}
    </SideFrame>
  )
}
