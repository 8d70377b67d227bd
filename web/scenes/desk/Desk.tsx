import { pages } from '#contract/pages.ts'
import { scene } from '#web/lib/scene.ts'
import { SceneList, type Scenes } from '#web/parts/SceneList.tsx'
import { useDeskWords } from './words.ts'

type DeskWords = ReturnType<typeof useDeskWords>

/** The pages of the desk, in the order of its navigation. */
const scenes: Scenes<DeskWords> = [
  {
    path: pages.desk,
    icon: 'list',
    name: (words) => words.queue,
    scene: scene(() => import('./queue/Queue.tsx'), 'Queue'),
  },
  {
    path: '/desk/mine',
    icon: 'wrench',
    name: (words) => words.mine,
    scene: scene(() => import('./queue/Mine.tsx'), 'Mine'),
  },
  {
    path: '/desk/shifts',
    icon: 'calendar',
    name: (words) => words.shifts,
    scene: scene(() => import('./shifts/Shifts.tsx'), 'Shifts'),
  },
  {
    path: '/desk/summary',
    icon: 'pencil',
    name: (words) => words.summary,
    scene: scene(() => import('./conclusion/Conclusion.tsx'), 'Summary'),
  },
  { path: '/desk/tickets/:id', scene: scene(() => import('./ticket/TicketPage.tsx'), 'TicketPage') },
  { path: '/desk/tickets/:id/tag', scene: scene(() => import('./tag/TagPage.tsx'), 'TagPage') },
]

/** Where members work. */
export function Desk() {
  return <SceneList scenes={scenes} words={useDeskWords()} who="member" />
}
