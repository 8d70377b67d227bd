import { pages } from '#contract/pages.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useSending } from '#web/data/sending.ts'
import { useWorker } from '#web/data/worker.ts'
import { scene } from '#web/lib/scene.ts'
import { SceneList } from '#web/parts/SceneList.tsx'
import { WaitingBadge } from './WaitingBadge.tsx'
import { useDeskWords } from './words.ts'

const Queue = scene(() => import('./queue/Queue.tsx'), 'Queue')
const Mine = scene(() => import('./queue/Mine.tsx'), 'Mine')
const Counter = scene(() => import('./counter/Counter.tsx'), 'Counter')
const Custody = scene(() => import('./custody/Custody.tsx'), 'Custody')
const Stocktaking = scene(() => import('./stocktake/Stocktaking.tsx'), 'Stocktaking')
const Visits = scene(() => import('./visits/Visits.tsx'), 'Visits')
const Shifts = scene(() => import('./shifts/Shifts.tsx'), 'Shifts')
const Summary = scene(() => import('./conclusion/Conclusion.tsx'), 'Summary')
const Here = scene(() => import('./here/Here.tsx'), 'Here')
const MyHours = scene(() => import('./hours/MyHours.tsx'), 'MyHours')
const Certificate = scene(() => import('./certificate/Certificate.tsx'), 'Certificate')
const TicketPage = scene(() => import('./ticket/TicketPage.tsx'), 'TicketPage')
const BlankTags = scene(() => import('./blank-tags/BlankTags.tsx'), 'BlankTags')
const PaperList = scene(() => import('./paper-list/PaperList.tsx'), 'PaperList')
const TagPage = scene(() => import('./tag/TagPage.tsx'), 'TagPage')
const WaitingPage = scene(() => import('./waiting/WaitingPage.tsx'), 'WaitingPage')

/** The pages of the desk, in the order of its navigation. */
const scenes = [
  { path: pages.desk, icon: 'list', name: 'queue', scene: Queue },
  { path: '/desk/mine', icon: 'wrench', name: 'mine', scene: Mine },
  { path: '/desk/counter', icon: 'plus', name: 'counter', scene: Counter, offline: true },
  { path: '/desk/visits', icon: 'people', name: 'visits', scene: Visits, offline: true },
  { path: '/desk/custody', icon: 'shelf', name: 'custody', tab: false, scene: Custody },
  { path: '/desk/shifts', icon: 'calendar', name: 'shifts', scene: Shifts },
  { path: '/desk/summary', icon: 'pencil', name: 'summary', tab: false, scene: Summary },
  { path: '/desk/here', icon: 'enter', name: 'here', tab: false, scene: Here },
  { path: '/desk/hours', icon: 'hourglass', name: 'hours', tab: false, scene: MyHours },
  { path: '/desk/certificate', scene: Certificate },
  { path: '/desk/stocktake', scene: Stocktaking },
  { path: '/desk/tags', scene: BlankTags },
  { path: '/desk/paper', scene: PaperList },
  { path: '/desk/tickets/:id', scene: TicketPage },
  { path: '/desk/tickets/:id/tag', scene: TagPage },
  { path: '/desk/waiting', scene: WaitingPage, offline: true },
] as const

/** Where members work. */
export function Desk() {
  useWorker()
  useSending()
  const { waiting: _, renumbered: __, ...names } = useDeskWords()
  const signs = useTeam().data?.signing === true
  return (
    <SceneList scenes={scenes} words={names} who="member" beside={<WaitingBadge />} unlisted={signs ? [] : ['here']} />
  )
}
