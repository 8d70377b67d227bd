import { pages } from '#contract/team/pages.ts'
import { PageList } from '#web/components/PageList.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { useSendOfflineVisitors } from '#web/data/send-offline-visitors.ts'
import { useWorker } from '#web/data/worker.ts'
import { lazyPage } from '#web/lib/page.ts'
import { WaitingBadge } from './WaitingBadge.tsx'
import { useDeskWords } from './words.ts'

const Queue = lazyPage(() => import('./queue/Queue.tsx'), 'Queue')
const MyQueue = lazyPage(() => import('./queue/MyQueue.tsx'), 'MyQueue')
const Counter = lazyPage(() => import('./counter/Counter.tsx'), 'Counter')
const CustodyList = lazyPage(() => import('./custody/CustodyList.tsx'), 'CustodyList')
const Stocktaking = lazyPage(() => import('./stocktake/Stocktaking.tsx'), 'Stocktaking')
const Visits = lazyPage(() => import('./visits/Visits.tsx'), 'Visits')
const Shifts = lazyPage(() => import('./shifts/Shifts.tsx'), 'Shifts')
const DeskRepairDays = lazyPage(() => import('./repair-days/DeskRepairDays.tsx'), 'DeskRepairDays')
const DeskRepairDay = lazyPage(() => import('./repair-days/DeskRepairDay.tsx'), 'DeskRepairDay')
const ShiftSummary = lazyPage(() => import('./conclusion/ShiftSummary.tsx'), 'ShiftSummary')
const Here = lazyPage(() => import('./here/Here.tsx'), 'Here')
const MyHours = lazyPage(() => import('./hours/MyHours.tsx'), 'MyHours')
const Certificate = lazyPage(() => import('./certificate/Certificate.tsx'), 'Certificate')
const TicketPage = lazyPage(() => import('./ticket/TicketPage.tsx'), 'TicketPage')
const BlankTags = lazyPage(() => import('./blank-tags/BlankTags.tsx'), 'BlankTags')
const PaperList = lazyPage(() => import('./paper-list/PaperList.tsx'), 'PaperList')
const TagPage = lazyPage(() => import('./tag/TagPage.tsx'), 'TagPage')
const WaitingPage = lazyPage(() => import('./waiting/WaitingPage.tsx'), 'WaitingPage')

const deskPages = [
  { path: pages.desk, icon: 'list', name: 'queue', page: Queue },
  { path: '/desk/mine', icon: 'wrench', name: 'mine', page: MyQueue },
  { path: '/desk/counter', icon: 'plus', name: 'counter', page: Counter, offline: true },
  { path: '/desk/visits', icon: 'people', name: 'visits', page: Visits, offline: true },
  { path: '/desk/custody', icon: 'shelf', name: 'custody', tab: false, page: CustodyList },
  { path: '/desk/shifts', icon: 'calendar', name: 'shifts', page: Shifts },
  { path: '/desk/events', icon: 'sun', name: 'repairDays', tab: false, page: DeskRepairDays },
  { path: '/desk/events/:id', page: DeskRepairDay },
  { path: '/desk/summary', icon: 'pencil', name: 'summary', tab: false, page: ShiftSummary },
  { path: '/desk/here', icon: 'enter', name: 'here', tab: false, page: Here },
  { path: '/desk/hours', icon: 'hourglass', name: 'hours', tab: false, page: MyHours },
  { path: '/desk/certificate', page: Certificate },
  { path: '/desk/stocktake', page: Stocktaking },
  { path: '/desk/tags', page: BlankTags },
  { path: '/desk/paper', page: PaperList },
  { path: '/desk/tickets/:id', page: TicketPage },
  { path: '/desk/tickets/:id/tag', page: TagPage },
  { path: '/desk/waiting', page: WaitingPage, offline: true },
] as const

export function Desk() {
  useWorker()
  useSendOfflineVisitors()
  const { waiting: _, renumbered: __, ...names } = useDeskWords()
  const signs = useTeam().data?.signing === true
  return (
    <PageList pages={deskPages} words={names} who="member" beside={<WaitingBadge />} unlisted={signs ? [] : ['here']} />
  )
}
