import { timeOfDay } from '#web/lib/time.ts'
import { Avatar } from '#web/parts/Avatar.tsx'
import { useHourWords } from '#web/parts/hours/words.ts'
import css from './here.module.css'
import type { Tap } from './people.ts'

/** Somebody's name, and what a tap on it does. */
export function PersonButton({
  of: { name, shift, since },
  picture,
  onTap,
}: {
  of: Tap
  picture: string
  onTap: () => void
}) {
  const words = useHourWords()
  const isHere = since !== undefined
  return (
    <button type="button" className={css['person']} data-here={isHere} onClick={onTap}>
      <Avatar src={picture} name={name} size={44} />
      <span className={css['who']}>
        <strong className={css['name']}>{name}</strong>
        <span className={css['about']}>
          {words.shift(shift)}
          {isHere && ` · ${words.since(timeOfDay(since))}`}
        </span>
      </span>
      <span className={css['does']}>{isHere ? words.signOut : words.signIn}</span>
    </button>
  )
}
