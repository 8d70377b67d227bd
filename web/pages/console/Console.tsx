import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
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
const RepairDayPlans = lazyPage(() => import('./repair-days/RepairDayPlans.tsx'), 'RepairDayPlans')
const RepairDayPlan = lazyPage(() => import('./repair-days/RepairDayPlan.tsx'), 'RepairDayPlan')
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
  { path: pages.console, icon: 'gauge', name: 'overview', part: 'work', page: Overview },
  { path: `${pages.console}/duty`, icon: 'sun', name: 'duty', part: 'work', page: DutyPage },
  { path: `${pages.console}/rosters`, icon: 'calendar', name: 'rosters', part: 'work', page: Rosters },
  { path: `${pages.console}/rosters/:id`, page: RosterEditor },
  { path: `${pages.console}/events`, icon: 'wrench', name: 'repairDays', part: 'work', page: RepairDayPlans },
  { path: `${pages.console}/events/:id`, page: RepairDayPlan },
  { path: `${pages.console}/leaves`, icon: 'leave', name: 'leaves', part: 'work', page: Leaves },
  { path: `${pages.console}/summaries`, icon: 'list', name: 'summaries', part: 'work', page: Summaries },
  { path: `${pages.console}/feedback`, icon: 'message', name: 'feedback', part: 'work', page: FeedbackList },
  { path: `${pages.console}/content`, icon: 'search', name: 'content', part: 'work', page: ContentReview },
  { path: `${pages.console}/members`, icon: 'people', name: 'members', part: 'people', page: Members },
  { path: `${pages.console}/hours`, icon: 'clock', name: 'hours', part: 'people', page: Hours },
  { path: `${pages.console}/statistics`, icon: 'chart', name: 'statistics', part: 'data', page: Statistics },
  { path: `${pages.console}/log`, icon: 'history', name: 'log', part: 'data', page: OperationLog },
  { path: `${pages.console}/import`, icon: 'inbox', name: 'import', part: 'data', page: Imports },
  { path: `${pages.console}/settings`, icon: 'sliders', name: 'settings', part: 'setUp', page: SettingsPage },
  { path: `${pages.console}/settings/:group`, page: SettingGroupPage },
  { path: `${pages.console}/messages`, icon: 'bell', name: 'messages', part: 'setUp', page: MessageHealth },
  { path: `${pages.console}/forwarding`, icon: 'send', name: 'forwarding', part: 'setUp', page: Forwarding },
] as const

export function Console() {
  const wechat = useTeam().data?.logins.wechat
  const isAdmin = useMe().data?.member?.admin === true
  // Without WeChat the page stays listed as long as unreviewed content is left.
  const looks = useQuery({ ...queries.content.list({ pageId: 1, count: 1 }), enabled: wechat === false && isAdmin })
  const [here] = useLocation()
  const isListed = wechat === true || (looks.data?.total ?? 0) > 0 || here === `${pages.console}/content`
  const { nav, parts } = useConsoleWords()
  return <PageList pages={consolePages} words={nav} parts={parts} who="admin" unlisted={isListed ? [] : ['content']} />
}
