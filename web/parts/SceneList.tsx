import { type ComponentType, useEffect } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import type { IconName } from './Icon.tsx'
import { Needs } from './Needs.tsx'
import { NotFound } from './NotFound.tsx'
import { SideFrame } from './SideFrame.tsx'
import { Stage } from './Stage.tsx'

/** A page of the desk or the console. Without a name it is reached by links alone (a ticket, say) and not by the navigation. */
interface SceneEntry<Name extends string> {
  readonly path: string
  readonly icon?: IconName
  readonly name?: Name
  readonly scene: ComponentType & { begin(): Promise<unknown> }
}

/** The frame, navigation and routes that a list of scenes makes. */
export function SceneList<Name extends string>({
  scenes,
  words,
  who,
}: {
  scenes: readonly SceneEntry<NoInfer<Name>>[]
  words: Readonly<Record<Name, string>>
  who: 'member' | 'admin'
}) {
  const places = scenes.flatMap(({ path, icon = 'list', name }) =>
    name ? [{ href: path, icon, name: words[name] }] : [],
  )
  const [here] = useLocation()
  const { parser } = useRouter()
  const wanted = scenes.find(({ path }) => matchRoute(parser, path, here)[0])?.scene
  // While it is being found out who is here; what fails is told when it is shown.
  useEffect(() => void wanted?.begin().catch(() => {}), [wanted])
  return (
    <SideFrame places={places}>
      <Stage>
        <Needs who={who}>
          <Switch>
            {scenes.map(({ path, scene }) => (
              <Route key={path} path={path} component={scene} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Needs>
      </Stage>
    </SideFrame>
  )
}
