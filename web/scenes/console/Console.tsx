import { pages } from '#contract/pages.ts'
import { SceneList, type Scenes } from '../../parts/SceneList.tsx'
import { scene } from '../../scene.ts'
import { useConsoleWords } from '../../words/console.ts'

type ConsoleWords = ReturnType<typeof useConsoleWords>

/** The pages of the console, in the order of its navigation. */
const scenes: Scenes<ConsoleWords> = [
  {
    path: pages.console,
    icon: 'gauge',
    name: ({ nav }) => nav.overview,
    scene: scene(() => import('./Overview.tsx'), 'Overview'),
  },
  {
    path: `${pages.console}/members`,
    icon: 'people',
    name: ({ nav }) => nav.members,
    scene: scene(() => import('./members/Members.tsx'), 'Members'),
  },
  {
    path: `${pages.console}/log`,
    icon: 'history',
    name: ({ nav }) => nav.log,
    scene: scene(() => import('./Log.tsx'), 'Log'),
  },
  {
    path: `${pages.console}/feedback`,
    icon: 'message',
    name: ({ nav }) => nav.feedback,
    scene: scene(() => import('./Feedback.tsx'), 'Feedback'),
  },
  {
    path: `${pages.console}/settings`,
    icon: 'sliders',
    name: ({ nav }) => nav.settings,
    scene: scene(() => import('./settings/SettingsPage.tsx'), 'SettingsPage'),
  },
]

/** Where administrators look after the team. */
export function Console() {
  return <SceneList scenes={scenes} words={useConsoleWords()} who="admin" />
}
