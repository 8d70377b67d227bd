import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/team/pages.ts'
import { PageList } from '#web/components/PageList.tsx'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { lazyPage } from '#web/lib/page.ts'
import { useConsoleWords } from './words.ts'

const Overview = lazyPage(() => import('./overview/Overview.tsx'), 'Overview')
const DutyPage = lazyPage(() => import('./duty/DutyPage.tsx'), 'DutyPage')
const Rosters = lazyPage(() => import('./rosters/Rosters.tsx'), 'Rosters')
const RosterEditor = lazyPage(() => import('./rosters/RosterEditor.tsx'), 'RosterEditor')
const Leaves = lazyPage(() => import('./leaves/Leaves.tsx'), 'Leaves')
const Summaries = lazyPage(() => import('./leaves/Leaves.tsx'), 'Summaries')
const Hours = lazyPage(() => import('./hours/Hours.tsx'), 'Hours')
const Statistics = lazyPage(() => import('./statistics/Statistics.tsx'), 'Statistics')
const Members = lazyPage(() => import('./members/Members.tsx'), 'Members')
const Forwarding = lazyPage(() => import('./outbox/Forwarding.tsx'), 'Forwarding')
const MessageHealth = lazyPage(() => import('./messages/MessageHealth.tsx'), 'MessageHealth')
const Imports = lazyPage(() => import('./imports/Imports.tsx'), 'Imports')
const OperationLog = lazyPage(() => import('./OperationLog.tsx'), 'OperationLog')
const FeedbackList = lazyPage(() => import('./FeedbackList.tsx'), 'FeedbackList')
const ContentReview = lazyPage(() => import('./content/ContentReview.tsx'), 'ContentReview')
const SettingsPage = lazyPage(() => import('./settings/SettingsPage.tsx'), 'SettingsPage')
const SettingGroupPage = lazyPage(() => import('./settings/SettingsPage.tsx'), 'SettingGroupPage')

const consolePages = [
  { path: pages.console, icon: 'gauge', name: 'overview', page: Overview },
  { path: `${pages.console}/duty`, icon: 'sun', name: 'duty', page: DutyPage },
  { path: `${pages.console}/rosters`, icon: 'calendar', name: 'rosters', page: Rosters },
  { path: `${pages.console}/rosters/:id`, page: RosterEditor },
  { path: `${pages.console}/leaves`, icon: 'leave', name: 'leaves', page: Leaves },
  { path: `${pages.console}/summaries`, icon: 'list', name: 'summaries', page: Summaries },
  { path: `${pages.console}/hours`, icon: 'clock', name: 'hours', page: Hours },
  { path: `${pages.console}/statistics`, icon: 'chart', name: 'statistics', page: Statistics },
  { path: `${pages.console}/members`, icon: 'people', name: 'members', page: Members },
  { path: `${pages.console}/forwarding`, icon: 'send', name: 'forwarding', page: Forwarding },
  { path: `${pages.console}/messages`, icon: 'bell', name: 'messages', page: MessageHealth },
  { path: `${pages.console}/import`, icon: 'inbox', name: 'import', page: Imports },
  { path: `${pages.console}/log`, icon: 'history', name: 'log', page: OperationLog },
  { path: `${pages.console}/feedback`, icon: 'message', name: 'feedback', page: FeedbackList },
  { path: `${pages.console}/content`, icon: 'search', name: 'content', page: ContentReview },
  { path: `${pages.console}/settings`, icon: 'sliders', name: 'settings', page: SettingsPage },
  { path: `${pages.console}/settings/:group`, page: SettingGroupPage },
] as const

export function Console() {
  const wechat = useTeam().data?.logins.wechat
  const isAdmin = useMe().data?.member?.admin === true
  // Without WeChat the page stays listed as long as unreviewed content is left.
  const looks = useQuery({ ...queries.content.list({ pageId: 1, count: 1 }), enabled: wechat === false && isAdmin })
  const isListed = wechat === true || (looks.data?.total ?? 0) > 0
  return (
    <PageList pages={consolePages} words={useConsoleWords().nav} who="admin" unlisted={isListed ? [] : ['content']} />
  )
}
