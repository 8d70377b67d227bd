import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { scene } from '#web/lib/scene.ts'
import { SceneList } from '#web/parts/SceneList.tsx'
import { useConsoleWords } from './words.ts'

const Overview = scene(() => import('./overview/Overview.tsx'), 'Overview')
const Duty = scene(() => import('./duty/Duty.tsx'), 'Duty')
const Rosters = scene(() => import('./rosters/Rosters.tsx'), 'Rosters')
const RosterEditor = scene(() => import('./rosters/RosterEditor.tsx'), 'RosterEditor')
const Leaves = scene(() => import('./leaves/Leaves.tsx'), 'Leaves')
const Summaries = scene(() => import('./leaves/Conclusions.tsx'), 'Summaries')
const Hours = scene(() => import('./hours/Hours.tsx'), 'Hours')
const Statistics = scene(() => import('./statistics/Statistics.tsx'), 'Statistics')
const Members = scene(() => import('./members/Members.tsx'), 'Members')
const Forwarding = scene(() => import('./forwarding/Forwarding.tsx'), 'Forwarding')
const Messages = scene(() => import('./messages/Messages.tsx'), 'Messages')
const Imports = scene(() => import('./imports/Imports.tsx'), 'Imports')
const Log = scene(() => import('./Log.tsx'), 'Log')
const Feedback = scene(() => import('./Feedback.tsx'), 'Feedback')
const Content = scene(() => import('./content/Content.tsx'), 'Content')
const SettingsPage = scene(() => import('./settings/SettingsPage.tsx'), 'SettingsPage')

/** The pages of the console, in the order of its navigation. */
const scenes = [
  { path: pages.console, icon: 'gauge', name: 'overview', scene: Overview },
  { path: `${pages.console}/duty`, icon: 'sun', name: 'duty', scene: Duty },
  { path: `${pages.console}/rosters`, icon: 'calendar', name: 'rosters', scene: Rosters },
  { path: `${pages.console}/rosters/:id`, scene: RosterEditor },
  { path: `${pages.console}/leaves`, icon: 'leave', name: 'leaves', scene: Leaves },
  { path: `${pages.console}/summaries`, icon: 'list', name: 'summaries', scene: Summaries },
  { path: `${pages.console}/hours`, icon: 'clock', name: 'hours', scene: Hours },
  { path: `${pages.console}/statistics`, icon: 'chart', name: 'statistics', scene: Statistics },
  { path: `${pages.console}/members`, icon: 'people', name: 'members', scene: Members },
  { path: `${pages.console}/forwarding`, icon: 'send', name: 'forwarding', scene: Forwarding },
  { path: `${pages.console}/messages`, icon: 'bell', name: 'messages', scene: Messages },
  { path: `${pages.console}/import`, icon: 'inbox', name: 'import', scene: Imports },
  { path: `${pages.console}/log`, icon: 'history', name: 'log', scene: Log },
  { path: `${pages.console}/feedback`, icon: 'message', name: 'feedback', scene: Feedback },
  { path: `${pages.console}/content`, icon: 'search', name: 'content', scene: Content },
  { path: `${pages.console}/settings`, icon: 'sliders', name: 'settings', scene: SettingsPage },
] as const

/** Where administrators look after the team. */
export function Console() {
  const wechat = useTeam().data?.logins.wechat
  const isAdmin = useMe().data?.member?.admin === true
  // Where there is no WeChat any more, something may still wait for somebody to look.
  const looks = useQuery({ ...queries.content.list({ pageId: 1, count: 1 }), enabled: wechat === false && isAdmin })
  const isListed = wechat === true || (looks.data?.total ?? 0) > 0
  return <SceneList scenes={scenes} words={useConsoleWords().nav} who="admin" unlisted={isListed ? [] : ['content']} />
}
