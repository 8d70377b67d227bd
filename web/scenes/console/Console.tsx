import { pages } from '#contract/pages.ts'
import { scene } from '#web/lib/scene.ts'
import { SceneList, type Scenes } from '#web/parts/SceneList.tsx'
import { useConsoleWords } from './words.ts'

type ConsoleWords = ReturnType<typeof useConsoleWords>

/** The pages of the console, in the order of its navigation. */
const scenes: Scenes<ConsoleWords> = [
  {
    path: pages.console,
    icon: 'gauge',
    name: ({ nav }) => nav.overview,
    scene: scene(() => import('./overview/Overview.tsx'), 'Overview'),
  },
  {
    path: `${pages.console}/duty`,
    icon: 'sun',
    name: ({ nav }) => nav.duty,
    scene: scene(() => import('./duty/Duty.tsx'), 'Duty'),
  },
  {
    path: `${pages.console}/rosters`,
    icon: 'calendar',
    name: ({ nav }) => nav.rosters,
    scene: scene(() => import('./rosters/Rosters.tsx'), 'Rosters'),
  },
  {
    path: `${pages.console}/rosters/:id`,
    scene: scene(() => import('./rosters/RosterEditor.tsx'), 'RosterEditor'),
  },
  {
    path: `${pages.console}/leaves`,
    icon: 'leave',
    name: ({ nav }) => nav.leaves,
    scene: scene(() => import('./leaves/Leaves.tsx'), 'Leaves'),
  },
  {
    path: `${pages.console}/summaries`,
    icon: 'list',
    name: ({ nav }) => nav.summaries,
    scene: scene(() => import('./leaves/Conclusions.tsx'), 'Summaries'),
  },
  {
    path: `${pages.console}/statistics`,
    icon: 'chart',
    name: ({ nav }) => nav.statistics,
    scene: scene(() => import('./statistics/Statistics.tsx'), 'Statistics'),
  },
  {
    path: `${pages.console}/members`,
    icon: 'people',
    name: ({ nav }) => nav.members,
    scene: scene(() => import('./members/Members.tsx'), 'Members'),
  },
  {
    path: `${pages.console}/forwarding`,
    icon: 'send',
    name: ({ nav }) => nav.forwarding,
    scene: scene(() => import('./forwarding/Forwarding.tsx'), 'Forwarding'),
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
