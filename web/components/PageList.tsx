import { type ComponentType, type ReactNode, useDeferredValue, useMemo } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import type { IconName } from './Icon.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { PageOutlet } from './PageOutlet.tsx'
import { RequireRole } from './RequireRole.tsx'
import { SideFrame } from './SideFrame.tsx'

/** A page of the desk or the console. Without a name it is reached by links alone (a ticket, say) and not by the navigation. */
interface PageEntry<Name extends string> {
  readonly path: string
  readonly icon?: IconName
  readonly name?: Name
  /** On a phone it stands in the menu alone. */
  readonly tab?: false
  /** It works without a network too (`web/worker.js`). */
  readonly offline?: boolean
  readonly page: ComponentType & { preload(): Promise<unknown> }
}

/** The frame, navigation and routes that a list of pages makes. */
export function PageList<Name extends string>({
  pages,
  words,
  who,
  beside,
  unlisted = [],
}: {
  pages: readonly PageEntry<NoInfer<Name>>[]
  words: Readonly<Record<Name, string>>
  who: 'member' | 'admin'
  /** What stands in the header, beside the switches. */
  beside?: ReactNode
  /** What this team has no use for: not in the navigation, and there all the same. */
  unlisted?: readonly NoInfer<Name>[]
}) {
  const places = pages.flatMap(({ path, icon = 'list', name, tab = true }) =>
    name && !unlisted.includes(name) ? [{ href: path, icon, name: words[name], tab }] : [],
  )
  const [here] = useLocation()
  const { parser } = useRouter()
  const wanted = pages.find(({ path }) => matchRoute(parser, path, here)[0])
  const preload = wanted?.page.preload
  // While the frame is being made and it is being found out who is here; what fails is told when it is shown.
  useMemo(() => void preload?.().catch(() => {}), [preload])
  const offline = wanted?.offline === true
  // First the frame, then the page in it: together they would keep a cheap phone from showing anything for longer.
  const framed = useDeferredValue(true, false)
  // What changes in the frame later renders no page again.
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
