import { pages } from '#contract/pages.ts'
import { scene } from '#web/lib/scene.ts'
import { SceneList } from '#web/parts/SceneList.tsx'
import { useDeskWords } from './words.ts'

const Queue = scene(() => import('./queue/Queue.tsx'), 'Queue')
const Mine = scene(() => import('./queue/Mine.tsx'), 'Mine')
const Visits = scene(() => import('./visits/Visits.tsx'), 'Visits')
const Shifts = scene(() => import('./shifts/Shifts.tsx'), 'Shifts')
const Summary = scene(() => import('./conclusion/Conclusion.tsx'), 'Summary')
const TicketPage = scene(() => import('./ticket/TicketPage.tsx'), 'TicketPage')
const TagPage = scene(() => import('./tag/TagPage.tsx'), 'TagPage')

/** The pages of the desk, in the order of its navigation. */
const scenes = [
  { path: pages.desk, icon: 'list', name: 'queue', scene: Queue },
  { path: '/desk/mine', icon: 'wrench', name: 'mine', scene: Mine },
  { path: '/desk/visits', icon: 'people', name: 'visits', scene: Visits },
  { path: '/desk/shifts', icon: 'calendar', name: 'shifts', scene: Shifts },
  { path: '/desk/summary', icon: 'pencil', name: 'summary', scene: Summary },
  { path: '/desk/tickets/:id', scene: TicketPage },
  { path: '/desk/tickets/:id/tag', scene: TagPage },
] as const

/** Where members work. */
export function Desk() {
  return <SceneList scenes={scenes} words={useDeskWords()} who="member" />
}
