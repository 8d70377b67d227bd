import { pages } from '#contract/pages.ts'
import { SceneList, type Scenes } from '../../parts/SceneList.tsx'
import { scene } from '../../scene.ts'
import { useDeskWords } from '../../words/desk.ts'

type DeskWords = ReturnType<typeof useDeskWords>

/** The pages of the desk, in the order of its navigation. */
const scenes: Scenes<DeskWords> = [
  { path: pages.desk, icon: 'wrench', name: (words) => words.home, scene: scene(() => import('./Home.tsx'), 'Home') },
]

/** Where members work. */
export function Desk() {
  return <SceneList scenes={scenes} words={useDeskWords()} who="member" />
}
